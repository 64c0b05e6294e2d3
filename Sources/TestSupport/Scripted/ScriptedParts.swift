public import Dialogue
import Sound
import Synchronization

/// A transcriber that hands out prepared words, one text for each final transcript.
public final class ScriptedTranscriber: Transcriber {
  private struct Words {
    var texts: [String]
    var over: [String]?
  }

  private let words: Mutex<Words>

  /// A transcriber that hears `texts`, one after the other, then nothing.
  ///
  /// - Parameters:
  ///   - texts: What turns say.
  ///   - over: What is heard over replies, one after the other; nil for what the next turn will say.
  public init(_ texts: [String], over: [String]? = nil) {
    words = Mutex(Words(texts: texts, over: over))
  }

  public func transcribe(_ speech: [Float], urgency: TranscriptUrgency) async throws -> String {
    words.withLock { words in
      switch urgency {
      case .partial: return ""
      case .final: return words.texts.isEmpty ? "" : words.texts.removeFirst()
      case .interruption:
        guard let over = words.over else { return words.texts.first ?? "" }
        if over.count > 1 { words.over?.removeFirst() }
        return over.first ?? ""
      }
    }
  }
}

/// A turn model that always says the same.
public struct ScriptedTurnModel: TurnModel {
  private let probability: Float

  /// A model that says `probability`.
  public init(_ probability: Float) {
    self.probability = probability
  }

  public func completion(of speech: [Float]) async throws -> Float {
    probability
  }
}

/// A model that answers from a script and remembers what it was asked.
public final class ScriptedReplier: Replier {
  /// One answer.
  public enum Step: Sendable {
    /// Sends these events and ends.
    case events([ReplyEvent])
    /// Sends these events and fails.
    case failing([ReplyEvent], Problem)
    /// Sends these events and then nothing more until it is cancelled or told to finish.
    case hanging([ReplyEvent])
  }

  private struct State {
    var steps: [Step]
    var prompts: [Prompt] = []
    var cancelled = 0
    var hanging: [AsyncThrowingStream<ReplyEvent, any Error>.Continuation] = []
  }

  private let state: Mutex<State>

  /// A model that takes `steps` in turn.
  public init(_ steps: [Step]) {
    state = Mutex(State(steps: steps))
  }

  /// A model that says each of `texts` in small pieces.
  public convenience init(saying texts: [String]) {
    self.init(
      texts.map { text in
        .events(text.map { .text(String($0)) } + [.finished(.stop)])
      })
  }

  /// What it was asked, in order.
  public var prompts: [Prompt] { state.withLock { $0.prompts } }

  /// How many answers were cancelled.
  public var cancelled: Int { state.withLock { $0.cancelled } }

  /// Ends the answers that hang, as whole ones.
  ///
  /// - Parameter rest: What they still say.
  public func finishHanging(saying rest: String = "") {
    let hanging = state.withLock { state in
      defer { state.hanging = [] }
      return state.hanging
    }
    for continuation in hanging {
      if !rest.isEmpty { continuation.yield(.text(rest)) }
      continuation.yield(.finished(.stop))
      continuation.finish()
    }
  }

  /// Lets the answers that hang say more, and hang on.
  public func goOn(saying more: String) {
    for continuation in state.withLock({ $0.hanging }) { continuation.yield(.text(more)) }
  }

  public func reply(to prompt: Prompt) -> AsyncThrowingStream<ReplyEvent, any Error> {
    let step = state.withLock { state -> Step in
      state.prompts.append(prompt)
      return state.steps.isEmpty ? .events([.finished(.stop)]) : state.steps.removeFirst()
    }
    return AsyncThrowingStream { continuation in
      switch step {
      case .events(let events):
        for event in events { continuation.yield(event) }
        continuation.finish()
      case .failing(let events, let problem):
        for event in events { continuation.yield(event) }
        continuation.finish(throwing: problem)
      case .hanging(let events):
        for event in events { continuation.yield(event) }
        continuation.onTermination = { [weak self] end in
          guard case .cancelled = end else { return }
          self?.state.withLock { $0.cancelled += 1 }
        }
        state.withLock { $0.hanging.append(continuation) }
      }
    }
  }

  public func readAhead(_ prompt: Prompt) async {}
}

/// A voice that hums: 100 ms of sound a word.
public struct ScriptedVoice: Voice {
  public let name = "scripted"
  private let problem: Problem?

  /// A voice that speaks, or fails with `problem`.
  public init(failing problem: Problem? = nil) {
    self.problem = problem
  }

  public func speak(_ sentence: String, rate: Double) async throws -> SpokenSound {
    if let problem { throw problem }
    let words = sentence.split(separator: " ").enumerated().map { index, word in
      TimedWord(
        text: String(word), start: .milliseconds(Double(index) * 100),
        end: .milliseconds(Double(index + 1) * 100))
    }
    let length = Int(SampleSpan.milliseconds(Double(words.count) * 100).samples)
    return SpokenSound(
      samples: [Float](repeating: 0.25, count: length), words: words, phonemes: [])
  }
}
