import Glibc
public import Sound

/// A data folder and everything else one owner of Kith has, made for one test.
public struct Home: Sendable {
  /// Everything of it.
  public let folder: TemporaryFolder

  /// An empty one.
  public init() throws {
    folder = try TemporaryFolder()
  }

  /// The data folder.
  public var data: String { folder.file("data") }

  /// Starts `kith` here, with `extra` in its environment besides the usual, on a terminal of so many
  /// columns or on none.
  public func start(
    _ arguments: [String], environment extra: [String: String] = [:], columns: Int? = nil
  ) throws -> TestedProgram {
    var environment = [
      "PATH": "/usr/bin:/bin", "TZ": "UTC", "KITH_DATA": data, "KITH_PORT": "0",
      "XDG_DATA_HOME": folder.file("share"), "TERM": "xterm",
    ]
    for name in ["HOME", "XDG_CACHE_HOME"] {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    environment.merge(extra) { _, new in new }
    return try TestedProgram(
      "kith", arguments, environment: environment, in: folder, columns: columns)
  }

  /// Writes a sound file here.
  ///
  /// - Returns: Its path.
  public func write(_ clip: SoundClip, _ name: String) throws -> String {
    let writer = try SoundFileWriter(path: folder.file(name), rate: clip.rate)
    try writer.append(clip.samples)
    try writer.finish()
    return folder.file(name)
  }
}

/// The recordings that come with Kith.
public enum Speech {
  /// The path of one.
  public static func path(_ name: String) -> String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/Tests/Fixtures/speech/\(name).flac"
  }

  /// The sound of one.
  public static func clip(_ name: String) throws -> SoundClip {
    try SoundFile.read(path: path(name)).clip
  }
}
