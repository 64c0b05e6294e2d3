import Hearing
import Sound

/// What one listening to one clip came to.
struct TurnScore: Sendable {
  /// The listed pauses in which the turn was taken.
  var cut: [TurnClip.Pause] = []
  /// Turns taken before the last word at no listed pause.
  var early = 0
  /// When the last turn was taken, in milliseconds from the start of the file.
  var taken: Double?
  /// From the last word until then; nil when the last words were in no turn.
  var wait: Double?

  /// A window more or less is no difference: the list was made from the same windows, cut anew.
  private static let tolerance = 64.0

  /// Scores `endings` against what is known of `clip`.
  init(_ endings: [TurnTaking.Ending], of clip: TurnClip) {
    for ending in endings {
      let taken = ending.taken.milliseconds
      if ending.speech.end.milliseconds >= clip.lastWordEnd - Self.tolerance {
        self.taken = taken
        wait = taken - clip.lastWordEnd
      } else if let pause = clip.pauses.first(where: {
        $0.start - Self.tolerance <= ending.speech.end.milliseconds
          && taken <= $0.end + Self.tolerance
      }) {
        cut.append(pause)
      } else {
        early += 1
      }
    }
  }
}

/// The scores of one rule on many clips.
struct TurnTally: Sendable {
  private(set) var pauses = 0
  private(set) var cut = 0
  private(set) var early = 0
  private(set) var missed = 0
  private(set) var waits: [Double] = []

  /// Adds the score of a clip that holds `pauses` pauses.
  mutating func add(_ score: TurnScore, pauses: Int) {
    self.pauses += pauses
    cut += score.cut.count
    early += score.early
    if let wait = score.wait { waits.append(wait) } else { missed += 1 }
  }

  /// The share of the pauses that were cut, 0…1; 0 without pauses.
  var cutRate: Double {
    pauses == 0 ? 0 : Double(cut) / Double(pauses)
  }

  /// The mean wait, in milliseconds; nil without any.
  var meanWait: Double? {
    waits.isEmpty ? nil : waits.reduce(0, +) / Double(waits.count)
  }
}

/// The same rule with every wait shortened or lengthened alike, to find where few pauses are cut.
struct TurnSweep: Sendable {
  /// The share of pauses that may be cut.
  static let allowed = 0.05

  private var tallies: [Double: TurnTally] = [:]

  /// Adds the score of a clip with the waits moved by `shift` milliseconds.
  mutating func add(_ score: TurnScore, pauses: Int, shift: Double) {
    tallies[shift, default: TurnTally()].add(score, pauses: pauses)
  }

  /// The scores with the waits as they are.
  var unmoved: TurnTally { tallies[0] ?? TurnTally() }

  /// The shortest mean wait at which at most 5 % of the pauses are cut, and how far it is moved.
  var best: (wait: Double, shift: Double)? {
    let fitting = tallies.compactMap { shift, tally in
      tally.cutRate <= Self.allowed ? tally.meanWait.map { (wait: $0, shift: shift) } : nil
    }
    return fitting.min { ($0.wait, $0.shift) < ($1.wait, $1.shift) }
  }
}
