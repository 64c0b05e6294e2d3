/// An order to Kith itself, which no model ever sees.
public enum SpokenCommand: Sendable, Equatable {
  /// Stop talking, or ringing.
  case stop
  /// Go on with what was interrupted.
  case keepGoing
  /// Begin a new conversation.
  case startOver
  /// Listen no more.
  case sleep
  /// Listen to another phrase from now on; ``PhraseToWake/isUsable`` tells whether it can be one.
  case wakePhrase(PhraseToWake)
  /// Keep this in mind.
  case remember(String)
  /// Forget what was said about this; nil for what was said last.
  case forget(String?)
  /// Forget everything.
  case forgetAll
  /// Tell what is kept about this.
  case recall(String)
  /// Change how loud the voice is.
  case loudness(Loudness)
  /// Change how fast the voice is.
  case pace(Pace)

  /// A change of loudness.
  public enum Loudness: String, Sendable, CaseIterable {
    case louder, quieter, mute, unmute
  }

  /// A change of speed.
  public enum Pace: Sendable, CaseIterable {
    case slower, faster, usual
  }

  /// A phrase that shall wake the companion.
  public struct PhraseToWake: Sendable, Equatable {
    /// Its words in small letters.
    public var words: [String]

    /// The phrase as it is shown.
    public var text: String { words.joined(separator: " ") }

    /// One to four words.
    public var isUsable: Bool {
      (1...4).contains(words.count) && text.utf8.count <= 40
    }
  }

  /// Where the conversation is when something is said.
  public enum Moment: Sendable, Equatable {
    /// A reply is heard, or was until these words stopped it.
    case speaking
    /// A timer or an alarm rings.
    case ringing
    /// All is quiet.
    case open
  }

  /// What words are at a moment.
  public enum Meaning: Sendable, Equatable {
    /// Something to be answered.
    case turn
    /// A sign of listening: whoever talks goes on.
    case backchannel
    /// Something else than that, said over a reply.
    case interruption
    /// An order.
    case command(SpokenCommand)
  }

  /// Finds out what `text` is.
  ///
  /// - Parameters:
  ///   - text: What was said or written.
  ///   - moment: Where the conversation is.
  ///   - name: The companion's name, with which an order may begin or end.
  /// - Returns: An order only when all the words are one; a word of an order inside a sentence is
  ///   none.
  public static func meaning(
    of text: String, at moment: Moment = .open, name: String
  ) -> Meaning {
    let words = SpokenWords.of(text)
    guard !words.isEmpty else { return .turn }
    let bare = Courtesy.removed(from: words, name: name)
    switch moment {
    case .speaking:
      if isStop(words, bare.words) { return .command(.stop) }
      if Backchannel.isOne(words) { return .backchannel }
    case .ringing:
      if isStop(words, bare.words) || endsRing(words, bare.words) { return .command(.stop) }
    case .open: break
    }
    if let command = command(text, words, bare) { return .command(command) }
    return moment == .speaking ? .interruption : .turn
  }

  private static func isStop(_ words: [String], _ bare: [String]) -> Bool {
    let parts = CommandPhrases.stopping.parts(of: words) ?? CommandPhrases.stopping.parts(of: bare)
    return parts?.contains(true) ?? false
  }

  private static func endsRing(_ words: [String], _ bare: [String]) -> Bool {
    CommandPhrases.endingRing[words] != nil || CommandPhrases.endingRing[bare] != nil
  }

  private static func command(
    _ text: String, _ words: [String], _ bare: Courtesy.Bare
  ) -> SpokenCommand? {
    // Some are made of words that are only politeness elsewhere.
    if let known = CommandPhrases.orders[words] ?? CommandPhrases.orders[bare.words] {
      return known
    }
    return NoteCommand.read(text, bare) ?? wakePhrase(words, bare.words)
  }

  private static func wakePhrase(_ words: [String], _ bare: [String]) -> SpokenCommand? {
    // The phrase may end with the companion's name, so only what stands before is taken away.
    let start = words.indices.first { words[$0...].starts(with: bare) } ?? 0
    var rest = words[start...]
    for length in stride(from: min(CommandPhrases.waking.longest, rest.count - 1), to: 1, by: -1)
    where CommandPhrases.waking[rest.prefix(length)] != nil {
      rest = rest.dropFirst(length)
      for ending in [["please"], ["thanks"], ["thank", "you"], ["from", "now", "on"]]
      where rest.count > ending.count && rest.suffix(ending.count) == ending[...] {
        rest = rest.dropLast(ending.count)
      }
      return .wakePhrase(PhraseToWake(words: Array(rest)))
    }
    return nil
  }
}
