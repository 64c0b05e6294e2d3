import Dispatch
import Synchronization
import Threads

/// Ties a job to the task that waits for it.
final class InferenceTicket: Sendable {
  let isCancelled = Atomic(false)
}

/// A piece of work and the two ways it can end; exactly one of them is called, once.
struct InferenceJob: Sendable {
  let ticket: InferenceTicket
  let priority: InferencePriority
  let perform: @Sendable () -> Void
  let giveUp: @Sendable (any Error) -> Void
}

/// The thread of a queue and what waits for it.
final class InferenceWorker: Sendable {
  private enum Thread {
    case notStarted, running, ended
  }

  private struct State {
    var order: InferenceOrder<InferenceJob>
    var thread = Thread.notStarted
    var isStopping = false
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  private let name: String
  private let state: Mutex<State>
  private let work = DispatchSemaphore(value: 0)

  init(name: String, limit: Int) {
    self.name = name
    state = Mutex(State(order: InferenceOrder(limit: limit)))
  }

  /// How many jobs wait.
  var waitingCount: Int { state.withLock { $0.order.count } }

  /// Whether something more urgent than `priority` waits.
  func hasWork(above priority: InferencePriority) -> Bool {
    state.withLock { $0.order.first.map { $0 > priority } ?? false }
  }

  /// Lets `job` wait for its turn, or gives it up at once.
  func add(_ job: InferenceJob) {
    // Continuations are resumed outside the lock: they may run code that adds the next job.
    var givenUp: (job: InferenceJob, reason: any Error)?
    state.withLock { state in
      // Checked under the lock: `cancel` marks the ticket before it takes the lock.
      if state.isStopping || job.ticket.isCancelled.load(ordering: .acquiring) {
        givenUp = (job, CancellationError())
      } else if !startLoop(&state) {
        givenUp = (job, EngineError.overloaded)
      } else {
        switch state.order.add(job, priority: job.priority) {
        case .waits: break
        case .replaces(let other):
          givenUp = (other, other.priority == .partial ? EngineError.skipped : .overloaded)
        case .refused: givenUp = (job, EngineError.overloaded)
        }
      }
    }
    if let givenUp { givenUp.job.giveUp(givenUp.reason) }
    work.signal()
  }

  /// Gives up the job of `ticket` unless it runs already.
  func cancel(_ ticket: InferenceTicket) {
    ticket.isCancelled.store(true, ordering: .releasing)
    let job = state.withLock { $0.order.removeFirst { $0.ticket === ticket } }
    job?.giveUp(CancellationError())
  }

  /// Gives up what waits, and lets the thread end after the job it runs.
  func stop() {
    let jobs = state.withLock { state in
      state.isStopping = true
      if state.thread == .notStarted { state.thread = .ended }
      return state.order.removeAll()
    }
    for job in jobs { job.giveUp(CancellationError()) }
    work.signal()
  }

  /// Resumes `continuation` once the thread has ended.
  func whenEnded(_ continuation: CheckedContinuation<Void, Never>) {
    let hasEnded = state.withLock { state in
      if state.thread == .ended { return true }
      state.waitingForEnd.append(continuation)
      return false
    }
    if hasEnded { continuation.resume() }
  }

  private func startLoop(_ state: inout State) -> Bool {
    guard state.thread == .notStarted else { return true }
    // Room on its stack for a neural network; only what is touched takes memory.
    let loop = { @Sendable in self.loop() }
    guard (try? startThread(named: name, stackSize: 8 << 20, loop)) != nil else { return false }
    state.thread = .running
    return true
  }

  private func loop() {
    while true {
      work.wait()
      let (job, isStopping) = state.withLock { ($0.order.next(), $0.isStopping) }
      if let job {
        job.perform()
      } else if isStopping {
        break
      }
    }
    let waiting = state.withLock { state in
      state.thread = .ended
      defer { state.waitingForEnd = [] }
      return state.waitingForEnd
    }
    for continuation in waiting { continuation.resume() }
  }
}
