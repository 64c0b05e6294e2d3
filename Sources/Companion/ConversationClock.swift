/// The time of day, for rows and prompts; decisions use the audio clock instead.
public struct ConversationClock: Sendable {
  /// Milliseconds since 1970 in UTC.
  public var now: @Sendable () -> Int64
  /// The moment in words, in local time, such as "Monday, 30 November 2026, 18:29".
  public var inWords: @Sendable (_ milliseconds: Int64) -> String

  /// A clock made of two closures.
  public init(
    now: @escaping @Sendable () -> Int64, inWords: @escaping @Sendable (Int64) -> String
  ) {
    self.now = now
    self.inWords = inWords
  }
}
