public import Dialogue
import Journal
import Transport

/// What can go wrong between Kith and a model server, and which server it was.
public struct ProviderError: Error, Sendable, Equatable {
  /// What went wrong.
  public enum Fault: Sendable, Equatable {
    /// The address may not be used; the payloads are one sentence each: what is wrong, what to do.
    case addressRefused(String, action: String)
    /// The server answered with another address.
    case redirected
    /// No server has this name.
    case nameUnknown
    /// Nothing answers at the port.
    case unreachable
    /// The certificate is not valid.
    case notTrusted
    /// It took too long.
    case tooSlow
    /// The model thought for too long without a word of a reply.
    case thinksTooLong
    /// The model is still being loaded.
    case loading
    /// The key is missing or wrong.
    case refusedKey
    /// The key is right, but this is not allowed; the payload is the server's message.
    case forbidden(String?)
    /// There is no such model; the payload is the server's message.
    case modelMissing(String?)
    /// Too many requests; the payload is the server's message.
    case busy(String?)
    /// The server could not answer; the payloads are its status, if that told, and its message.
    case failed(status: Int?, String?)
    /// What answers is no model server.
    case notAModelServer
    /// The reply holds nothing.
    case silent
    /// The connection ended before the reply began.
    case brokeOff
    /// The reply is larger than a reply may be.
    case tooLarge
    /// Something in this program or its libraries failed; the payload is a code.
    case internalFailure(Int32)
  }

  /// What went wrong.
  public var fault: Fault
  /// Who is meant: `host:port`, or "the built-in model".
  public var server: String

  /// An error of `server`.
  public init(_ fault: Fault, server: String) {
    self.fault = fault
    self.server = server
  }
}

extension ProviderError.Fault {
  /// What an error of the transport means here.
  init(_ error: TransportError) {
    self =
      switch error {
      case .address(let fault): .addressRefused(fault.sentence, action: fault.action)
      case .ledElsewhere:
        .addressRefused(
          "The name of the server leads out of your own network.",
          action: "Write https:// in front of it, or use a server of your own network.")
      case .outOfReach:
        .addressRefused(
          "The chosen way of hearing, thinking and speaking does not include this server.",
          action: "Choose another way in the settings, or another server.")
      case .nameUnknown: .nameUnknown
      case .unreachable, .tooSlow(.connecting): .unreachable
      case .tooSlow: .tooSlow
      case .notTrusted: .notTrusted
      case .tooLarge: .tooLarge
      case .notHTTP, .notWebSocket: .notAModelServer
      case .webSocketRefused(let status):
        Refusal.fault(ResponseHead(status: status), body: [], key: nil)
      case .laneFull: .busy(nil)
      case .brokeOff: .brokeOff
      case .socketPathTooLong: .internalFailure(-1)
      case .failed(let code): .internalFailure(code)
      }
  }
}

extension ProviderError: ProblemConvertible {
  public var problem: Problem {
    let (code, message, action) = told
    return Problem(code, message, action: action, details: details)
  }

  /// The server's own words: they are for the curious, and never stand where a person is told.
  private var details: String? {
    switch fault {
    case .forbidden(let words), .modelMissing(let words), .busy(let words): words
    case .failed(let status?, let words?): "status \(status): \(words)"
    case .failed(let status, let words): status.map { "status \($0)" } ?? words
    default: nil
    }
  }

  private var told: (ProblemCode, message: String, action: String) {
    let name = server.prefix(1).uppercased() + server.dropFirst()
    return switch fault {
    case .addressRefused(let message, let action):
      (.addressRefused, "\(message) Nothing was sent to \(server).", action)
    case .redirected:
      (
        .addressRefused, "\(name) tried to send the request elsewhere, which was not followed.",
        "Give the address where the model really is."
      )
    case .nameUnknown:
      (
        .brainUnreachable, "No server called \(server) was found.",
        "Check the name and the network."
      )
    case .unreachable:
      (
        .brainUnreachable, "Nothing answers at \(server).",
        "Start the model server there, or check its address and port."
      )
    case .notTrusted:
      (
        .brainUnreachable, "\(name) has no valid certificate.",
        "Check the address; on your own network http:// may be used instead."
      )
    case .tooSlow:
      (
        .brainTooSlow, "\(name) took too long to answer.",
        "Try again, or choose a smaller model."
      )
    case .thinksTooLong:
      (
        .brainTooSlow, "\(name) thought for minutes without saying a word, and was stopped.",
        "Ask again, or choose a model that thinks less."
      )
    case .loading:
      (.brainWaking, "\(name) is still loading its model.", "Wait a little and try again.")
    case .internalFailure(let code):
      (
        .brainFailed, "The request to \(server) failed (code \(code)).",
        "Try again; if it stays, run kith doctor."
      )
    case .refusedKey, .forbidden, .modelMissing, .busy, .failed, .notAModelServer, .silent,
      .brokeOff, .tooLarge:
      answered(name)
    }
  }

  /// What is told when the server did answer.
  private func answered(_ name: String) -> (ProblemCode, message: String, action: String) {
    return switch fault {
    case .refusedKey:
      (.brainRefusedKey, "\(name) refused the key.", "Check the key of this server.")
    case .forbidden:
      (
        .brainForbidden, "\(name) does not allow this.", "Use a key that may, or another model."
      )
    case .modelMissing:
      (
        .brainModelMissing, "\(name) does not have the model.",
        "Choose a model that is there, or load it on the server."
      )
    case .busy:
      (.brainBusy, "\(name) has too much to do.", "Try again in a minute.")
    case .failed:
      (.brainFailed, "\(name) could not answer.", "Try again; if it stays, look at the server.")
    case .notAModelServer:
      (
        .brainNotAModelServer, "What answers at \(server) is not a model server.",
        "Check the address, the port and the path; many servers want /v1 at the end."
      )
    case .silent:
      (
        .brainSilent, "\(name) answered with nothing.",
        "Say it again; if it stays silent, choose another model."
      )
    case .brokeOff:
      (.brainBrokeOff, "\(name) hung up before it answered.", "Try again, or look at the server.")
    case .tooLarge:
      (
        .brainFailed, "\(name) sent more than a reply may hold.",
        "Try again, or choose another model."
      )
    default:
      (.unexpected, "\(name) failed.", "Report this: it is a fault.")
    }
  }
}
