import Transport

/// Whether a request that was turned away is tried again, and when.
///
/// A pure value: time is an argument.
struct WakingPolicy: Sendable {
  /// Why a request was turned away.
  enum Refusal: Sendable, Equatable {
    /// Nothing listens; `wasReached` tells that something once did.
    case nobodyThere(wasReached: Bool)
    /// Status 503: it is there and loads its model.
    case loading(retryAfter: Duration?)
    /// Status 429.
    case busy(retryAfter: Duration?)
  }

  /// What to do about it.
  enum Decision: Sendable, Equatable {
    case retry(after: Duration)
    case giveUp(ProviderError.Fault)
  }

  private let patience: Patience
  private let isManaged: Bool
  private var wakingSince: Duration?
  private var busySince: Duration?
  private var busyTries = 0

  init(_ patience: Patience, isManaged: Bool) {
    self.patience = patience
    self.isManaged = isManaged
  }

  /// Decides about a refusal.
  ///
  /// - Parameters:
  ///   - refusal: Why the request was turned away.
  ///   - now: The time on any clock that only goes forward.
  /// - Returns: When to try again, or what to tell.
  mutating func decide(_ refusal: Refusal, at now: Duration) -> Decision {
    switch refusal {
    case .nobodyThere(let wasReached):
      // A server somebody else runs does not come back by itself once it is gone.
      if wasReached && !isManaged { return .giveUp(.transport(.unreachable)) }
      return wake(at: now, after: patience.retry, orTell: .transport(.unreachable))
    case .loading(let retryAfter):
      return wake(at: now, after: retryAfter ?? patience.retry, orTell: .waking)
    case .busy(let retryAfter):
      let since = busySince ?? now
      busySince = since
      busyTries += 1
      // A server that does not say when is asked after 0.5, 1, 2 and 4 seconds.
      let wait = retryAfter ?? patience.busy / 16 * (1 << min(busyTries - 1, 8))
      return now + wait - since <= patience.busy ? .retry(after: wait) : .giveUp(.busy)
    }
  }

  private mutating func wake(
    at now: Duration, after wait: Duration, orTell error: ProviderError.Fault
  ) -> Decision {
    let since = wakingSince ?? now
    wakingSince = since
    return now + wait - since <= patience.waking ? .retry(after: wait) : .giveUp(error)
  }
}
