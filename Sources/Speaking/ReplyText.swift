/// Turns the text a model sends, piece by piece, into sentences that can be spoken.
public struct ReplyText: Sendable {
  /// A sentence, or the first clause of one.
  public struct Piece: Sendable, Equatable {
    /// The words as the model wrote them.
    public var written: String
    /// The words as they are spoken; empty when there is nothing to say.
    public var spoken: String
    /// Stage directions, for the face.
    public var cues: [String]
    /// Whether the next piece belongs to the same sentence.
    public var goesOn: Bool
  }

  private var text = ""

  /// A reader of a reply that has not begun.
  public init(cutsFirstClause: Bool) {}

  /// Takes more text.
  public mutating func feed(_ delta: String) -> [Piece] {
    text += delta
    var pieces: [Piece] = []
    while let end = text.firstIndex(where: { ".!?".contains($0) }), text.index(after: end) < text.endIndex {
      let sentence = String(text[...end])
      text = String(text[text.index(after: end)...])
      pieces.append(Piece(written: sentence, spoken: sentence, cues: [], goesOn: false))
    }
    return pieces
  }

  /// Ends the reply.
  public mutating func finish() -> [Piece] {
    defer { text = "" }
    return text.allSatisfy(\.isWhitespace) ? [] : [Piece(written: text, spoken: text, cues: [], goesOn: false)]
  }
}
