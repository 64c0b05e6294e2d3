/// What the owner chooses in the page; what is nil is as it comes.
public struct Preferences: Sendable, Equatable {
  /// Who thinks.
  public enum Brain: Sendable, Equatable {
    /// A model that comes with Kith; without a size the one that suits the machine.
    case builtIn(size: String?)
    /// A model server; without a model the first one it has.
    case server(address: String, model: String?)
  }

  /// How the page is coloured.
  public enum Theme: String, Sendable, Codable, CaseIterable {
    case system, dark, light, contrast
  }

  /// Whether the page moves less.
  public enum ReducedMotion: String, Sendable, Codable, CaseIterable {
    case system, on
  }

  /// The speeds that can be chosen; 1 is the voice's own.
  public static let speeds = 0.7...1.3

  /// The name of the voice.
  public var voice: String?
  /// How fast it speaks, one of ``speeds``.
  public var speed: Double?
  /// Who thinks.
  public var brain: Brain?
  /// Whether what is said is shown.
  public var captions: Bool?
  /// How the page is coloured.
  public var theme: Theme?
  /// Whether the page moves less.
  public var reducedMotion: ReducedMotion?
  /// Whether short sounds tell that Kith listens.
  public var earcons: Bool?
  /// Whether the welcome was seen.
  public var welcomed: Bool?
  /// The phrase to be woken by, once Kith can be; the persona's own while it is nil.
  public var wakePhrase: String?

  /// Nothing chosen.
  public init() {}

  /// The names of the settings in JSON.
  enum Key: String, CodingKey, CaseIterable {
    case voice, speed, brain, captions, theme, earcons, welcomed
    case reducedMotion = "reduced_motion"
    case wakePhrase = "wake_phrase"
  }
}

extension Preferences.Brain: Encodable {
  enum Key: String, CodingKey, CaseIterable {
    case kind, size, address, model
  }

  /// The two kinds of brain.
  enum Kind: String, Codable {
    case builtIn = "built-in"
    case server
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .builtIn(let size):
      try values.encode(Kind.builtIn, forKey: .kind)
      try values.encodeIfPresent(size, forKey: .size)
    case .server(let address, let model):
      try values.encode(Kind.server, forKey: .kind)
      try values.encode(address, forKey: .address)
      try values.encodeIfPresent(model, forKey: .model)
    }
  }
}

extension Preferences: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(voice, forKey: .voice)
    try values.encodeIfPresent(speed, forKey: .speed)
    try values.encodeIfPresent(brain, forKey: .brain)
    try values.encodeIfPresent(captions, forKey: .captions)
    try values.encodeIfPresent(theme, forKey: .theme)
    try values.encodeIfPresent(reducedMotion, forKey: .reducedMotion)
    try values.encodeIfPresent(earcons, forKey: .earcons)
    try values.encodeIfPresent(welcomed, forKey: .welcomed)
    try values.encodeIfPresent(wakePhrase, forKey: .wakePhrase)
  }
}
