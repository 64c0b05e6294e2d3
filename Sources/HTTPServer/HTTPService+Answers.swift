import Glibc
import Journal

extension HTTPService {
  /// Sends the answer of a handler.
  func answer(_ id: ExchangeID, _ given: Response) async {
    guard let connection = live(id), let exchange = connection.exchange else { return }
    var response = given
    if !response.headers.areWritable {
      journal.note(.error, "an answer had a header field with control characters")
      response = Response(Refusal(.internalError, "Something went wrong in here."))
    }
    let isSilent = exchange.request.method == "HEAD" || response.status.isBodiless
    switch response.body {
    case .bytes(let bytes):
      let framing = ResponseEncoder.Framing.length(bytes.count)
      var head = begin(response, response.status.isBodiless ? .none : framing, on: connection)
      if !isSilent, bytes.count < 16 << 10 {
        head += bytes  // one packet, one call
        connection.output.append(head)
      } else {
        connection.output.append(head)
        if !isSilent { connection.output.append(bytes) }
      }
      finish(connection)
    case .stream(let produce):
      let framing: ResponseEncoder.Framing =
        response.status.isBodiless
        ? .none : exchange.request.isVersion10 ? .untilClose : .chunks
      connection.output.append(begin(response, framing, on: connection))
      if isSilent {
        finish(connection)
      } else {
        settle(connection)
        await stream(produce, to: id)
      }
    case .webSocket(let limits, let converse):
      await upgrade(id, limits, converse)
    }
  }

  private func stream(
    _ produce: @Sendable (ResponseWriter) async throws -> Void, to id: ExchangeID
  ) async {
    do {
      try await produce(ResponseWriter(service: self, exchange: id))
    } catch {
      if let connection = live(id) { drop(connection) }
      return
    }
    guard let connection = live(id) else { return }
    if connection.exchange?.framing == .chunks {
      connection.output.append(ResponseEncoder.lastChunk)
    }
    finish(connection)
  }

  /// Writes the head of an answer and decides whether the connection outlives it.
  private func begin(
    _ response: Response, _ framing: ResponseEncoder.Framing, on connection: Connection
  ) -> [UInt8] {
    let exchange = connection.exchange
    // A body nobody has read would have to be skipped, however long it is: closing is simpler.
    let closes =
      isStopping || framing == .untilClose || exchange?.request.keepsAlive != true
      || exchange?.isBodyWhole != true || connection.begun >= options.limits.requestsPerConnection
    connection.exchange?.framing = framing
    connection.exchange?.closes = closes
    connection.exchange?.owesInterim = false
    return encoder.head(response, framing, closes: closes, now: time(nil))
  }

  /// Ends an exchange whose answer is written, and turns to the client's next request.
  private func finish(_ connection: Connection) {
    guard let exchange = connection.exchange else { return }
    connection.exchange = nil
    exchange.reading?.resume(throwing: HTTPError.gone)
    if exchange.closes || isStopping {
      connection.ending = exchange.isBodyWhole ? .afterOutput : .afterOutputAndFarewell
    }
    advance(connection)
  }

  /// Sends a piece of a streamed answer, and waits while too much is queued.
  func write(_ bytes: [UInt8], to id: ExchangeID) async throws {
    guard let connection = live(id), let exchange = connection.exchange, exchange.writing == nil,
      let framing = exchange.framing
    else { throw HTTPError.gone }
    connection.output.append(framing == .chunks ? ResponseEncoder.chunk(bytes) : bytes)
    settle(connection)
    guard live(id) != nil else { throw HTTPError.gone }
    if connection.output.count < Limits.queuedOutput { return }
    try await withCheckedThrowingContinuation { connection.exchange?.writing = $0 }
  }
}
