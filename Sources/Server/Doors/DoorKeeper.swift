public import Dialogue
public import Memory

/// What lies behind the plain HTTP routes: the part of the program that has it all.
public protocol DoorKeeper: Sendable {
  /// Everything that was said.
  var history: ConversationHistory { get }

  /// Speaks a text as a reply is spoken.
  ///
  /// - Parameters:
  ///   - text: What is said; the caller limits it.
  ///   - voice: The name of the voice; nil takes the one that is chosen.
  /// - Returns: Samples at 24 kHz; none when nothing of the text can be said.
  /// - Throws: ``Refused`` for a voice that does not exist, or a `ProblemConvertible` error.
  func speak(_ text: String, as voice: String?) async throws -> [Int16]

  /// The settings as they are now.
  func settings() async -> SettingsPage

  /// Changes settings; they count from the next conversation on.
  ///
  /// - Returns: The settings as they are then.
  /// - Throws: ``Refused`` or a `ProblemConvertible` error; then nothing was changed.
  func change(_ change: PreferencesChange) async throws -> SettingsPage

  /// Looks for model servers on this machine.
  func findServers() async -> [FoundServer]

  /// Tries a model server.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - model: The model; nil takes the first one the server names.
  /// - Returns: What was found.
  /// - Throws: `CancellationError`.
  func checkServer(_ address: String, model: String?) async throws -> CheckedServer

  /// What is missing or wrong now, the worst first.
  func problems() async -> [Problem]
}

/// The settings as the page sees them.
public struct SettingsPage: Sendable, Encodable {
  /// A voice that can be chosen.
  public struct VoiceChoice: Sendable, Encodable {
    var name: String
    var title: String
    var gender: String
    var installed: Bool

    /// A voice; `name` is what chooses it.
    public init(name: String, title: String, gender: String, installed: Bool) {
      self.name = name
      self.title = title
      self.gender = gender
      self.installed = installed
    }
  }

  /// A built-in brain that can be chosen.
  public struct BrainChoice: Sendable, Encodable {
    var size: String
    var title: String
    var installed: Bool
    /// Whether it is taken when no size is chosen.
    var automatic: Bool
    /// What to expect of it, in a sentence.
    var figures: String

    /// A brain; `size` is what chooses it.
    public init(size: String, title: String, installed: Bool, automatic: Bool, figures: String) {
      self.size = size
      self.title = title
      self.installed = installed
      self.automatic = automatic
      self.figures = figures
    }
  }

  /// What counts; nothing is nil but what has no value.
  public var settings: Preferences
  /// The settings that can't be changed here, and where they are set.
  public var locked: [String: String]
  /// The voices.
  public var voices: [VoiceChoice]
  /// The built-in brains.
  public var brains: [BrainChoice]
  /// The version of Kith.
  public var version: String

  /// The settings with all there is to choose from.
  public init(
    settings: Preferences, locked: [String: String], voices: [VoiceChoice], brains: [BrainChoice],
    version: String
  ) {
    self.settings = settings
    self.locked = locked
    self.voices = voices
    self.brains = brains
    self.version = version
  }
}

/// A model server on this machine.
public struct FoundServer: Sendable, Encodable {
  var address: String
  var kind: String
  var models: [String]

  /// A server that answered.
  public init(address: String, kind: String, models: [String]) {
    self.address = address
    self.kind = kind
    self.models = models
  }
}

/// What a look at a model server has shown.
public struct CheckedServer: Sendable, Encodable {
  var reachable: Bool
  var models: [String]
  var firstTokenMs: Int?
  var verdict: String
  var details: String?

  /// A verdict, with the time to the first word when one came, and what the server wrote about it.
  public init(
    reachable: Bool, models: [String], firstTokenMs: Int?, verdict: String, details: String? = nil
  ) {
    self.reachable = reachable
    self.models = models
    self.firstTokenMs = firstTokenMs
    self.verdict = verdict
    self.details = details
  }

  private enum CodingKeys: String, CodingKey {
    case reachable, models, verdict, details
    case firstTokenMs = "first_token_ms"
  }
}
