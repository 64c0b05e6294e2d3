/// The log: a static message, ids and numbers, one line on standard error.
///
/// The types keep words out: a message is a `StaticString`, a value is a number, a flag, a problem
/// code or a ``Label`` known at compile time. Nothing anybody said can be passed in.
public struct Journal: Sendable {
  /// How much a line matters.
  public enum Level: Int, Sendable, Comparable {
    case debug, info, warning, error

    public static func < (a: Level, b: Level) -> Bool {
      a.rawValue < b.rawValue
    }
  }

  /// What may stand beside a message.
  public enum Value: Sendable, Equatable {
    case number(Int)
    case milliseconds(Double)
    case fraction(Double)
    case flag(Bool)
    case problem(ProblemCode)
    case label(Label)
  }

  /// A word fixed at compile time, such as the name of an engine.
  public struct Label: Sendable, Equatable {
    /// The word.
    public let text: String

    /// The label `text`, which is written in the source.
    public init(_ text: StaticString) {
      self.text = "\(text)"
    }
  }

  /// One thing that happened.
  public struct Entry: Sendable, Equatable {
    /// How much it matters.
    public var level: Level
    /// What happened, in words fixed at compile time.
    public var message: String
    /// Names and values, in the order given.
    public var values: [(name: String, value: Value)]

    public static func == (a: Entry, b: Entry) -> Bool {
      a.level == b.level && a.message == b.message
        && a.values.map(\.name) == b.values.map(\.name)
        && a.values.map(\.value) == b.values.map(\.value)
    }
  }

  private let lowest: Level
  private let write: @Sendable (Entry) -> Void

  /// A journal that hands entries of at least `lowest` to `write`.
  public init(lowest: Level = .info, write: @escaping @Sendable (Entry) -> Void) {
    self.lowest = lowest
    self.write = write
  }

  /// A journal that keeps nothing.
  public static let none = Journal(lowest: .error) { _ in }

  /// Notes that something happened.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - message: What happened.
  ///   - values: Ids and numbers that belong to it.
  public func note(
    _ level: Level, _ message: StaticString, _ values: KeyValuePairs<StaticString, Value> = [:]
  ) {
    guard level >= lowest else { return }
    write(
      Entry(
        level: level, message: "\(message)",
        values: values.map { (name: "\($0.key)", value: $0.value) }))
  }
}
