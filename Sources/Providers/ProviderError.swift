public import Dialogue
import Journal
public import Transport

/// What can go wrong with a model server, and which server it was.
public struct ProviderError: Error, Sendable, Equatable {
  /// What went wrong.
  public var fault: Fault
  /// Who is meant, as it stands in a sentence: "the model server at box:8080", "the built-in model".
  public var server: String

  /// An error of `server`.
  public init(_ fault: Fault, server: String) {
    self.fault = fault
    self.server = server
  }

  /// What can go wrong.
  public enum Fault: Error, Sendable, Equatable {
    /// The address can't be used.
    case address(AddressFault)
    /// The request or its response did not get through.
    case transport(TransportError)
    /// The server wants a key, or another one: status 401.
    case refusedKey
    /// The key may not use this model: status 403.
    case forbidden
    /// The server does not have the model; the payload is what it says.
    case modelMissing(String?)
    /// The server has too much to do.
    case busy
    /// The server or its model did not wake in time.
    case waking
    /// The server sends requests elsewhere.
    case redirected
    /// The server says that it failed; the payload is what it says, if that may be shown.
    case failed(String?)
    /// What answers is no model server.
    case notAModelServer
    /// The reply can't be read.
    case unreadable
    /// The model said nothing; `thought` tells that it only thought, `wasCut` that it had no room left.
    case silent(thought: Bool, wasCut: Bool)
    /// The first word did not come in time.
    case tooSlow
  }
}

extension ProviderError: ProblemConvertible {
  /// What a person is told.
  public var problem: Problem {
    switch fault {
    case .address(let fault), .transport(.address(let fault)):
      Problem(.addressRefused, fault.sentence, action: fault.action)
    case .transport(let error): problem(of: error)
    case .refusedKey:
      Problem(
        .brainRefusedKey, "\(name) refused the key.",
        action: "Check the key for the model server (KITH_BRAIN_KEY).")
    case .forbidden:
      Problem(
        .brainForbidden, "\(name) does not allow this model with this key.",
        action: "Choose another model, or allow it on the server.")
    case .modelMissing(let words):
      Problem(
        .brainModelMissing, "\(name) does not have the model." + Self.quoted(words),
        action: "Load the model on the server, or name another with --model.")
    case .busy:
      Problem(
        .brainBusy, "\(name) has too much to do.",
        action: "Wait a moment and say it again.")
    case .waking:
      Problem(
        .brainWaking, "\(name) is still loading its model.",
        action: "Wait until the model is loaded and say it again.")
    case .redirected:
      Problem(
        .addressRefused, "\(name) tried to send Kith elsewhere.",
        action: "Give the address where it really is.")
    case .failed(let words):
      Problem(
        .brainFailed, "\(name) failed." + Self.quoted(words),
        action: "Look at the server's own messages, then say it again.")
    case .notAModelServer:
      Problem(
        .brainNotAModelServer, "What answers at this address is not a model server.",
        action: "Check the address and the port: 11434 is Ollama's, 8080 llama.cpp's.")
    case .unreadable:
      Problem(
        .brainFailed, "\(name) sent something that can't be read.",
        action: "Say it again; if it stays, update the server or use another.")
    case .silent(let thought, let wasCut):
      Problem(
        .brainSilent,
        thought
          ? "\(name) only thought\(wasCut ? ", ran out of room," : "") and said nothing."
          : "\(name) answered with nothing.",
        action: thought ? "Turn its thinking off, or use another model." : "Say it again.")
    case .tooSlow:
      Problem(
        .brainTooSlow, "\(name) did not begin to answer in time.",
        action: "Say it again; a smaller model answers sooner.")
    }
  }

  /// The server at the beginning of a sentence.
  private var name: String { server.prefix(1).uppercased() + server.dropFirst() }

  private static func quoted(_ words: String?) -> String {
    words.map { " It says: \($0)" } ?? ""
  }

  private func problem(of error: TransportError) -> Problem {
    switch error {
    case .nameUnknown:
      Problem(
        .brainUnreachable, "No machine with the name of \(server) was found.",
        action: "Check the name, or use the number of the machine.")
    case .unreachable, .tooSlow(.connecting), .failed, .socketPathTooLong, .address:
      Problem(
        .brainUnreachable, "\(name) can't be reached.",
        action: "Start it, and check that it listens on the network and at this port.")
    case .ledElsewhere:
      Problem(
        .addressRefused, "The name of \(server) leads out of your own network.",
        action: "Use an https address, or the number of the machine.")
    case .notTrusted:
      Problem(
        .brainUnreachable, "The certificate of \(server) is not valid.",
        action: "Check the address and the server's certificate.")
    case .notHTTP:
      Problem(
        .brainNotAModelServer, "What answers at this address is not a model server.",
        action: "Check the address and the port: 11434 is Ollama's, 8080 llama.cpp's.")
    case .tooLarge:
      Problem(
        .brainFailed, "\(name) sent more than a reply can hold.",
        action: "Say it again; if it stays, update the server or use another.")
    case .brokeOff, .tooSlow(.pause), .tooSlow(.whole):
      Problem(
        .brainBrokeOff, "\(name) stopped in the middle of its answer.",
        action: "Say it again.")
    case .tooSlow(.firstByte):
      Problem(
        .brainTooSlow, "\(name) did not begin to answer in time.",
        action: "Say it again; a smaller model answers sooner.")
    }
  }
}
