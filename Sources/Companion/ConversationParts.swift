public import Dialogue

/// What a conversation hears, thinks and speaks with.
public struct ConversationParts: Sendable {
  /// Tells speech from other sound.
  public var activity: any VoiceActivityModel
  /// Turns speech into words.
  public var transcriber: any Transcriber
  /// Judges whether a turn is over; silence alone decides without it.
  public var turnModel: (any TurnModel)?
  /// Answers.
  public var replier: any Replier
  /// Speaks; without it replies are only written.
  public var voice: (any Voice)?
  /// How fast it speaks; 1 is the voice's own speed.
  public var rate: Double
  /// Short sounds for when the model takes its time ("Hm."); said once for an answer at most.
  public var fillers: [String]
  /// Whether the echo of what is played here is taken out of what is heard.
  public var cancelsEcho = true
  /// Knows how the person pauses; without it every conversation begins anew.
  public var pauses: LearnedPauses?

  /// Parts for a spoken conversation.
  public init(
    activity: any VoiceActivityModel, transcriber: any Transcriber, turnModel: (any TurnModel)?,
    replier: any Replier, voice: (any Voice)?, rate: Double = 1, fillers: [String] = [],
    pauses: LearnedPauses? = nil
  ) {
    self.activity = activity
    self.transcriber = transcriber
    self.turnModel = turnModel
    self.replier = replier
    self.voice = voice
    self.rate = rate
    self.fillers = fillers
    self.pauses = pauses
  }
}
