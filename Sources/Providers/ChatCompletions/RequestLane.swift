import Synchronization

/// Lets one request at a time through to a server.
///
/// A small server answers one after the other anyway; asked twice at once it would go on with what
/// nobody wants any more. A request begins when the one before it has closed its connection.
final class RequestLane: Sendable {
  private struct State {
    /// The newest request; it ends after all earlier ones.
    var last: Task<Void, Never>?
    /// The newest request that is only advice.
    var advice: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Runs a request after those before it; one that was only advice is cancelled.
  ///
  /// - Parameter work: Makes the request; returns when its connection is closed or free.
  /// - Returns: The task that runs it. Whoever started it cancels it.
  func request(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { state in
      state.advice?.cancel()
      return Self.append(work, to: &state)
    }
  }

  /// Runs a request that the next one cancels.
  ///
  /// - Returns: The task that runs it.
  func advise(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { state in
      state.advice?.cancel()
      let task = Self.append(work, to: &state)
      state.advice = task
      return task
    }
  }

  private static func append(
    _ work: @escaping @Sendable () async -> Void, to state: inout State
  ) -> Task<Void, Never> {
    let before = state.last
    let task = Task {
      await before?.value
      if !Task.isCancelled { await work() }
    }
    state.last = task
    return task
  }
}
