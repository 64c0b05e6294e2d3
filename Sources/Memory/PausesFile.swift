public import Dialogue
import FoundationEssentials
import Journal

/// `pauses.json` in the data folder: how long the person pauses inside turns, learned by listening.
public struct PausesFile: Sendable {
  /// The most pauses that are kept, the latest.
  public static let mostPauses = 200
  /// The largest file that is read, in bytes.
  static let maximumBytes = 16_384
  /// The version of the file that this Kith writes.
  static let version = 1

  private struct Kept: Codable {
    var version: Int
    /// Milliseconds, oldest first.
    var pauses: [Int]
  }

  private let path: String

  /// The file in the data folder at `folder`, an absolute path.
  public init(in folder: String) {
    path = folder + "/pauses.json"
  }

  /// Reads it; what can't be used is left out, since it is learned again.
  ///
  /// - Returns: The pauses in milliseconds, oldest first, and what a person has to be told.
  /// - Throws: `folderUnusable` when the system does not let it be read.
  public func read() throws(MemoryError) -> (pauses: [Int], problem: Problem?) {
    switch try PrivateFile.read(at: path, limit: Self.maximumBytes) {
    case .absent: return ([], nil)
    case .unusable: return ([], Self.damaged)
    case .bytes(let bytes):
      guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes)),
        kept.version == Self.version, kept.pauses.allSatisfy({ (0...60_000).contains($0) })
      else { return ([], Self.damaged) }
      return (kept.pauses.suffix(Self.mostPauses), nil)
    }
  }

  /// Writes it in one go; after a power cut the old one may be there.
  ///
  /// - Parameter pauses: Milliseconds, oldest first; the latest ``mostPauses`` are kept.
  /// - Throws: A ``MemoryError``; then the old one is still there.
  public func write(_ pauses: [Int]) throws(MemoryError) {
    let kept = Kept(version: Self.version, pauses: pauses.suffix(Self.mostPauses))
    guard let bytes = try? JSONEncoder().encode(kept) else { return }
    try PrivateFile.write(Array(bytes), to: path, waitsForDisk: false)
  }

  private static let damaged = Problem(
    .configurationInvalid,
    "pauses.json can't be used, so Kith learns anew how long you pause when you talk.",
    action: "Nothing has to be done; the file is written again after the next turns.")
}
