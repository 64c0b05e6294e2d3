/// A request that a pretended provider has seen.
public struct SeenRequest: Sendable {
  /// The method.
  public let method: String
  /// The path.
  public let path: String
  /// The header fields by their names in lower case.
  public let headers: [String: String]
  /// The body.
  public let body: String
  /// When it had arrived.
  public let arrived: ContinuousClock.Instant
  /// When the client went away before the answer was over; `nil` when it did not.
  public internal(set) var left: ContinuousClock.Instant?
}

/// Keeps what came in, and lets tests wait for it.
actor RequestLog {
  private typealias Waiter = (number: Int, continuation: CheckedContinuation<SeenRequest, Never>)

  private(set) var requests: [SeenRequest] = []
  private var over: Set<Int> = []
  private var arrivals: [Waiter] = []
  private var endings: [Waiter] = []

  /// Keeps a request.
  ///
  /// - Returns: Its number, from 0.
  func note(_ request: SeenRequest) -> Int {
    requests.append(request)
    let number = requests.count - 1
    resume(&arrivals, number)
    return number
  }

  /// Notes that the answer to a request is over.
  ///
  /// - Parameters:
  ///   - number: The request.
  ///   - left: When its client went away, if that ended it.
  func noteEnding(of number: Int, left: ContinuousClock.Instant?) {
    requests[number].left = left
    over.insert(number)
    resume(&endings, number)
  }

  /// Waits until a request has come.
  func arrival(of number: Int) async -> SeenRequest {
    if number < requests.count { return requests[number] }
    return await withCheckedContinuation { arrivals.append((number, $0)) }
  }

  /// Waits until the answer to a request is over.
  func ending(of number: Int) async -> SeenRequest {
    if over.contains(number) { return requests[number] }
    return await withCheckedContinuation { endings.append((number, $0)) }
  }

  private func resume(_ waiters: inout [Waiter], _ number: Int) {
    for waiter in waiters where waiter.number == number {
      waiter.continuation.resume(returning: requests[number])
    }
    waiters.removeAll { $0.number == number }
  }
}
