import CSystem
import Glibc
import Synchronization

/// What a ``ChildProcess`` and the thread that keeps its program tell each other.
///
/// Callers change the fields and wake the thread; ``ChildKeeper`` does everything that blocks.
final class ChildKeeping: Sendable {
  /// Someone who waits for output.
  struct Reader {
    var wish: OutputBuffer.Wish
    var deadline: ContinuousClock.Instant
    var continuation: CheckedContinuation<[UInt8]?, any Error>
  }

  /// How far the end has come.
  enum Ending {
    case none
    /// Someone asked for the end; the program may still tidy up until `killAt`.
    case asked(killAt: ContinuousClock.Instant)
    /// The program was told to end and is killed at `killAt`.
    case told(killAt: ContinuousClock.Instant)
    /// The program was killed.
    case killed
  }

  struct Fields {
    var identifier: Int32 = 0
    /// An event descriptor that wakes the thread; -1 once the thread is gone.
    var wake: Int32
    var output = OutputBuffer()
    var reader: Reader?
    /// What is to be written and not yet in the thread's hands.
    var input: [UInt8] = []
    /// How many bytes the thread still holds.
    var beingWritten = 0
    var inputEnds = false
    var inputIsBroken = false
    var ending = Ending.none
    var exit: ChildProcess.Exit?
    var waiting: [CheckedContinuation<ChildProcess.Exit, Never>] = []

    /// Safe only while the lock is held: the descriptor is closed under the same lock.
    func wakeThread() {
      if wake >= 0 { _ = eventfd_write(wake, 1) }
    }
  }

  let program: ChildProcess.Program
  let fields: Mutex<Fields>

  init(_ program: ChildProcess.Program) throws(EngineError) {
    let wake = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard wake >= 0 else { throw .programFailed(program.name) }
    self.program = program
    fields = Mutex(Fields(wake: wake))
  }

  deinit {
    // Still open only when the program could not be started.
    let wake = fields.withLock { $0.wake }
    if wake >= 0 { close(wake) }
  }

  /// Starts the program on the calling thread and keeps it until it has ended.
  func run(started: CheckedContinuation<Void, any Error>) {
    do {
      var keeper = try ChildKeeper.start(self)
      started.resume()
      keeper.keep()
    } catch {
      started.resume(throwing: error)
    }
  }

  var identifier: Int32 { fields.withLock { $0.identifier } }

  var exit: ChildProcess.Exit? { fields.withLock { $0.exit } }

  func write(_ bytes: [UInt8]) throws(EngineError) {
    let accepted = fields.withLock { fields in
      guard fields.exit == nil, !fields.inputEnds, !fields.inputIsBroken,
        fields.input.count + fields.beingWritten + bytes.count <= ChildProcess.inputLimit
      else { return false }
      fields.input.append(contentsOf: bytes)
      fields.wakeThread()
      return true
    }
    if !accepted { throw .programFailed(program.name) }
  }

  func closeInput() {
    fields.withLock { fields in
      fields.inputEnds = true
      fields.wakeThread()
    }
  }

  func terminate(grace: Duration) {
    let killAt = ContinuousClock.now + grace
    fields.withLock { fields in
      switch fields.ending {
      case .none: fields.ending = .asked(killAt: killAt)
      case .asked(let earlier): fields.ending = .asked(killAt: min(earlier, killAt))
      case .told(let earlier): fields.ending = .told(killAt: min(earlier, killAt))
      case .killed: return
      }
      fields.wakeThread()
    }
  }

  func waitForExit() async -> ChildProcess.Exit {
    await withCheckedContinuation { continuation in
      let exit = fields.withLock { fields in
        if fields.exit == nil { fields.waiting.append(continuation) }
        return fields.exit
      }
      if let exit { continuation.resume(returning: exit) }
    }
  }

  func read(_ wish: OutputBuffer.Wish, within time: Duration) async throws -> [UInt8]? {
    let deadline = ContinuousClock.now + time
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let refused = fields.withLock { fields in
          guard fields.reader == nil else { return true }
          fields.reader = Reader(wish: wish, deadline: deadline, continuation: continuation)
          serveReader(&fields)
          fields.wakeThread()
          return false
        }
        if refused {
          continuation.resume(
            throwing: EngineError.inputUnusable("a second reader of \(program.name)"))
        } else if Task.isCancelled {
          // The handler below may have run before there was a reader to stop.
          cancelRead()
        }
      }
    } onCancel: {
      cancelRead()
    }
  }

  private func cancelRead() {
    let reader = fields.withLock { fields in
      defer { fields.reader = nil }
      return fields.reader
    }
    reader?.continuation.resume(throwing: CancellationError())
  }

  /// Gives the reader what there is, or tells it that its time is over.
  func serveReader(_ fields: inout Fields) {
    guard let reader = fields.reader else { return }
    switch fields.output.take(reader.wish) {
    case .bytes(let bytes): reader.continuation.resume(returning: bytes)
    case .ended: reader.continuation.resume(returning: nil)
    case .tooLong: reader.continuation.resume(throwing: failure("a line that is too long"))
    case .nothingYet:
      guard reader.deadline <= .now else { return }
      reader.continuation.resume(throwing: failure("no answer in time"))
    }
    fields.reader = nil
  }

  private func failure(_ reason: String) -> EngineError {
    .modelFailed(engine: program.name, reason: reason)
  }
}
