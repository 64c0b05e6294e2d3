import Glibc
public import Sound

/// The folder of recordings tests listen to; it is not part of the repository.
public enum Recordings {
  /// What a skipped test says.
  public static let absence = "The recordings are not here; KITH_CASES names their folder."

  /// The folder that `KITH_CASES` names, else `../shared/cases` beside the package; nil when there
  /// is none.
  public static let folder: String? = {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let named = unsafe getenv("KITH_CASES").map { unsafe String(cString: $0) }
    for path in [named, "/\(package)/../shared/cases"] {
      if let path, unsafe access(path + "/MANIFEST.tsv", R_OK) == 0 { return path }
    }
    return nil
  }()

  /// Whether the recordings are here.
  public static var areHere: Bool { folder != nil }

  /// The sound of one recording, mono.
  ///
  /// - Parameters:
  ///   - name: Its path below the folder.
  ///   - rate: The wanted sample rate in Hz.
  /// - Returns: The sound.
  /// - Throws: What is wrong with the file.
  public static func sound(_ name: String, rate: Int = 16_000) throws(SoundError) -> SoundClip {
    try SoundFile.read(path: (folder ?? "") + "/" + name, rate: rate).clip
  }

  /// The rows of the manifest: column name to value.
  ///
  /// - Returns: Every row in the order of the file; none when there are no recordings.
  public static func manifest() -> [[String: String]] {
    guard let folder, let text = text(of: folder + "/MANIFEST.tsv") else { return [] }
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let names = lines.first else { return [] }
    return lines.dropFirst().map { line in
      Dictionary(zip(names, line), uniquingKeysWith: { first, _ in first })
    }
  }

  /// The text of the file at `path`; nil when it can't be read.
  public static func text(of path: String) -> String? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
