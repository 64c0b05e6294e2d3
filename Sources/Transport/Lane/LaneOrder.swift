/// Decides whose turn it is at a server that is asked one thing at a time.
///
/// A pure machine: first come, first served. Advice, a request that only spares a later one some time,
/// gives way to everything that is asked after it.
struct LaneOrder: Sendable {
  /// Names one request.
  typealias Ticket = UInt64

  /// What has to be done.
  enum Action: Sendable, Equatable {
    /// The request may be made now.
    case begin(Ticket)
    /// The advice is not wanted any more: it is cancelled, or never begins.
    case withdraw(Ticket)
    /// Too many wait already.
    case refuse(Ticket)
  }

  private struct Entry: Sendable {
    var ticket: Ticket
    var isAdvice: Bool
  }

  /// How many may wait.
  private let limit: Int
  private var running: Entry?
  private var waiting: [Entry] = []

  /// A lane in which nothing runs and `limit` requests may wait.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether nothing runs and nobody waits.
  var isFree: Bool { running == nil && waiting.isEmpty }

  /// A request wants its turn.
  mutating func ask(_ ticket: Ticket, isAdvice: Bool) -> [Action] {
    var actions: [Action] = []
    for entry in waiting where entry.isAdvice { actions.append(.withdraw(entry.ticket)) }
    waiting.removeAll(where: \.isAdvice)
    if let entry = running, entry.isAdvice {
      // It goes on until its connection is closed, and is withdrawn once.
      running?.isAdvice = false
      actions.append(.withdraw(entry.ticket))
    }
    let entry = Entry(ticket: ticket, isAdvice: isAdvice)
    if running == nil {
      running = entry
      actions.append(.begin(ticket))
    } else if waiting.count < limit {
      waiting.append(entry)
    } else {
      actions.append(.refuse(ticket))
    }
    return actions
  }

  /// A request is done and its connection too, or it was given up while it waited.
  mutating func leave(_ ticket: Ticket) -> [Action] {
    guard running?.ticket == ticket else {
      waiting.removeAll { $0.ticket == ticket }
      return []
    }
    running = waiting.isEmpty ? nil : waiting.removeFirst()
    return running.map { [.begin($0.ticket)] } ?? []
  }
}
