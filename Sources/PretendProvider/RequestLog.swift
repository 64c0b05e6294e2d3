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
  private(set) var requests: [SeenRequest] = []
  private var arrivals: [(number: Int, waiter: CheckedContinuation<SeenRequest, Never>)] = []
  private var departures: [(number: Int, waiter: CheckedContinuation<SeenRequest, Never>)] = []

  /// Keeps a request.
  ///
  /// - Returns: Its number, from 0.
  func note(_ request: SeenRequest) -> Int {
    requests.append(request)
    let number = requests.count - 1
    for waiting in arrivals where waiting.number == number {
      waiting.waiter.resume(returning: request)
    }
    arrivals.removeAll { $0.number == number }
    return number
  }

  /// Notes that the client of a request has gone.
  func noteDeparture(of number: Int) {
    requests[number].left = .now
    for waiting in departures where waiting.number == number {
      waiting.waiter.resume(returning: requests[number])
    }
    departures.removeAll { $0.number == number }
  }

  /// Waits until a request has come.
  func arrival(of number: Int) async -> SeenRequest {
    if number < requests.count { return requests[number] }
    return await withCheckedContinuation { arrivals.append((number, $0)) }
  }

  /// Waits until the client of a request has gone.
  func departure(of number: Int) async -> SeenRequest {
    if number < requests.count, requests[number].left != nil { return requests[number] }
    return await withCheckedContinuation { departures.append((number, $0)) }
  }
}
