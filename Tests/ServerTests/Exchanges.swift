import Glibc
import Sockets
import TestSupport
import Threads

/// What a server answered to one request.
struct Answer: Equatable, Sendable {
  var status = 0
  var headers: [String: String] = [:]
  var body = ""
  /// The body before it was taken for text.
  var bytes: [UInt8] = []
}

struct NoAnswer: Error {}

/// Sends one request on a connection of its own and reads until the server closes.
///
/// - Parameters:
///   - port: Where the server listens.
///   - line: Method and path, such as `GET /`.
///   - fields: More header lines, each with CR LF.
///   - body: The body.
/// - Returns: The answer; the bodies here are short, so chunks are simply joined.
/// - Throws: ``NoAnswer`` when the connection failed or ended early.
func exchange(
  _ port: UInt16, _ line: String, _ fields: String = "", body: String = ""
) async throws -> Answer {
  let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
  let request =
    "\(line) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\(fields)\(length)\r\n\(body)"
  let bytes: [UInt8] = try await withCheckedThrowingContinuation { done in
    do {
      try startThread(named: "test-client") {
        done.resume(with: Result { try converse(port, Array(request.utf8)) })
      }
    } catch {
      done.resume(throwing: error)
    }
  }
  let text = String(decoding: bytes, as: UTF8.self)
  guard let end = text.firstRange(of: "\r\n\r\n"),
    let head = bytes.firstRange(of: Array("\r\n\r\n".utf8))
  else { throw NoAnswer() }
  var answer = Answer()
  answer.bytes = Array(bytes[head.upperBound...])
  let lines = text[..<end.lowerBound].split(separator: "\r\n")
  answer.status = Int(lines[0].split(separator: " ")[1]) ?? 0
  for line in lines.dropFirst() {
    let parts = line.split(separator: ": ", maxSplits: 1)
    answer.headers[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
  }
  answer.body = String(text[end.upperBound...])
  if answer.headers["transfer-encoding"] == "chunked" {
    answer.body = joined(chunks: answer.body)
  }
  return answer
}

private func converse(_ port: UInt16, _ request: [UInt8]) throws -> [UInt8] {
  let socket = try connected(port)
  _ = request.withUnsafeBytes { socket.send($0) }
  var all: [UInt8] = []
  var room = [UInt8](repeating: 0, count: 4096)
  while case .bytes(let count) = room.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
    all += room[..<count]
  }
  return all
}

private func joined(chunks: String) -> String {
  var rest = chunks.utf8[...]
  var body: [UInt8] = []
  while let end = rest.firstIndex(of: 13),
    let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size > 0
  {
    let start = rest.index(end, offsetBy: 2)
    body += rest[start...].prefix(size)
    guard let next = rest.index(start, offsetBy: size + 2, limitedBy: rest.endIndex) else { break }
    rest = rest[next...]
  }
  return String(decoding: body, as: UTF8.self)
}
