import Glibc
import Synchronization

/// The signals of this run, and the reply that the first Ctrl-C stops.
final class Interrupts: Sendable {
  private struct State {
    var decision = Interruption()
    var stop: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let began = ContinuousClock.now

  /// Whether the reply that comes, or came last, was stopped by Ctrl-C.
  var hasStoppedReply: Bool {
    state.withLock { $0.decision.hasStoppedReply }
  }

  /// A reply begins; `stop` ends it and nothing else.
  func replyBegan(stop: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.decision.replyBegan()
      $0.stop = stop
    }
  }

  /// The reply is over.
  func replyEnded() {
    state.withLock {
      $0.decision.replyEnded()
      $0.stop = nil
    }
  }

  /// Takes a signal, and stops the reply when that is what it means.
  ///
  /// - Returns: What is to be done.
  func received(_ signal: Int32) -> Interruption.Meaning {
    let wish = signal == SIGINT ? Interruption.Wish.interrupt : .terminate
    let (meaning, stop) = state.withLock {
      ($0.decision.received(wish, at: ContinuousClock.now - began), $0.stop)
    }
    if meaning == .stopReply { stop?() }
    return meaning
  }
}
