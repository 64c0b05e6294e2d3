/// A text in words, with those marked that another text does not have in their place.
struct MarkedWords: Sendable, Equatable {
  /// A word as it is written.
  struct Word: Sendable, Equatable {
    var text: String
    var differs: Bool
  }

  /// The words in order.
  var words: [Word]

  /// Longer texts are shown unmarked: the comparison takes memory by the square of their differences.
  static let longest = 1_500

  /// What was said and what was heard, each with the words that the other lacks.
  ///
  /// Words are compared as ``WordErrorRate`` does, so "3" is no other word than "three".
  static func compared(
    said: String, heard: String
  ) -> (said: MarkedWords, heard: MarkedWords) {
    var said = Pieces(said)
    var heard = Pieces(heard)
    if max(said.spoken.count, heard.spoken.count) <= longest {
      let changes = heard.spoken.map(\.word).difference(from: said.spoken.map(\.word))
      for change in changes {
        switch change {
        case .remove(let offset, _, _): said.mark(offset)
        case .insert(let offset, _, _): heard.mark(offset)
        }
      }
    }
    return (said.marked, heard.marked)
  }

  /// A text as it is written and as it is compared.
  private struct Pieces {
    var marked: MarkedWords
    /// The words in their one spelling, each with the place of the written word it comes from.
    var spoken: [(word: String, place: Int)]

    init(_ text: String) {
      let written = text.split(whereSeparator: \.isWhitespace).map(String.init)
      marked = MarkedWords(words: written.map { Word(text: $0, differs: false) })
      spoken = written.enumerated().flatMap { place, word in
        WordErrorRate.words(of: word).map { ($0, place) }
      }
    }

    mutating func mark(_ index: Int) {
      marked.words[spoken[index].place].differs = true
    }
  }
}
