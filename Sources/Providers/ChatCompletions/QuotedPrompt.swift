import Dialogue

extension ProviderError.Fault {
  /// The same without the server's message, where that repeats what somebody said.
  ///
  /// Some servers quote the request in their complaint; what was said must not reach a screen or a
  /// log that way. Sixteen characters in a row are no accident.
  func keepingQuiet(about prompt: Prompt) -> Self {
    switch self {
    case .forbidden(let words): .forbidden(QuotedPrompt.checked(words, prompt))
    case .modelMissing(let words): .modelMissing(QuotedPrompt.checked(words, prompt))
    case .busy(let words): .busy(QuotedPrompt.checked(words, prompt))
    case .failed(let status, let words):
      .failed(status: status, QuotedPrompt.checked(words, prompt))
    case .addressRefused, .redirected, .nameUnknown, .unreachable, .notTrusted, .tooSlow,
      .thinksTooLong,
      .loading, .refusedKey, .notAModelServer, .silent, .brokeOff, .tooLarge, .internalFailure:
      self
    }
  }
}

/// Finds words of a prompt in a message.
private enum QuotedPrompt {
  private static let run = 16

  static func checked(_ message: String?, _ prompt: Prompt) -> String? {
    guard let message else { return nil }
    let shown = Array(message.lowercased().unicodeScalars)
    let said = prompt.messages.map { Array($0.text.lowercased().unicodeScalars) }
    guard shown.count >= run else {
      return said.contains { !$0.isEmpty && contains(shown, $0[...]) } ? nil : message
    }
    var runs: Set<[Unicode.Scalar]> = []
    for start in 0...(shown.count - run) { runs.insert(Array(shown[start..<start + run])) }
    for text in said {
      if text.count < run {
        if text.count >= 4, contains(shown, text[...]) { return nil }
        continue
      }
      for start in 0...(text.count - run) where runs.contains(Array(text[start..<start + run])) {
        return nil
      }
    }
    return message
  }

  private static func contains(
    _ text: [Unicode.Scalar], _ part: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains {
      text[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
