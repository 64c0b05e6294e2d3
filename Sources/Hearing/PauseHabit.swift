public import Sound

/// How long one person pauses inside turns, and the wait that follows from it.
///
/// The wait is the smallest that would have cut in on at most one in twenty of the person's own
/// pauses. Until there are twenty of them, pauses of many people stand in for those that are missing;
/// with these alone the wait is ``usualWait``.
public struct PauseHabit: Sendable, Equatable {
  /// The wait for a person nothing is known of.
  public static let usualWait = SampleSpan.milliseconds(700)
  /// Silence shorter than this is between two sounds of speech and no pause: seven windows.
  public static let shortest = SampleSpan.milliseconds(224)
  /// Silence longer than this is no pause inside a thought, and teaches nothing.
  public static let longest = SampleSpan.milliseconds(3000)
  /// How many pauses are remembered, the latest.
  public static let remembered = 200

  /// One pause in so many may be cut.
  private static let oneIn = 20

  /// The pauses of people in general, from which a wait of 700 ms cuts one in twenty.
  private static let usual: [SampleSpan] = [
    224, 224, 224, 256, 256, 256, 288, 288, 320, 320, 352, 352, 384, 416, 448, 480, 544, 608, 668,
    864,
  ].map(SampleSpan.milliseconds)

  /// The person's pauses, oldest first.
  public private(set) var pauses: [SampleSpan] = []
  /// The wait that the pauses ask for.
  public private(set) var wait = Self.usualWait

  /// The habit of a person nothing is known of.
  public init() {}

  /// The habit that `pauses` show, oldest first; what can be no pause is left out.
  public init(_ pauses: some Sequence<SampleSpan>) {
    for pause in pauses { note(pause) }
  }

  /// Takes a pause after which the person went on.
  ///
  /// - Parameter pause: Its length; below ``shortest`` and above ``longest`` it teaches nothing.
  public mutating func note(_ pause: SampleSpan) {
    guard pause >= Self.shortest, pause <= Self.longest else { return }
    pauses.append(pause)
    if pauses.count > Self.remembered { pauses.removeFirst() }
    wait = Self.wait(for: pauses)
  }

  /// The smallest wait that would have cut in on at most one pause in twenty.
  private static func wait(for pauses: [SampleSpan]) -> SampleSpan {
    // Each own pause takes a twentieth from what people in general do.
    let missing = max(0, oneIn - pauses.count)
    let weighted =
      pauses.map { (length: $0, weight: oneIn) } + usual.map { (length: $0, weight: missing) }
    let allowed = max(pauses.count, oneIn)
    var cut = 0
    for pause in weighted.sorted(by: { $0.length > $1.length }) {
      cut += pause.weight
      // A wait of just this length would still cut in on it; one window longer does not.
      if cut > allowed { return pause.length + step }
    }
    return shortest
  }

  /// A pause is cut when the wait is no longer than the pause.
  private static let step = SampleSpan.milliseconds(32)
}
