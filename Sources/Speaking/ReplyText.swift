public import Language

/// Turns the text a model sends, piece by piece, into sentences that can be spoken.
///
/// The same text gives the same sentences however it is cut into deltas.
public struct ReplyText: Sendable {
  /// A sentence, or the first clause of one.
  public struct Piece: Sendable, Equatable {
    /// The words as shown and remembered: what the model wrote without marks and reasoning.
    public var written: String
    /// The words as they are spoken; empty when there is nothing to say.
    public var spoken: String
    /// Emoji and stage directions, for the face.
    public var cues: [String]
    /// Whether the next piece belongs to the same sentence.
    public var goesOn: Bool
    /// The language it is spoken in.
    public var language: SpokenLanguage
  }

  private var speakable = SpeakableText()
  private var splitter: SentenceSplitter
  private var cues: [String] = []
  private let given: SpokenLanguage?
  private var language: ReplyLanguage
  /// How often all text so far turned out to be reasoning: whoever used the pieces drops them.
  public private(set) var retractions = 0

  /// A reader of a reply that has not begun.
  ///
  /// - Parameters:
  ///   - cutsFirstClause: Whether the first piece may be a clause, so that speech starts early.
  ///   - language: The language to expect until the text tells another; English without it.
  public init(cutsFirstClause: Bool, language: SpokenLanguage? = nil) {
    splitter = SentenceSplitter(cutsFirstClause: cutsFirstClause)
    given = language
    self.language = ReplyLanguage(given: language)
  }

  /// Whether reasoning was found in the text and hidden.
  public var hidReasoning: Bool { speakable.hidReasoning }

  /// Takes more text.
  ///
  /// - Returns: The pieces that are now whole.
  public mutating func feed(_ delta: String) -> [Piece] {
    read(speakable.feed(delta))
  }

  /// Ends the reply.
  ///
  /// - Returns: What was held back.
  public mutating func finish() -> [Piece] {
    var pieces = read(speakable.finish())
    pieces += splitter.finish().map { piece($0) }
    if !cues.isEmpty {
      let language = language.next("")
      pieces.append(Piece(written: "", spoken: "", cues: cues, goesOn: false, language: language))
      cues = []
    }
    return pieces
  }

  private mutating func read(_ outputs: [SpeakableText.Output]) -> [Piece] {
    var pieces: [Piece] = []
    for output in outputs {
      switch output {
      case .text(let text):
        pieces += splitter.feed(text).map { piece($0) }
      case .blockEnd:
        pieces += splitter.endBlock().map { piece($0) }
      case .cue(.emoji(let sign)):
        cues.append(sign)
      case .cue(.direction(let words)):
        cues.append(words)
      case .retraction:
        retractions += 1
        pieces = []
        splitter = SentenceSplitter(cutsFirstClause: splitter.cutsFirstClause)
        language = ReplyLanguage(given: given)
      }
    }
    return pieces
  }

  private mutating func piece(_ sentence: String) -> Piece {
    defer { cues = [] }
    let ends = sentence.last.map { ".!?…。！？\"”’)»".contains($0) } ?? true
    let language = language.next(sentence)
    return Piece(
      written: sentence, spoken: Pronounceable.spoken(sentence, in: language), cues: cues,
      goesOn: !ends, language: language)
  }
}
