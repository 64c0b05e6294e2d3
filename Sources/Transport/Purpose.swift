/// What a request is for; together with ``Reach`` it decides who may be asked.
///
/// A session that does several things at once has to be allowed all of them.
public struct Purpose: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Sound becomes words.
  public static let hearing = Purpose(rawValue: 1)
  /// Words are answered; the request holds the prompt.
  public static let thinking = Purpose(rawValue: 2)
  /// Words become sound.
  public static let speaking = Purpose(rawValue: 4)
  /// A tool that the owner allowed asks its host.
  public static let tool = Purpose(rawValue: 8)
  /// Two programs of Kith on this machine talk to each other.
  public static let kith = Purpose(rawValue: 16)
}
