public import Companion

/// What a live conversation needs from the rest of the program.
public struct LiveHost: Sendable {
  /// Who the companion is.
  public var companion: CompanionCard
  /// Opens a conversation whose replies are played by a listener elsewhere.
  public var open: Open
  /// Loads what hears, thinks and speaks; returns when the first answer will be quick.
  public var warm: @Sendable () async throws -> Void
  /// Rises whenever the owner changed something that counts from the next conversation on.
  public var revision: @Sendable () async -> Int
  /// Keeps timers and alarms; nil where there are none.
  public var timers: TimerDesk?

  /// Opens a conversation that tells what happens to the closure.
  public typealias Open =
    @Sendable (
      _ listener: any RemoteListener, _ tell: @escaping @Sendable (ConversationEvent) -> Void
    ) async throws -> Conversation

  /// A host with all it offers.
  public init(
    companion: CompanionCard, open: @escaping Open,
    warm: @escaping @Sendable () async throws -> Void,
    revision: @escaping @Sendable () async -> Int, timers: TimerDesk? = nil
  ) {
    self.companion = companion
    self.open = open
    self.warm = warm
    self.revision = revision
    self.timers = timers
  }
}

/// Who the companion is, as a page shows it.
public struct CompanionCard: Sendable, Equatable, Encodable {
  /// The name.
  public var name: String
  /// The colour of the eyes and the button, as `#rrggbb`.
  public var accent: String
  /// The persona's own word, such as "mira".
  public var persona: String

  /// A companion's card.
  public init(name: String, accent: String, persona: String) {
    self.name = name
    self.accent = accent
    self.persona = persona
  }
}
