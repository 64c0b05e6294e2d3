/// Looks at every part on the disk, for `kith doctor`.
public struct PartsCheck: Sendable {
  /// How a part stands.
  public enum State: Sendable, Equatable {
    /// All its files are there and whole.
    case whole
    /// A file is not there.
    case missing
    /// A file has the wrong size or content.
    case damaged
  }

  private let parts: PartsFolder
  private let verifies: Bool

  /// A check of `parts`.
  ///
  /// - Parameters:
  ///   - parts: Where they are.
  ///   - verifies: Whether the content is compared with its SHA-256, which takes seconds a gigabyte;
  ///     otherwise the sizes are.
  public init(_ parts: PartsFolder, verifies: Bool) {
    self.parts = parts
    self.verifies = verifies
  }

  /// How `part` stands; blocks while files are read.
  ///
  /// - Returns: The worst state of its files.
  public func state(of part: PartList.Part) -> State {
    var isDamaged = false
    for file in part.files + part.derived {
      let path = parts.folder(of: part) + "/" + file.to
      guard let size = PartsFolder.size(of: path) else { return .missing }
      if let bytes = file.bytes, bytes != size { isDamaged = true }
      if verifies, !isDamaged, let known = file.sha256, FileDigest.sha256(of: path) != known {
        isDamaged = true
      }
    }
    return isDamaged ? .damaged : .whole
  }
}
