public import Dialogue
import FoundationEssentials
import Glibc
import Journal

/// `settings.json` in the data folder: what was chosen in the page, written by Kith alone.
public struct PreferencesFile: Sendable {
  /// The version of the file that this Kith writes.
  static let version = 1
  /// The largest file that is read, in bytes.
  public static let maximumBytes = 65_536

  /// What was found.
  public enum Found: Sendable, Equatable {
    /// Nothing was ever chosen.
    case absent
    case preferences(Preferences)
    /// It can't be used; half a sentence says why.
    case damaged(String)
    /// A newer Kith wrote it.
    case newer
  }

  private let path: String

  /// The file in the data folder at `folder`, an absolute path.
  public init(in folder: String) {
    path = folder + "/settings.json"
  }

  /// Reads it.
  ///
  /// - Returns: What it holds.
  /// - Throws: `folderUnusable` when the system does not let it be read.
  public func read() throws(MemoryError) -> Found {
    switch try PrivateFile.read(at: path, limit: Self.maximumBytes) {
    case .absent: return .absent
    case .unusable: return .damaged("it is no file of at most 64 KB")
    case .bytes(let bytes):
      do {
        let kept = try JSONDecoder().decode(Kept.self, from: Data(bytes))
        guard let settings = kept.settings else { return .newer }
        return .preferences(Preferences().changed(by: settings))
      } catch let fault as PreferencesChange.Fault {
        return .damaged(fault.sentence)
      } catch {
        return .damaged("it is not as Kith writes it")
      }
    }
  }

  /// Reads it, and keeps a damaged one under another name, so that nothing is lost.
  ///
  /// Only for the process that holds the data folder.
  ///
  /// - Returns: What was chosen, and what a person has to be told.
  /// - Throws: A ``MemoryError``.
  public func readSettingAside() throws(MemoryError) -> (Preferences, Problem?) {
    switch try read() {
    case .absent: return (Preferences(), nil)
    case .preferences(let preferences): return (preferences, nil)
    case .newer: return (Preferences(), Self.newerProblem)
    case .damaged(let reason):
      let name = try setAside()
      return (
        Preferences(),
        Problem(
          .configurationInvalid,
          "settings.json can't be used (\(reason)); it was kept as \(name), and the settings are "
            + "as they come.", action: "Choose your settings again in the page.")
      )
    }
  }

  /// Writes it, and blocks until it is on the disk.
  ///
  /// - Throws: A ``MemoryError``, or a `Problem` when a newer Kith wrote the file; then the old one is
  ///   still there.
  public func write(_ preferences: Preferences) throws {
    if case .newer = try read() { throw Self.newerProblem }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    let bytes = Array(try encoder.encode(Keeping(settings: preferences)))
    try PrivateFile.write(bytes, to: path, waitsForDisk: true)
  }

  private static let newerProblem = Problem(
    .configurationInvalid, "settings.json was written by a newer Kith; it was left as it is.",
    action: "Use that newer Kith, or move settings.json out of the data folder.")

  /// Renames it to a name that is free.
  ///
  /// - Returns: The name.
  private func setAside() throws(MemoryError) -> String {
    for number in 1...99 {
      let ending = number == 1 ? ".damaged" : ".damaged-\(number)"
      var facts = stat()
      if unsafe lstat(path + ending, &facts) == 0 { continue }
      guard unsafe rename(path, path + ending) == 0 else { throw .system(errno, path) }
      try PrivateFile.syncFolder(of: path)
      return "settings.json" + ending
    }
    throw .system(EEXIST, path)
  }
}

/// The file as a whole, read.
private struct Kept: Decodable {
  var version: Int
  var settings: PreferencesChange?

  private enum Key: String, CodingKey {
    case version, settings
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    version = try values.decode(Int.self, forKey: .version)
    // What a newer Kith writes there is its own business.
    guard version <= PreferencesFile.version else { return }
    settings = try values.decode(PreferencesChange.self, forKey: .settings)
  }
}

/// The file as a whole, to be written.
private struct Keeping: Encodable {
  var version = PreferencesFile.version
  var settings: Preferences
}
