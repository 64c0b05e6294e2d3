import Dialogue
import FoundationEssentials
import Glibc
import Journal
import Memory

/// What the owner chose: a flag wins over the environment, the environment over `config.json`, and
/// that over what was chosen in the page.
struct Settings: Sendable, Equatable {
  /// Who thinks.
  enum Brain: Sendable, Equatable {
    /// A model run by Kith on this machine; nil lets Kith choose by the memory there is.
    case builtIn(BrainSize?)
    /// An OpenAI-compatible server.
    case server(address: String, model: String?)

    /// The brain that was chosen in the page.
    init(_ preferred: Preferences.Brain) {
      switch preferred {
      case .builtIn(let size): self = .builtIn(size.flatMap { BrainSize(rawValue: $0) })
      case .server(let address, let model): self = .server(address: address, model: model)
      }
    }
  }

  /// The models that come with Kith.
  enum BrainSize: String, Sendable, Codable, CaseIterable {
    case large = "1.5B"
    case small = "0.5B"
  }

  /// The data folder, an absolute path.
  var dataFolder: String
  /// Who thinks.
  var brain = Brain.builtIn(nil)
  /// The key for a model server; only from the environment, never from a file.
  ///
  /// It belongs to the server that is named outside of the page, and goes to no other.
  var key: String?
  /// The voice chosen by name; nil leaves it to the persona.
  var voice: String?
  /// How fast the voice speaks; 1 is its own speed.
  var speed = 1.0
  /// The port of the web app.
  var port = 4747
  /// What was chosen in the page, whether it counts or not.
  var preferences = Preferences()
  /// The settings that the page can't change, and where they are set.
  var locked: [String: String] = [:]

  /// The largest configuration file read.
  private static let longestFile = 65_536

  /// The settings for one run.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - environment: The environment of the process.
  ///   - preferences: What was chosen in the page; nil reads it, leaving it out when it is damaged.
  /// - Throws: ``WrongUse`` for a wrong flag, `Problem` for a wrong file.
  init(
    arguments: Arguments, environment: [String: String], preferences: Preferences? = nil
  ) throws {
    let folder = try Self.dataFolder(arguments, environment)
    dataFolder = folder
    let file = try Self.file(at: folder + "/config.json")
    func chosen(_ flag: String, _ variable: String, _ written: String?) -> Choice? {
      if let value = arguments.values[flag] { return Choice(value: value, place: flag) }
      if let value = environment[variable], !value.isEmpty {
        return Choice(value: value, place: variable)
      }
      return written.map { Choice(value: $0, place: "config.json") }
    }
    if let preferences {
      self.preferences = preferences
    } else if case .preferences(let kept) = try PreferencesFile(in: folder).read() {
      self.preferences = kept
    }
    key = environment["KITH_BRAIN_KEY"].flatMap { $0.isEmpty ? nil : $0 }
    speed = self.preferences.speed ?? 1
    let voice = chosen("--voice", "KITH_VOICE", file.voice)
    self.voice = voice?.value ?? self.preferences.voice
    if let voice { locked["voice"] = voice.place }
    if let port = try Self.port(arguments, environment, file) { self.port = port }
    let address = chosen("--brain", "KITH_BRAIN", file.brain?.address)
    let model = chosen("--model", "KITH_MODEL", file.brain?.model)
    let size = chosen("--built-in", "KITH_BUILT_IN", file.builtIn)
    if let address, arguments.values["--built-in"] == nil {
      brain = .server(address: address.value, model: model?.value)
      locked["brain"] = address.place
    } else if let size {
      guard let known = BrainSize(rawValue: size.value.uppercased()) else {
        let sizes = BrainSize.allCases.map(\.rawValue).joined(separator: " or ")
        let name = size.place.hasPrefix("config") ? "builtIn in \(size.place)" : size.place
        throw WrongUse("\(name) takes \(sizes), not \(size.value).")
      }
      brain = .builtIn(known)
      locked["brain"] = size.place
    } else if arguments.values["--model"] != nil {
      throw WrongUse("--model needs --brain, the address of the server that has it.")
    } else if let preferred = self.preferences.brain {
      brain = Brain(preferred)
      if case .server = brain { key = nil }
    }
  }

  /// A value and where it was set.
  private struct Choice {
    var value: String
    var place: String
  }

  private static func dataFolder(
    _ arguments: Arguments, _ environment: [String: String]
  ) throws -> String {
    // An unset variable of a script must not lead to the owner's own data.
    if arguments.values["--data"] == "" { throw WrongUse("--data needs a folder.") }
    if let given = arguments.values["--data"] ?? environment["KITH_DATA"], !given.isEmpty {
      return given.hasPrefix("/") ? given : workingFolder() + "/" + given
    }
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/kith" }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw WrongUse("No home folder is known: give the data folder with --data DIR.")
    }
    return home + "/.local/share/kith"
  }

  private static func workingFolder() -> String {
    FileManager.default.currentDirectoryPath
  }

  private static func port(
    _ arguments: Arguments, _ environment: [String: String], _ file: ConfigurationFile
  ) throws -> Int? {
    if let given = try arguments.number("--port", in: 0...65535) { return given }
    if let text = environment["KITH_PORT"], !text.isEmpty {
      guard let number = Int(text), (0...65535).contains(number) else {
        throw WrongUse("KITH_PORT takes a number from 0 to 65535.")
      }
      return number
    }
    guard let written = file.port else { return nil }
    guard (0...65535).contains(written) else {
      throw unreadable("port must be from 0 to 65535")
    }
    return written
  }

  private static func file(at path: String) throws -> ConfigurationFile {
    guard FileManager.default.fileExists(atPath: path) else { return ConfigurationFile() }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw unreadable("it can't be opened")
    }
    guard bytes.count <= longestFile else { throw unreadable("it is larger than 64 KB") }
    guard bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else {
      throw unreadable("it is empty, and the least that can stand there is {}")
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      return try decoder.decode(ConfigurationFile.self, from: bytes)
    } catch let error as DecodingError {
      throw unreadable(ConfigurationFile.reason(of: error))
    }
  }

  private static func unreadable(_ reason: String) -> Problem {
    Problem(
      .configurationInvalid, "config.json can't be used: \(reason).",
      action: "Correct it; docs/configuration.md shows every key.")
  }
}
