import Dialogue
import Hearing
import Language
import Skills
import Sound

extension Conversation {
  /// How much an order changes the speed of the voice.
  private static let paceStep = 0.1

  /// Whether `words` may be shown to a model: orders and what code answers are none of its business.
  ///
  /// Whoever prepares a reply before the turn is over asks this first.
  func isForModel(_ words: String) -> Bool {
    guard let errands, !words.isEmpty else { return true }
    if pending?.isWaiting(at: clock.now()) == true { return false }
    switch SpokenCommand.meaning(of: words, at: .open, name: errands.name) {
    case .command(let command): return command.isForModel
    default: return !KnownAnswer.knows(words, name: errands.name)
    }
  }

  /// Does what `text` orders, or answers what code knows.
  ///
  /// - Parameters:
  ///   - text: What was said or written, to its end.
  ///   - person: The turn it was kept as.
  ///   - turnEnd: When the turn was over.
  /// - Returns: What is said to it; nil when it is for the model.
  /// - Throws: What a store throws.
  func answerOfCode(
    _ text: String, to person: Turn, _ turnEnd: SampleTime
  ) async throws -> CodeAnswer? {
    guard let errands else { return nil }
    if let asked = pending {
      pending = nil
      if let answer = try await answer(to: asked, text, person, errands) { return answer }
    }
    let moment = await moment(of: turnEnd, errands)
    switch SpokenCommand.meaning(of: text, at: moment, name: errands.name) {
    case .command(let command):
      if let answer = try await carryOut(command, person, errands) { return answer }
    case .backchannel:
      // Said over the very end it may be an answer.
      if let rest = rest(), rest.count > 1 { return try await goOn(with: rest, person) }
    case .turn, .interruption: break
    }
    cut = nil
    let known = KnownAnswer(clock: errands.clock, timers: errands.timers, name: errands.name)
    return answer(with: try await known.answer(text, seed: seed(person)))
  }

  // MARK: - Orders

  private func carryOut(
    _ command: SpokenCommand, _ person: Turn, _ errands: Errands
  ) async throws -> CodeAnswer? {
    let choice = Choice(seed: seed(person))
    switch command {
    case .stop:
      try await mark(person, as: .order)
      _ = try await errands.timers?.silence()
      return .silence
    case .keepGoing:
      guard let rest = rest(), !rest.isEmpty else { return nil }
      return try await goOn(with: rest, person)
    case .startOver:
      try await mark(person, as: .freshStart)
      cut = nil
      // They were promised; whoever wants them gone says so.
      let goingOn = await errands.timers?.timers().goingOn
      let start = choice.of(
        "All right, let's start afresh.", "A fresh start, then.", "Gladly. We begin anew.")
      return .words(goingOn.map { "\(start) \($0)" } ?? "\(start) What's on your mind?")
    case .sleep:
      try await mark(person, as: .order)
      tell(.ordered(.sleep))
      return .words(
        choice.of("Good night.", "All right, I'll rest. Until later.", "Until later, then."))
    case .loudness(let wanted):
      try await mark(person, as: .order)
      return .words(change(loudness: wanted, choice))
    case .pace(let wanted):
      try await mark(person, as: .order)
      return .words(try await change(pace: wanted, choice, errands))
    case .wakePhrase(let phrase):
      try await mark(person, as: .order)
      return .words(ask(about: phrase))
    // There is nowhere yet to keep a note, so no promise is made: the model takes it as talk.
    case .remember, .forget, .forgetAll, .recall: return nil
    }
  }

  private func change(loudness change: SpokenCommand.Loudness, _ choice: Choice) -> String {
    guard parts.voice != nil else { return "There is no voice here to change." }
    switch change {
    case .louder:
      tell(.ordered(.louder))
      return choice.of("Is this better?", "Louder it is.", "Like this?")
    case .quieter:
      tell(.ordered(.quieter))
      return choice.of("Is this better?", "Quieter it is.", "Like this?")
    case .mute:
      tell(.ordered(.mute))
      return "My voice is off. Say unmute to hear me again."
    case .unmute:
      tell(.ordered(.unmute))
      return choice.of("Here I am again.", "You can hear me again.")
    }
  }

