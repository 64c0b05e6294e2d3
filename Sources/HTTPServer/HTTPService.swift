public import Journal
import Sockets
import Threads

/// A small, strict HTTP/1.1 server on the loopback addresses.
///
/// One thread waits for all sockets (`epoll`); this actor and, unless they say otherwise, the handlers
/// run on it. So a handler must not compute for long or block: it awaits whoever does. Nothing ticks
/// while nothing happens.
///
/// Every request is checked before the handler sees it: its form, whom it is for (``HostPolicy``),
/// which page sent it (``OriginPolicy``), and its size (``Limits``).
public actor HTTPService {
  /// Answers a request; a thrown error becomes an answer 500.
  ///
  /// The handler is cancelled when its client goes away.
  public typealias Handler = @Sendable (Request, RequestBody) async throws -> Response

  /// What a service can be told.
  public struct Options: Sendable {
    /// How much and how long it bears.
    public var limits = Limits()
    /// Whom it is.
    public var hosts = HostPolicy.loopback
    /// Which pages it serves.
    public var origins = OriginPolicy.sameOrigin
    /// The fields of every answer.
    public var standing = StandingHeaders.ownPageOnly

    /// A service for the own page of this machine.
    public init() {}
  }

  /// The port it listens on.
  public nonisolated let port: UInt16

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  nonisolated let executor = LoopExecutor()
  let options: Options
  let handler: Handler
  let journal: Journal
  private let poller: Poller
  private let buffer = ReadBuffer()

  var encoder: ResponseEncoder
  var connections: [UInt64: Connection] = [:]
  /// The WebSockets whose handlers run; some may have lost their connection.
  var sessions: [ExchangeID: WebSocketSession] = [:]
  var deadlines = Deadlines<UInt64, ContinuousClock.Instant>()
  var now = ContinuousClock.now
  private(set) var isStopping = false
  private var isOver = false
  private var stopWaiters: [CheckedContinuation<Void, Never>] = []
  private var listeners: [Listener]
  private var isFull = false
  private var lastID: UInt64

  /// The key of the end of a graceful stop among the deadlines; connections begin behind the listeners.
  private static let stopKey: UInt64 = 0
  private static let firstID: UInt64 = 16

  /// Starts to listen on 127.0.0.1 and, where the machine has it, on ::1.
  ///
  /// - Parameters:
  ///   - port: The port, or 0 for one that the kernel chooses.
  ///   - options: What else it should know.
  ///   - journal: Where troubles are noted.
  ///   - handler: Answers the requests that pass the checks.
  /// - Returns: The running service.
  /// - Throws: ``HTTPError/portInUse(_:)``, ``HTTPError/portForbidden(_:)`` or
  ///   ``HTTPError/system(_:)``.
  public static func start(
    port: UInt16, options: Options = Options(), journal: Journal = .none,
    handler: @escaping Handler
  ) throws(HTTPError) -> HTTPService {
    do throws(SocketError) {
      let service = HTTPService(
        listeners: try Listener.bothLoopbacks(port: port), poller: try Poller(),
        options: options, journal: journal, handler: handler)
      do throws(NoThreadLeft) {
        try startThread(named: "kith-http") { service.run() }
      } catch {
        throw .failed(.thread, errno: error.code)
      }
      return service
    } catch {
      throw HTTPError(error)
    }
  }

  private init(
    listeners: [Listener], poller: consuming Poller, options: Options, journal: Journal,
    handler: @escaping Handler
  ) {
    self.listeners = listeners
    self.poller = poller
    self.options = options
    self.journal = journal
    self.handler = handler
    port = listeners[0].port
    encoder = ResponseEncoder(standing: options.standing)
    lastID = Self.firstID
  }

  /// Stops: new connections are refused at once, running answers may finish.
  ///
  /// - Parameter limit: How long to wait for them; then they are cut.
  public func stop(within limit: Duration = .seconds(5)) async {
    if isOver { return }
    if !isStopping {
      isStopping = true
      listeners = []
      for connection in Array(connections.values) {
        if let session = connection.session {
          close(connection, session, .goingAway)
        } else if connection.exchange == nil {
          if connection.ending == .open { connection.ending = .afterOutput }
          settle(connection)
        }
      }
      deadlines.set(Self.stopKey, at: .now.advanced(by: limit))
      isOver = connections.isEmpty
    }
    await withCheckedContinuation { stopWaiters.append($0) }
  }

  // MARK: The loop

  private nonisolated func run() {
    let wakeUp = poller.wakeUp
    executor.takeThread { wakeUp.ring() }
    assumeIsolated { service in
      for (index, listener) in service.listeners.enumerated() {
        try? service.poller.add(listener.descriptor, .read, token: UInt64(index))
      }
    }
    repeat { executor.runJobs() } while assumeIsolated { $0.turn() }
    assumeIsolated { $0.end() }
    executor.finish()
  }

  /// Waits once and serves what has happened; false ends the loop.
  private func turn() -> Bool {
    now = .now
    if isOver { return false }
    poller.wait(atMost: deadlines.earliest.map { now.duration(to: $0) }) { token, readiness in
      now = .now
      if token < Self.firstID {
        if token < listeners.count { accept(from: listeners[Int(token)]) }
      } else if let connection = connections[token] {
        serve(connection, readiness)
      }
    }
    // Handlers run next, perhaps after a long wait in which no socket was ready; among them those that
    // learn now that their time is over, so that this comes behind the wait and not before it.
    now = .now
    while let key = deadlines.takeDue(at: now) { expire(key) }
    return true
  }

  private func end() {
    for connection in Array(connections.values) { drop(connection) }
    for waiter in stopWaiters { waiter.resume() }
    stopWaiters = []
  }

  private func expire(_ key: UInt64) {
    if key == Self.stopKey {
      isOver = true
    } else if let connection = connections[key] {
      giveUp(connection)
    }
  }

  // MARK: Connections

  private func accept(from listener: Listener) {
    // Not too many at once: those who are connected have their turn too.
    for _ in 0..<64 {
      switch listener.accept() {
      case .nobody:
        return
      case .noRoom:
        if !dropIdlest() {
          journal.note(.warning, "no descriptor left for a connection")
          isFull = true
          watchListeners([])
          return
        }
      case .connection(let socket):
        guard connections.count < options.limits.connections || dropIdlest() else {
          let busy = Response(Refusal(.unavailable, "Too many connections; try again soon."))
          var farewell = OutputQueue()
          farewell.append(wholeAnswer(busy))
          _ = farewell.flush(to: socket)
          continue
        }
        add(socket)
      }
    }
  }

  private func add(_ socket: consuming Descriptor) {
    lastID += 1
    let connection = Connection(id: lastID, socket: socket, limits: options.limits, at: now)
    guard (try? poller.add(connection.socket, connection.watched, token: lastID)) != nil else {
      return
    }
    connections[lastID] = connection
    deadlines.set(lastID, at: connection.patience.deadline(options.limits))
  }

  /// Makes room by closing the connection that has been waiting for a request the longest.
  private func dropIdlest() -> Bool {
    let idle = connections.values.filter { $0.patience.wait == .request }
    let limits = options.limits
    guard
      let idlest = idle.min(by: {
        ($0.patience.deadline(limits) ?? now) < ($1.patience.deadline(limits) ?? now)
      })
    else { return false }
    drop(idlest)
    return true
  }

  /// Ends a connection and forgets it; its descriptor is freed when the last reference goes.
  func drop(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    deadlines.set(connection.id, at: nil)
    // A handler that still runs may hold the last reference for long.
    poller.remove(connection.socket)
    connection.socket.shutDown()
    if let session = connection.session {
      session.end(.broken)
      // After an orderly end the handler may still work on what came before it.
      connection.exchange?.task = nil
    }
    connection.exchange?.abandon()
    connection.exchange = nil
    if isStopping, connections.isEmpty { isOver = true }
    if isFull {
      isFull = false
      watchListeners(.read)
    }
  }

  private func watchListeners(_ interest: Poller.Interest) {
    for (index, listener) in listeners.enumerated() {
      try? poller.change(listener.descriptor, interest, token: UInt64(index))
    }
  }

  private func serve(_ connection: Connection, _ readiness: Poller.Interest) {
    if readiness.contains(.read), connection.watched.contains(.read) {
      switch buffer.receive(from: connection, discarding: connection.ending != .open) {
      case .bytes:
        connection.moved = true
        advance(connection)
      case .notYet: settle(connection)
      case .closed: lost(connection)
      }
    } else if !readiness.isDisjoint(with: [.hangUp, .broken]) {
      lost(connection)
    } else {
      settle(connection)
    }
  }

  /// The client sends no more; what it is still owed is sent, a running handler is let go.
  private func lost(_ connection: Connection) {
    guard connection.ending == .open, connection.exchange == nil, !connection.output.isEmpty else {
      drop(connection)
      return
    }
    connection.ending = .afterOutput
    settle(connection)
  }

  /// Sends what waits and decides how the connection goes on; ends every step on a connection.
  func settle(_ connection: Connection) {
    guard connections[connection.id] === connection else { return }
    switch send(connection) {
    case .bytes: connection.moved = true
    case .notYet: break
    case .closed:
      drop(connection)
      return
    }
    if connection.output.isEmpty {
      switch connection.ending {
      case .afterOutput:
        drop(connection)
        return
      case .afterOutputAndFarewell:
        connection.socket.endSending()
        connection.ending = .farewell
      case .open, .farewell: break
      }
    }
    if connection.output.count < Limits.queuedOutput, let writing = connection.exchange?.writing {
      connection.exchange?.writing = nil
      writing.resume()
    }
    let interest = connection.interest
    if interest != connection.watched {
      if interest.contains(.read), !connection.watched.contains(.read) {
        connection.session?.pulse.hears(at: now)
      }
      connection.watched = interest
      guard (try? poller.change(connection.socket, interest, token: connection.id)) != nil else {
        drop(connection)
        return
      }
    }
    connection.patience.waits(for: connection.wait, moved: connection.moved, at: now)
    connection.moved = false
    deadlines.set(connection.id, at: connection.deadline(options.limits))
  }

  /// Hands the kernel what it takes, and lets messages follow that have been waiting for room.
  private func send(_ connection: Connection) -> Transferred {
    var result = connection.output.flush(to: connection.socket)
    while case .bytes = result, let session = connection.session {
      let more = session.takeWaiting(behind: connection.output.count)
      if more.isEmpty { break }
      connection.output.append(more)
      if connection.output.flush(to: connection.socket) == .closed { result = .closed }
    }
    return result
  }
}

extension Listener {
  /// Listens on both loopback addresses with one port, or on the older one where there is no other.
  static func bothLoopbacks(port: UInt16) throws(SocketError) -> [Listener] {
    // A port that the kernel chose on one address may be taken on the other: it may choose again.
    for attempt in 0..<8 {
      let older = try Listener(.v4, port: port)
      do throws(SocketError) {
        return [older, try Listener(.v6, port: older.port)]
      } catch .addressUnavailable {
        return [older]
      } catch .portInUse where port == 0 && attempt < 7 {
        continue
      }
    }
    throw .portInUse(port)
  }
}
