import FoundationEssentials
import Transport

/// Why a server answered with another status than success.
enum Refusal {
  /// The most bytes that are read of the reason.
  private static let bodyLimit = 64 << 10

  /// Reads the reason.
  ///
  /// - Returns: What it means for a reply.
  /// - Throws: `CancellationError`.
  static func read(
    _ head: ResponseHead, from exchange: Exchange, key: Secret?
  ) async throws -> ProviderError.Fault {
    var body: [UInt8] = []
    do {
      while body.count < bodyLimit, let piece = try await exchange.next(within: .seconds(5)) {
        guard case .bytes(let bytes) = piece else { break }
        body += bytes
      }
    } catch is TransportError {
      // The status says enough.
    }
    return fault(head, body: body, key: key)
  }

  /// What a status and its body mean.
  static func fault(_ head: ResponseHead, body: [UInt8], key: Secret?) -> ProviderError.Fault {
    let words = message(body, head.contentType).flatMap { ServerMessage.shown($0, without: key) }
    switch head.status {
    case 300..<400: return .redirected
    case 401, 407: return .refusedKey
    case 402, 403: return .forbidden(words)
    case 404:
      let isAboutModel = words?.lowercased().contains("model") == true
      return isAboutModel ? .modelMissing(words) : .notAModelServer
    case 405, 501: return .notAModelServer
    case 408, 504: return .tooSlow
    case 429: return .busy(words)
    case 503: return words?.lowercased().contains("loading") == false ? .busy(words) : .loading
    default: return .failed(status: head.status, words)
    }
  }

  private static func message(_ body: [UInt8], _ contentType: String?) -> String? {
    if let object = try? JSONDecoder().decode(ErrorBody.self, from: Data(body)) {
      return object.message
    }
    return contentType == "text/plain" ? String(decoding: body.prefix(4096), as: UTF8.self) : nil
  }
}
