import Skills

/// A timer as a page is told of it.
struct ToldTimer: Encodable {
  /// What it does.
  enum State: String, Encodable {
    case running, ringing, missed
  }

  var id: Int64
  var kind: String
  var name: String?
  var setAt: Int64
  var dueAt: Int64
  var state: State
  /// What is said when it rings.
  var words: String

  init(_ timer: KeptTimer, _ state: State) {
    id = timer.id
    kind = timer.kind.rawValue
    name = timer.name
    setAt = timer.setAt
    dueAt = timer.dueAt
    self.state = state
    words = timer.announcement
  }

  /// All of a schedule: what wants attention first.
  static func all(of schedule: TimerSchedule) -> [ToldTimer] {
    schedule.ringing.map { ToldTimer($0, .ringing) }
      + schedule.missed.map { ToldTimer($0, .missed) }
      + schedule.running.map { ToldTimer($0, .running) }
  }
}
