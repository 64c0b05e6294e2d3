public import Hearing
public import Language

extension EndOfTurn.Evidence {
  /// What the words and the turn model say of a pause.
  ///
  /// - Parameters:
  ///   - words: The words so far.
  ///   - completion: How likely the turn model thinks the end of the turn; nil without one.
  ///   - asked: What the companion has just asked for.
  public init(words: String, completion: Float?, asked: AskedFor = .nothing) {
    self.init(completion: completion, words: EndOfTurn.Words(words, answering: asked))
  }
}

extension EndOfTurn.Words {
  /// What `words` sound like after what was asked.
  fileprivate init(_ words: String, answering asked: AskedFor = .nothing) {
    switch UnfinishedThought(words) {
    case .unfinished: self = .unfinished
    case .filler: self = .filler
    case .list: self = .list
    case .completeQuestion: self = .question
    case .neutral: self = asked.isAnswered(by: words) ? .answer : .neutral
    }
  }
}
