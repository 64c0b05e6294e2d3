/// How long a model server is waited for, in each of the ways it can keep one waiting.
public struct Patience: Sendable, Equatable {
  /// After so long without a sign of life the person is told that the model is waking.
  public var notice: Duration = .seconds(2)
  /// For a server that is starting or loading its model.
  public var waking: Duration
  /// Between two tries while it wakes.
  public var retry: Duration = .milliseconds(500)
  /// For a server that says it has too much to do.
  public var busy: Duration = .seconds(8)
  /// For the first word of a reply: a cold model on a small machine can need a minute.
  public var firstWord: Duration = .seconds(120)
  /// For the next word of a reply.
  public var pause: Duration = .seconds(30)
  /// For the end mark once the reason to stop has come.
  public var ending: Duration = .milliseconds(250)

  /// The patience for a server somebody else runs.
  public static let foreign = Patience(waking: .seconds(30))
  /// The patience for the server that Kith runs, which is known to be on its way.
  public static let managed = Patience(waking: .seconds(60))
}
