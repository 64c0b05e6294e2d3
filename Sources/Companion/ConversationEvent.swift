public import Dialogue
public import Hearing
public import Sound

/// What happens in a conversation, for whoever shows or measures it.
public enum ConversationEvent: Sendable, Equatable {
  /// The person began to speak.
  case personBegan(at: SampleTime)
  /// The person's turn is over; the words are being made out.
  ///
  /// The decision says how long was waited and why; nil for a turn that reached its longest length.
  case personEnded(at: SampleTime, because: EndOfTurn.Decision?)
  /// The words so far, while the person still talks; they may change.
  case wordsSoFar(String)
  /// What was heard was no turn: too short, no words in it, or they could not be kept.
  case nothingSaid
  /// The person's turn is over and kept: it is acknowledged.
  case personTurn(Turn)
  /// The model is being woken; it will take a while.
  case brainWaking
  /// A reply begins: its number, and the turn it answers.
  case replyBegan(Int, answering: Int64)
  /// There is more sound of a reply to release to a listener elsewhere.
  case soundReady(Int)
  /// What was released of a reply and not played yet must not be heard: it was no reply.
  case soundRetracted(Int)
  /// More of the reply's text, as the model writes it, without what is never spoken.
  case replyText(String)
  /// A sentence of the reply begins to be heard; its place in the reply and its words.
  case sentenceBegan(Int, VoicedSentenceCaption)
  /// The reply's loudness was lowered because somebody seems to talk, or comes back.
  case ducked(Int, Bool)
  /// A few words of Kith's own begin, which answer no turn; their number among the replies.
  case asideBegan(Int)
  /// Those words are over.
  case asideEnded(Int)
  /// The person talked over the reply and it stopped.
  case interrupted(at: SampleTime)
  /// The reply is over and kept.
  case companionTurn(CompanionTurn)
  /// The person ordered something that whoever shows the conversation has to do.
  case ordered(PageOrder)
  /// Something went wrong; the conversation goes on.
  case problem(Problem)
}

/// What is ordered of whoever shows the conversation.
public enum PageOrder: String, Sendable, CaseIterable {
  /// Listen no more.
  case sleep
  /// Change how loud the voice is.
  case louder, quieter, mute, unmute
  /// Look at the settings again: an order changed one.
  case settings
}

/// A sentence as captions show it.
public struct VoicedSentenceCaption: Sendable, Equatable {
  /// The sentence as written.
  public var written: String
  /// Its spoken words with their times from the start of the sentence.
  public var words: [TimedWord]
}

/// A reply that is over.
public struct CompanionTurn: Sendable, Equatable {
  /// The turn it answers.
  public var person: Turn
  /// What was kept; nil when nothing of the reply was heard.
  public var reply: Turn?
  /// All the model wrote, heard or not, without its reasoning.
  public var written: String
  /// What of it is speakable, sentence by sentence.
  public var spoken: String
  /// Whether the model finished.
  public var isComplete: Bool
  /// Why the model stopped.
  public var finish: FinishReason?
  /// Whether the model reasoned aloud and it was hidden.
  public var reasoningHidden: Bool
  /// Tools the model asked for; they were reported, not run.
  public var toolCalls: [ToolCall]
  /// What went wrong with it, if anything.
  public var problem: Problem?
  /// When each stage was reached.
  public var timeline: TurnTimeline

  /// A reply with all its facts.
  public init(
    person: Turn, reply: Turn?, written: String, spoken: String, isComplete: Bool,
    finish: FinishReason?, reasoningHidden: Bool, toolCalls: [ToolCall], problem: Problem?,
    timeline: TurnTimeline
  ) {
    self.person = person
    self.reply = reply
    self.written = written
    self.spoken = spoken
    self.isComplete = isComplete
    self.finish = finish
    self.reasoningHidden = reasoningHidden
    self.toolCalls = toolCalls
    self.problem = problem
    self.timeline = timeline
  }
}
