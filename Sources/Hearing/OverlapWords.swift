/// What the words said over a reply mean for it.
public enum OverlapWords: Sendable, Equatable {
  /// No words could be made out, or a single one, which is mostly guesswork.
  case none
  /// They are the reply itself, come back through the microphone.
  case echo
  /// They only say that somebody listens: "mm-hm", "right", laughter.
  case listening
  /// They ask for silence at once: "stop", "wait", "no".
  case stop
  /// Somebody says something.
  case something

  /// Judges words heard over a reply.
  ///
  /// - Parameters:
  ///   - heard: The words of the microphone, in small letters, in order.
  ///   - played: The words that were being played then, in small letters, in order.
  public init(_ heard: [String], over played: [String]) {
    if heard.isEmpty {
      self = .none
    } else if EchoWords.isEcho(heard, of: played) {
      self = .echo
    } else if heard.allSatisfy(Self.isListening) {
      self = .listening
    } else if heard.count <= 4,
      heard.drop(while: Self.isListening).prefix(2).contains(where: Self.stops.contains)
    {
      self = .stop
    } else {
      // One word of so little sound may be anything: it proves nobody.
      self = heard.count == 1 ? .none : .something
    }
  }

  private static let stops: Set<String> = [
    "stop", "wait", "no", "quiet", "enough", "shush", "silence", "pause", "hold",
  ]

  private static let listenings: Set<String> = [
    "mm", "mmm", "hm", "hmm", "hmmm", "mhm", "mm-hm", "mm-hmm", "mmhm", "mmhmm", "uh", "uh-huh",
    "huh",
    "um", "ah", "aha", "oh", "ooh", "yeah", "yep", "yup", "yes", "right", "okay", "ok", "sure",
    "i", "see", "cool", "nice", "wow", "true", "ha", "haha", "heh", "hehe", "hee",
  ]

  private static func isListening(_ word: String) -> Bool {
    listenings.contains(word) || isLaughter(word)
  }

  /// "hahaha", "ha-ha", "heh-heh" however long.
  private static func isLaughter(_ word: String) -> Bool {
    let letters = Set(word.filter(\.isLetter))
    return word.count >= 3 && letters.contains("h") && letters.count == 2
      && letters.isSubset(of: ["h", "a", "e", "i", "o"])
  }
}
