import Glibc
import Synchronization
import Threads

/// A thread that runs the jobs of one actor, one after the other, in the order they came.
///
/// SQLite blocks while the disk works; on a thread of its own that holds up nobody else. The thread
/// keeps the executor alive until ``finish()``, so a job that lets go of the actor is safe.
@safe final class SerialThread: SerialExecutor {
  private struct Waiting {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  private let waiting = Mutex(Waiting())

  // A POSIX semaphore may be posted and waited for from any thread; its address never changes.
  nonisolated(unsafe) private let signal: UnsafeMutablePointer<sem_t>

  /// Starts a thread.
  ///
  /// - Throws: `other` when the system has no thread left.
  init() throws(DatabaseError) {
    unsafe signal = .allocate(capacity: 1)
    unsafe sem_init(signal, 0, 0)
    do throws(NoThreadLeft) {
      try startThread(named: "kith-sqlite") { self.run() }
    } catch {
      throw DatabaseError(.other, extendedCode: error.code, "no thread could be started")
    }
  }

  deinit {
    unsafe sem_destroy(signal)
    unsafe signal.deallocate()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.jobs.append(job) }
    unsafe sem_post(signal)
  }

  /// Ends the thread once the jobs that wait are done; nothing may be enqueued afterwards.
  func finish() {
    waiting.withLock { $0.isFinished = true }
    unsafe sem_post(signal)
  }

  private func run() {
    while true {
      while unsafe sem_wait(signal) != 0 {}  // A signal handler ran; wait on.
      let (jobs, isFinished) = waiting.withLock { waiting in
        defer { waiting.jobs = [] }
        return (waiting.jobs, waiting.isFinished)
      }
      for job in jobs {
        unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      }
      if isFinished { return }
    }
  }
}
