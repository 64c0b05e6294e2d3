import Dialogue
import FoundationEssentials
import HTTPServer
import Journal

/// Why a request gets no answer but an error.
public struct Refused: Error, Sendable, Equatable {
  let status: Status
  let code: String
  let message: String
  let action: String?

  init(_ status: Status, _ code: String, _ message: String, action: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.action = action
  }

  /// There is no such thing.
  public static func missing(_ message: String, action: String? = nil) -> Refused {
    Refused(.notFound, "not_found", message, action: action)
  }

  /// What was sent can't be taken.
  public static func unusable(_ message: String, action: String? = nil) -> Refused {
    Refused(.badRequest, "bad_request", message, action: action)
  }

  /// It can't be done as things stand.
  public static func conflict(_ message: String, action: String? = nil) -> Refused {
    Refused(Status(409), "conflict", message, action: action)
  }

  /// The answer for an error of the parts behind a door.
  init(_ error: any Error) {
    if let known = error as? Refused {
      self = known
      return
    }
    let problem = Problem.from(error)
    let status: Status =
      switch problem.code {
      case .wrongUse, .addressRefused: .badRequest
      case .configurationInvalid: Status(409)
      case .diskFull: Status(507)
      case .unexpected: .internalError
      default: .unavailable
      }
    self.init(status, problem.code.rawValue, problem.message, action: problem.action)
  }

  /// The error as the answer that says so.
  var response: Response {
    .json(Wire(error: .init(code: code, message: message, action: action)), status)
  }

  private struct Wire: Encodable {
    struct Error: Encodable {
      var code: String
      var message: String
      var action: String?
    }

    var error: Error
  }
}

extension Response {
  /// An answer in JSON, which no cache keeps.
  static func json(_ value: some Encodable, _ status: Status = .ok) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The types of answers hold texts, whole numbers and finite ones, which always become JSON.
    let bytes = (try? encoder.encode(value)).map { Array($0) } ?? []
    return Response(
      status, headers: ["content-type": "application/json", "cache-control": "no-store"],
      body: .bytes(bytes + [0x0A]))
  }
}
