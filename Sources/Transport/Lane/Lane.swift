import Sockets

/// Lets one request at a time through to a server.
///
/// A small server answers one after the other anyway; asked twice at once it would go on with what
/// nobody wants any more. A request begins when the one before it is done with its connection.
///
/// ```swift
/// let place = client.lane(to: destination).place()
/// let reply = try await place.run { try await read(client.send(request)) }
/// ```
public final class Lane: Sendable {
  /// How urgent a request is.
  public enum Kind: Sendable {
    /// Somebody waits for the answer.
    case request
    /// It spares a later request some time; whatever is asked next cancels it.
    case advice
  }

  /// How far a ticket has got.
  fileprivate enum Turn {
    /// Not its turn yet, and nobody waits for it so far.
    case later
    case awaited(CheckedContinuation<Void, any Error>)
    case now
    case running(cancel: @Sendable () -> Void)
    case never(any Error)
  }

  private struct State {
    var order: LaneOrder
    var lastTicket: LaneOrder.Ticket = 0
    var turns: [LaneOrder.Ticket: Turn] = [:]
  }

  /// How many requests may wait for a server.
  public static let mostWaiting = 32

  private let state: Locked<State>

  /// A lane of its own.
  ///
  /// Whoever has a server's address asks the client for its lane instead.
  ///
  /// - Parameter limit: How many requests may wait.
  public init(mostWaiting limit: Int = Lane.mostWaiting) {
    state = Locked(State(order: LaneOrder(limit: limit)))
  }

  /// Takes a place behind everybody who has one.
  public func place(_ kind: Kind = .request) -> LanePlace {
    let ticket = change { state in
      state.lastTicket += 1
      state.turns[state.lastTicket] = .later
      return (
        state.lastTicket, state.order.ask(state.lastTicket, isAdvice: kind == .advice)
      )
    }
    return LanePlace(self, ticket)
  }

  // MARK: - What places do

  /// Waits for the turn of `ticket`.
  fileprivate func turn(of ticket: LaneOrder.Ticket) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let verdict = state.withLock { state -> Result<Void, any Error>? in
          switch state.turns[ticket] {
          case .later:
            state.turns[ticket] = .awaited(waiter)
            return nil
          case .now: return .success(())
          case .never(let error): return .failure(error)
          case .awaited, .running, nil: preconditionFailure("a place in a lane is used once")
          }
        }
        if let verdict { waiter.resume(with: verdict) }
      }
    } onCancel: {
      giveUp(ticket)
    }
  }

  /// Notes how the work of `ticket` can be cancelled.
  fileprivate func begin(_ ticket: LaneOrder.Ticket, cancel: @escaping @Sendable () -> Void) {
    let isWithdrawn = state.withLock { state in
      if case .never = state.turns[ticket] { return true }
      state.turns[ticket] = .running(cancel: cancel)
      return false
    }
    if isWithdrawn { cancel() }
  }

  /// The place is not needed any more.
  fileprivate func leave(_ ticket: LaneOrder.Ticket) {
    change { state in
      state.turns[ticket] = nil
      return ((), state.order.leave(ticket))
    }
  }

  /// Ends the wait of `ticket`; what has begun goes on and sees for itself that it is cancelled.
  private func giveUp(_ ticket: LaneOrder.Ticket) {
    let waiter = change { state -> (CheckedContinuation<Void, any Error>?, [LaneOrder.Action]) in
      switch state.turns[ticket] {
      case .later:
        state.turns[ticket] = .never(CancellationError())
        return (nil, state.order.leave(ticket))
      case .awaited(let waiter):
        state.turns[ticket] = .never(CancellationError())
        return (waiter, state.order.leave(ticket))
      case .now, .running, .never, nil: return (nil, [])
      }
    }
    waiter?.resume(throwing: CancellationError())
  }

  // MARK: - What the order wants

  /// Changes the order and does what it wants.
  private func change<Value>(
    _ decide: (inout sending State) -> sending (Value, [LaneOrder.Action])
  ) -> sending Value {
    let (value, effects) = state.withLock { state in
      let (value, actions) = decide(&state)
      return (value, actions.compactMap { Self.apply($0, to: &state) })
    }
    for effect in effects { effect() }
    return value
  }

  /// - Returns: What has to happen outside the lock.
  private static func apply(
    _ action: LaneOrder.Action, to state: inout State
  ) -> (@Sendable () -> Void)? {
    let (ticket, next): (LaneOrder.Ticket, Turn) =
      switch action {
      case .begin(let ticket): (ticket, .now)
      case .withdraw(let ticket): (ticket, .never(CancellationError()))
      case .refuse(let ticket): (ticket, .never(TransportError.laneFull))
      }
    let before = state.turns[ticket]
    state.turns[ticket] = next
    switch (before, next) {
    case (.awaited(let waiter), .never(let error)): return { waiter.resume(throwing: error) }
    case (.awaited(let waiter), _): return { waiter.resume() }
    case (.running(let cancel), _): return cancel
    default: return nil
    }
  }
}

/// A place in a ``Lane``; letting go of it lets the next one through.
public final class LanePlace: Sendable {
  private let lane: Lane
  private let ticket: LaneOrder.Ticket

  fileprivate init(_ lane: Lane, _ ticket: LaneOrder.Ticket) {
    self.lane = lane
    self.ticket = ticket
  }

  deinit {
    lane.leave(ticket)
  }

  /// Waits for its turn and does `work`; to be called once.
  ///
  /// - Parameter work: Makes the request; returns when its connection is closed or free.
  /// - Returns: What `work` returned.
  /// - Throws: What `work` threw, `TransportError.laneFull`, or `CancellationError` when the task was
  ///   cancelled before its turn or the advice was withdrawn.
  public func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { lane.leave(ticket) }
    try await lane.turn(of: ticket)
    try Task.checkCancellation()
    // Cancelled by the caller below, or by the lane when it is advice.
    let task = Task { try await work() }
    lane.begin(ticket) { task.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