  private func change(
    pace change: SpokenCommand.Pace, _ choice: Choice, _ errands: Errands
  ) async throws -> String {
    guard parts.voice != nil else { return "There is no voice here to change." }
    let wanted: Double =
      switch change {
      case .slower: parts.rate - Self.paceStep
      case .faster: parts.rate + Self.paceStep
      case .usual: 1
      }
    // Steps of a tenth, without the dust of binary fractions.
    let rounded = (wanted * 10).rounded() / 10
    let rate = min(max(rounded, errands.speeds.lowerBound), errands.speeds.upperBound)
    guard rate != parts.rate else {
      return change == .usual
        ? "This is my usual pace." : "This is as \(change == .slower ? "slow" : "fast") as I can."
    }
    parts.rate = rate
    try await errands.keepSpeed(rate)
    tell(.ordered(.settings))
    switch change {
    case .slower: return choice.of("Is this slow enough?", "I'll take it slower.")
    case .faster: return choice.of("Is this quick enough?", "A little faster, then.")
    case .usual: return "Back to my usual pace."
    }
  }

  private func ask(about phrase: SpokenCommand.PhraseToWake) -> String {
    guard phrase.isUsable else {
      return "A wake phrase has one to four words. Try a shorter one."
    }
    pending = PendingQuestion(.wakePhrase(phrase.text), askedAt: clock.now())
    return Self.question(about: phrase.text)
  }

  private static func question(about phrase: String) -> String {
    "Shall I listen to \"\(phrase)\" once I can be woken by voice? I can't be yet."
  }

  // MARK: - What was asked

  private func answer(
    to asked: PendingQuestion, _ text: String, _ person: Turn, _ errands: Errands
  ) async throws -> CodeAnswer? {
    switch asked.subject {
    case .timerLength(let label):
      guard asked.isWaiting(at: clock.now()) else { return nil }
      let known = KnownAnswer(clock: errands.clock, timers: errands.timers, name: errands.name)
      if let outcome = try await known.setTimer(lasting: text, named: label, seed: seed(person)) {
        return answer(with: outcome)
      }
      return YesOrNo(text, name: errands.name) == .no ? .words("All right, no timer.") : nil
    case .wakePhrase(let phrase):
      switch asked.answered(text, name: errands.name, at: clock.now()) {
      case .confirmed:
        try await mark(person, as: .order)
        try await errands.keepWakePhrase(phrase)
        return .words(
          "Noted: \"\(phrase)\". Until I can be woken by voice, please press the button to talk.")
      case .cancelled:
        try await mark(person, as: .order)
        return .words("All right, it stays as it is.")
      case .askAgain(let again):
        try await mark(person, as: .order)
        pending = again
        return .words(Self.question(about: phrase) + " Yes or no?")
      case .dropped: return nil
      }
    }
  }

  private func answer(with outcome: KnownAnswer.Outcome?) -> CodeAnswer? {
    switch outcome {
    case .words(let words): return .words(words)
    case .asksLength(let label, let words):
      pending = PendingQuestion(.timerLength(name: label), askedAt: clock.now())
      return .words(words)
    case nil: return nil
    }
  }

  // MARK: - The reply that was talked over

  /// What was not heard of the reply that was talked over; nil when there is none.
  private func rest() -> [String]? {
    guard let cut else { return nil }
    return cut.rest(after: history.last { $0.answers == cut.person }?.text ?? "")
  }

  private func goOn(with rest: [String], _ person: Turn) async throws -> CodeAnswer {
    try await mark(person, as: .nudge)
    cut = nil
    return .words(rest.joined(separator: " "))
  }

  /// Where the conversation was when a turn that ended at `turnEnd` was said.
  private func moment(of turnEnd: SampleTime, _ errands: Errands) async -> SpokenCommand.Moment {
    if await errands.timers?.timers().ringing.isEmpty == false { return .ringing }
    guard let cut else { return .open }
    let isBySpeech = reply?.speech.map { $0.start <= cut.at && cut.at <= $0.end }
    return isBySpeech ?? (cut.at == turnEnd) ? .speaking : .open
  }

  private func mark(_ person: Turn, as purpose: Turn.Purpose) async throws {
    try await store.mark(person.id, as: purpose)
    guard let index = history.lastIndex(where: { $0.id == person.id }) else { return }
    history[index].purpose = purpose
  }

  private func seed(_ person: Turn) -> UInt64 {
    UInt64(bitPattern: person.id)
  }
}

extension SpokenCommand {
  /// Whether Kith has no way yet to carry it out itself.
  fileprivate var isForModel: Bool {
    switch self {
    case .remember, .forget, .forgetAll, .recall: true
    // Without a reply that was cut it is the model that goes on.
    case .keepGoing: false
    case .stop, .startOver, .sleep, .wakePhrase, .loudness, .pace: false
    }
  }
}
