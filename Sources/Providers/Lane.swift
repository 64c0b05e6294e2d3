import Synchronization

/// Lets one request at a time to a server, in the order they came.
///
/// A small model server answers two at once at half the speed, or mixes up its cache; so the next
/// request starts when the connection of the one before is done with.
final class Lane: Sendable {
  /// The right to talk to the server; given back with ``leave()``, at the latest when it goes.
  final class Pass: Sendable {
    private let lane: Lane
    private let isValid = Mutex(true)

    fileprivate init(_ lane: Lane) { self.lane = lane }

    deinit { leave() }

    /// Lets the next request go.
    func leave() {
      let wasValid = isValid.withLock { valid in
        defer { valid = false }
        return valid
      }
      if wasValid { lane.next() }
    }
  }

  private struct Queue {
    var isTaken = false
    var lastTicket: UInt64 = 0
    var waiting: [(ticket: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let queue = Mutex(Queue())

  /// How many requests wait.
  var waitingCount: Int { queue.withLock { $0.waiting.count } }

  /// Waits until nobody else talks to the server.
  ///
  /// - Returns: The right to do so.
  /// - Throws: `CancellationError`.
  func enter() async throws -> Pass {
    let ticket = queue.withLock { queue in
      queue.lastTicket += 1
      return queue.lastTicket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFree = queue.withLock { queue in
          guard queue.isTaken else {
            queue.isTaken = true
            return true
          }
          queue.waiting.append((ticket, continuation))
          return false
        }
        if isFree {
          continuation.resume()
        } else if Task.isCancelled {
          // The handler below may have run before there was anyone to stop.
          giveUp(ticket)
        }
      }
    } onCancel: {
      giveUp(ticket)
    }
    return Pass(self)
  }

  private func giveUp(_ ticket: UInt64) {
    let continuation = queue.withLock { queue in
      queue.waiting.firstIndex { $0.ticket == ticket }.map {
        queue.waiting.remove(at: $0).continuation
      }
    }
    continuation?.resume(throwing: CancellationError())
  }

  private func next() {
    let continuation = queue.withLock { queue in
      if queue.waiting.isEmpty {
        queue.isTaken = false
        return CheckedContinuation<Void, any Error>?.none
      }
      return queue.waiting.removeFirst().continuation
    }
    continuation?.resume()
  }
}
