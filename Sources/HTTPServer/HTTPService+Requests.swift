import Glibc
import Journal

extension HTTPService {
  /// Reads on in what a client has sent, as far as its handler keeps up.
  func advance(_ connection: Connection) {
    if let session = connection.session {
      advance(connection, session)
      return
    }
    do throws(Refusal) {
      while connection.ending == .open, try step(connection) {}
    } catch {
      refuse(connection, error)
    }
    settle(connection)
  }

  /// Takes one event off a client's bytes.
  ///
  /// - Returns: Whether there may be more.
  private func step(_ connection: Connection) throws(Refusal) -> Bool {
    // The next request waits until this one is answered, the next piece until there is room.
    if let exchange = connection.exchange, exchange.isBodyWhole || exchange.isFull { return false }
    switch try connection.reader.next() {
    case nil:
      return false
    case .head(let request, let framing):
      try begin(request, framing, on: connection)
    case .body(let piece):
      connection.exchange?.owesInterim = false
      if let reading = connection.exchange?.reading {
        connection.exchange?.reading = nil
        reading.resume(returning: piece)
      } else {
        connection.exchange?.inbox += piece
      }
    case .end:
      connection.exchange?.isBodyWhole = true
      connection.exchange?.reading?.resume(returning: nil)
      connection.exchange?.reading = nil
    }
    return true
  }

  /// Checks who asks whom, and starts the handler.
  private func begin(
    _ request: Request, _ framing: BodyFraming, on connection: Connection
  ) throws(Refusal) {
    guard options.hosts.admits(request.host, port: port) else {
      throw Refusal(
        .misdirected,
        "This server does not go by that name. On its own machine it is http://localhost:\(port)")
    }
    guard options.origins.admits(request) else {
      throw Refusal(.forbidden, "Other pages may not use this server.")
    }
    connection.begun += 1
    let id = ExchangeID(connection: connection.id, number: connection.begun)
    let body = RequestBody(service: self, exchange: id)
    var exchange = Exchange(
      id: id, request: request, owesInterim: request.expectsContinue && framing != .none)
    // The task is cancelled by `Exchange.abandon` when the client goes or the service stops.
    exchange.task = Task { await self.handle(request, body) }
    connection.exchange = exchange
  }

  private func handle(_ request: Request, _ body: RequestBody) async {
    do {
      let response = try await handler(request, body)
      await answer(body.exchange, response)
    } catch {
      guard live(body.exchange) != nil else { return }
      journal.note(.error, "a request could not be answered")
      await answer(
        body.exchange, Response(Refusal(.internalError, "Something went wrong in here.")))
    }
  }

  /// Turns a request away and closes its connection.
  private func refuse(_ connection: Connection, _ refusal: Refusal) {
    journal.note(.debug, "refused a request", ["status": .number(refusal.status.code)])
    if connection.exchange?.framing != nil {
      // Half an answer is out already, so that cutting it is the only honest signal.
      drop(connection)
      return
    }
    connection.exchange?.abandon()
    connection.exchange = nil
    connection.output.append(wholeAnswer(Response(refusal)))
    connection.ending = .afterOutputAndFarewell
  }

  /// The bytes of an answer behind which the connection is closed.
  func wholeAnswer(_ response: Response) -> [UInt8] {
    guard case .bytes(let bytes) = response.body else { return [] }
    return encoder.head(response, .length(bytes.count), closes: true, now: time(nil)) + bytes
  }

  /// Ends a connection whose time has run out.
  func giveUp(_ connection: Connection) {
    if let session = connection.session, connection.ending == .open {
      wake(connection, session)
      return
    }
    switch connection.patience.wait {
    case .head, .body:
      refuse(connection, Refusal(.requestTimeout, "The request took too long to arrive."))
      settle(connection)
    case .request, .reader, .farewell, .handler:
      drop(connection)
    }
  }

  // MARK: What handlers call

  /// The connection of an exchange that still goes on.
  func live(_ id: ExchangeID) -> Connection? {
    guard let connection = connections[id.connection], connection.exchange?.id == id else {
      return nil
    }
    return connection
  }

  func nextPiece(of id: ExchangeID) async throws -> [UInt8]? {
    guard let connection = live(id), let exchange = connection.exchange, exchange.reading == nil
    else { throw HTTPError.gone }
    if !exchange.inbox.isEmpty {
      connection.exchange?.inbox = []
      advance(connection)
      return exchange.inbox
    }
    if exchange.isBodyWhole { return nil }
    if exchange.owesInterim {
      connection.exchange?.owesInterim = false
      // An interim answer can only come before the final one.
      if exchange.framing == nil { connection.output.append(ResponseEncoder.interim) }
      settle(connection)
      guard live(id) != nil else { throw HTTPError.gone }
    }
    return try await withCheckedThrowingContinuation { connection.exchange?.reading = $0 }
  }
}
