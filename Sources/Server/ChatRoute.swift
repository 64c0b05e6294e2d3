import Dialogue
import FoundationEssentials
import HTTPServer
import Journal

/// What happens while Kith answers something written.
public enum ChatEvent: Sendable, Equatable {
  /// What the person wrote is kept, as the turn with this id.
  case kept(Int64)
  /// The model is not ready and is being waited for.
  case waking
  /// More of the reply.
  case text(String)
  /// The reply is over; whether it is whole, and the turn it was kept as.
  case done(complete: Bool, reply: Int64?)
}

/// Answers something written by the person, as it goes.
///
/// Ends after `done`, or with an error that becomes a ``Dialogue/Problem``. The stream is dropped when
/// the client goes away.
public typealias ChatHandler = @Sendable (String) -> AsyncThrowingStream<ChatEvent, any Error>

/// `POST /kith/chat`: `{"text": …}` in, events out (`text/event-stream`).
///
/// Every event is one ``ChatLine``: `{"acknowledged": …}` when the words are kept, `{"waking": true}`
/// while the model is not ready yet, `{"text": …}` for more of the reply,
/// `{"done": {"complete": …, "reply": …}}` at the end, or
/// `{"problem": {"code", "message", "action"}}` instead. A client passes over what it does not know.
struct ChatRoute: Sendable {
  private static let longestText = 16 << 10

  let token: AccessToken
  let chat: ChatHandler

  private struct Said: Decodable {
    var text: String
  }

  func answer(_ request: Request, _ body: RequestBody) async throws -> Response {
    guard token.admits(request.headers["authorization"]) else {
      var refusal = failure(
        .unauthorized, "unauthorized", "The token of the running Kith is needed.")
      refusal.headers.append("www-authenticate", "Bearer")
      return refusal
    }
    let type = request.headers["content-type"]?.prefix { $0 != ";" }.lowercased()
    guard type == "application/json" else {
      return failure(
        .unsupportedType, "unsupported_type", "Send JSON (content-type: application/json).")
    }
    let bytes = try await body.collect()
    guard bytes.count <= 2 * Self.longestText else { return tooLong }
    guard let said = try? JSONDecoder().decode(Said.self, from: Data(bytes)),
      said.text.contains(where: { !$0.isWhitespace })
    else {
      return failure(.badRequest, "bad_request", "Send an object with a text that is not empty.")
    }
    guard said.text.utf8.count <= Self.longestText else { return tooLong }
    return Response(
      .ok, headers: ["content-type": "text/event-stream", "cache-control": "no-store"],
      body: .stream { writer in try await reply(to: said.text, writer) })
  }

  private var tooLong: Response {
    failure(.contentTooLarge, "too_long", "The text is longer than \(Self.longestText) bytes.")
  }

  private func reply(to text: String, _ writer: ResponseWriter) async throws {
    do {
      for try await event in chat(text) {
        switch event {
        case .kept(let turn): try await send(ChatLine(acknowledged: turn), writer)
        case .waking: try await send(ChatLine(waking: true), writer)
        case .text(let more): try await send(ChatLine(text: more), writer)
        case .done(let complete, let reply):
          try await send(ChatLine(done: .init(complete: complete, reply: reply)), writer)
        }
      }
    } catch let error as HTTPError {
      throw error
    } catch {
      let problem = Problem.from(error)
      try await send(
        ChatLine(
          problem: .init(
            code: problem.code.rawValue, message: problem.message, action: problem.action)), writer)
    }
  }

  private func send(_ line: ChatLine, _ writer: ResponseWriter) async throws {
    try await writer.write(Array("data: ".utf8) + JSONEncoder().encode(line) + Array("\n\n".utf8))
  }
}
