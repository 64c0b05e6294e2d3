public import Dialogue
public import Personality

/// Writes the prompt: who the companion is, how it speaks, what was said, and what is true now.
///
/// The stable part comes first and is byte for byte the same from turn to turn; what changes travels
/// with the person's words at the very end, so that a model server reads only that anew.
public struct PromptWriter: Sendable {
  private let persona: Persona
  private let window: HistoryWindow

  /// The most tokens a spoken reply may have.
  public static let maximumTokens = 120

  /// A writer for `persona` that shows as much history as `window` says.
  public init(persona: Persona, window: HistoryWindow) {
    self.persona = persona
    self.window = window
  }

  /// What is true at this moment and told to the model with the person's words.
  public struct Situation: Sendable, Equatable {
    /// Date and time in words, such as "Monday, 30 November 2026, 18:29".
    public var moment: String
    /// Whether the person talked over the last reply.
    public var wasInterrupted: Bool

    /// The situation at `moment`.
    public init(moment: String, wasInterrupted: Bool = false) {
      self.moment = moment
      self.wasInterrupted = wasInterrupted
    }
  }

  /// The prompt for an answer to `words`.
  ///
  /// - Parameters:
  ///   - words: What the person said; empty to read the prompt ahead while they still talk.
  ///   - history: All earlier turns that are at hand, oldest first.
  ///   - situation: What is true now.
  /// - Returns: A prompt whose roles alternate and whose last message is the person's.
  public func prompt(
    answering words: String, after history: [Turn], in situation: Situation
  ) -> Prompt {
    var messages = stablePart
    for pair in fitting(shown(history)) {
      append(.user, pair.words, to: &messages)
      // A reply of which nothing was heard was never said; the person's goes are joined instead.
      if let reply = pair.reply?.text, !reply.isEmpty { append(.assistant, reply, to: &messages) }
    }
    append(.user, turnPart(situation) + window.shown(words), to: &messages)
    return Prompt(messages: messages, maximumTokens: Self.maximumTokens)
  }

  /// The system message and the example exchanges.
  private var stablePart: [Message] {
    [Message(.system, persona.introduction)]
      + persona.examples.flatMap {
        [Message(.user, $0.person), Message(.assistant, $0.companion)]
      }
  }

  private func turnPart(_ situation: Situation) -> String {
    let interrupted =
      situation.wasInterrupted ? " You were interrupted: they heard only what stands above." : ""
    return "(It is \(situation.moment).\(interrupted)) "
  }

  /// Adds a message, joining it to the one before when the same role spoke: servers want roles to
  /// alternate.
  private func append(_ role: Message.Role, _ text: String, to messages: inout [Message]) {
    if let last = messages.indices.last, messages[last].role == role {
      messages[last].text += " " + text
    } else {
      messages.append(Message(role, text))
    }
  }

  /// One go of the person and the answer to it.
  private struct Pair {
    var person: [Turn]
    var reply: Turn?

    var words: String { person.map(\.text).joined(separator: " ") }
    var tokens: Int { TokenEstimate.of(words) + TokenEstimate.of(reply?.text ?? "") }
  }

  /// The latest of `pairs` that a model bears, each as far as it may be shown.
  ///
  /// Unusually long ones push out what lies before them; otherwise the window alone decides.
  private func fitting(_ pairs: ArraySlice<Pair>) -> [Pair] {
    var room = window.longestHistory
    var fitting: [Pair] = []
    for var pair in pairs.reversed() {
      for index in pair.person.indices {
        pair.person[index].text = window.shown(pair.person[index].text)
      }
      if let reply = pair.reply { pair.reply?.text = window.shown(reply.text) }
      room -= pair.tokens
      guard room >= 0 else { break }
      fitting.append(pair)
    }
    return fitting.reversed()
  }

  private func shown(_ history: [Turn]) -> ArraySlice<Pair> {
    var pairs: [Pair] = []
    for turn in history.forModels {
      switch turn.speaker {
      case .person:
        if pairs.last?.reply == nil, !pairs.isEmpty {
          pairs[pairs.count - 1].person.append(turn)
        } else {
          pairs.append(Pair(person: [turn]))
        }
      case .companion:
        guard let last = pairs.indices.last else { continue }
        if let reply = pairs[last].reply {
          // The rest of a reply that was interrupted, said when it was asked for.
          pairs[last].reply?.text = reply.text + " " + turn.text
        } else {
          pairs[last].reply = turn
        }
      }
    }
    return pairs[window.first(of: pairs.count)...]
  }
}
