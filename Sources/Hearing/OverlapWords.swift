/// What the words said over a reply mean for it.
public enum OverlapWords: Sendable, Equatable, CaseIterable {
  /// No words could be made out.
  case none
  /// They are the reply itself, come back through the microphone.
  case echo
  /// They only say that somebody listens: "mm-hm", "right", laughter.
  case listening
  /// They ask for silence at once: "stop", "wait", "no".
  case stop
  /// A single word, which is guesswork where so little was said.
  case word
  /// Several words that hardly mean anything yet: "and then", "yes, he".
  case vague
  /// Somebody says something.
  case something

  /// Judges words heard over a reply.
  ///
  /// - Parameters:
  ///   - heard: The words of the microphone, in small letters, in order.
  ///   - played: The words that were being played then, in small letters, in order.
  public init(_ heard: [String], over played: [String]) {
    let said = Array(heard.drop(while: Self.isListening))
    let rest = said.filter { !Self.isListening($0) }
    if heard.isEmpty {
      self = .none
    } else if EchoWords.isEcho(heard, of: played) {
      self = .echo
    } else if said.isEmpty {
      self = .listening
    } else if heard.count <= 4, said.prefix(2).contains(where: Self.stops.contains) {
      self = .stop
    } else if heard.count == 1 {
      self = .word
    } else if rest.count < 2 || rest.allSatisfy(Self.particles.contains) {
      // A backchannel cut off in its last word sounds like this; what is said goes on.
      self = .vague
    } else {
      self = .something
    }
  }

  /// What they mean where the sound they were made out of was hardly a voice.
  var ifUnclear: OverlapWords {
    self == .word || self == .something ? .vague : self
  }

  /// Whether somebody may be in the middle of saying something.
  var saysSomething: Bool {
    switch self {
    case .word, .vague, .something: true
    case .none, .echo, .listening, .stop: false
    }
  }

  private static let stops: Set<String> = [
    "stop", "wait", "no", "quiet", "enough", "shush", "silence", "pause", "hold",
  ]

  private static let listenings: Set<String> = [
    "mm", "mmm", "hm", "hmm", "hmmm", "mhm", "mm-hm", "mm-hmm", "mmhm", "mmhmm", "uh", "uh-huh",
    "huh", "um", "ah", "aha", "oh", "ooh", "yeah", "yep", "yup", "yes", "right", "okay", "ok",
    "sure", "i", "see", "cool", "nice", "wow", "true", "ha", "haha", "heh", "hehe", "hee",
  ]

  /// Words that join others and mean nothing alone: a recogniser makes them of any short sound.
  private static let particles: Set<String> = [
    "a", "an", "the", "and", "but", "or", "so", "then", "of", "to", "in", "on", "at", "by", "for",
    "from", "with", "as", "out", "up", "he", "she", "it", "we", "you", "they", "me", "him", "her",
    "us", "them", "his", "its", "our", "your", "their", "my", "is", "are", "was", "were", "be",
    "been", "am", "do", "does", "did", "has", "have", "had", "that", "this", "there", "what", "who",
    "how", "if", "well", "because", "cause",
  ]

  private static func isListening(_ word: String) -> Bool {
    listenings.contains(word) || isLaughter(word)
  }

  /// "hahaha", "ha-ha", "heh-heh" however long, and "ta-ha".
  private static func isLaughter(_ word: String) -> Bool {
    if word.hasSuffix("-ha") { return true }
    let letters = Set(word.filter(\.isLetter))
    return word.count >= 3 && letters.contains("h") && letters.count == 2
      && letters.isSubset(of: ["h", "a", "e", "i", "o"])
  }
}
