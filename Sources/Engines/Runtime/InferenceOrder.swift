/// What inference is for; the more somebody waits for it, the sooner it runs.
public enum InferencePriority: Int, Sendable, Comparable, CaseIterable {
  /// Words shown while the person talks; the only kind that is skipped when late.
  case partial
  /// Words for an answer prepared before the turn is over.
  case draft
  /// Whether the turn is over.
  case turnModel
  /// The words of a finished turn.
  case finalTranscript
  /// A sentence to speak.
  case voice
  /// Whether the person said "stop".
  case stopWord

  public static func < (a: InferencePriority, b: InferencePriority) -> Bool {
    a.rawValue < b.rawValue
  }
}

/// The order in which waiting jobs run: by priority, and first come first served within one.
///
/// At most one partial waits, the newest: an older one would show words already out of date.
struct InferenceOrder<Job> {
  /// What became of a job that was added.
  enum Outcome {
    /// It waits.
    case waits
    /// It waits, and `job` was given up for it.
    case replaces(Job)
    /// Everything is taken by work at least as urgent.
    case refused
  }

  /// The most jobs that may wait.
  let limit: Int
  private var waiting: [(priority: InferencePriority, job: Job)] = []

  /// An empty order.
  ///
  /// - Precondition: `limit` is positive.
  init(limit: Int) {
    precondition(limit > 0, "a queue needs room for one job")
    self.limit = limit
  }

  /// How many jobs wait.
  var count: Int { waiting.count }

  /// How urgent the next job is, or nil when none waits.
  var first: InferencePriority? { waiting.first?.priority }

  /// Adds a job behind those at least as urgent.
  ///
  /// - Returns: What became of it.
  mutating func add(_ job: Job, priority: InferencePriority) -> Outcome {
    var given: Job?
    if priority == .partial, let older = waiting.firstIndex(where: { $0.priority == .partial }) {
      given = waiting.remove(at: older).job
    } else if waiting.count >= limit {
      guard let last = waiting.last, last.priority < priority else { return .refused }
      given = waiting.removeLast().job
    }
    let place = waiting.firstIndex { $0.priority < priority } ?? waiting.endIndex
    waiting.insert((priority, job), at: place)
    return given.map { .replaces($0) } ?? .waits
  }

  /// Takes the job that runs next, or nil when none waits.
  mutating func next() -> Job? {
    waiting.isEmpty ? nil : waiting.removeFirst().job
  }

  /// Takes out the first job that `matches`, or nil when none does.
  mutating func removeFirst(where matches: (Job) -> Bool) -> Job? {
    waiting.firstIndex { matches($0.job) }.map { waiting.remove(at: $0).job }
  }

  /// Takes out every job, the next one first.
  mutating func removeAll() -> [Job] {
    defer { waiting = [] }
    return waiting.map(\.job)
  }
}
