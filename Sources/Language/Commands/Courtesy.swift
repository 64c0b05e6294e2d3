/// Takes away what people wrap around an order: greetings, the companion's name, "could you please".
public enum Courtesy {
  /// The words without what is polite about them.
  public struct Bare: Sendable, Equatable {
    /// What is left.
    public var words: [String]
    /// Whether it was asked for, as in "could you".
    public var isAsked: Bool
  }

  /// The bare words of an order or a question.
  ///
  /// - Parameters:
  ///   - words: What ``SpokenWords`` made of it.
  ///   - name: The companion's name.
  /// - Returns: What is left; perhaps nothing.
  public static func removed(from words: [String], name: String) -> Bare {
    var rest = words[...]
    let names = Set(SpokenWords.of(name))
    var isAsked = false
    func isName(_ word: String?) -> Bool { word.map { names.contains($0) } ?? false }
    var goesOn = true
    while goesOn, !rest.isEmpty {
      goesOn = false
      if isName(rest.first) {
        rest.removeFirst()
        goesOn = true
      } else if let length = length(of: asking, at: rest) {
        rest = rest.dropFirst(length)
        isAsked = true
        goesOn = true
      } else if let length = length(of: leading, at: rest) {
        rest = rest.dropFirst(length)
        goesOn = true
      }
    }
    goesOn = true
    while goesOn, !rest.isEmpty {
      goesOn = false
      if isName(rest.last) {
        rest.removeLast()
        goesOn = true
      } else if let length = trailingLength(rest) {
        rest = rest.dropLast(length)
        goesOn = true
      }
    }
    return Bare(words: Array(rest), isAsked: isAsked)
  }

  private static func length(of table: PhraseTable<Void>, at words: ArraySlice<String>) -> Int? {
    stride(from: min(table.longest, words.count), to: 0, by: -1).first {
      table[words.prefix($0)] != nil
    }
  }

  private static func trailingLength(_ words: ArraySlice<String>) -> Int? {
    stride(from: min(trailing.longest, words.count), to: 0, by: -1).first {
      trailing[words.suffix($0)] != nil
    }
  }

  private static let leading = PhraseTable<Void>([
    (
      (),
      [
        "(um|uh|erm|er|ah|oh|hm|hmm|mm|well|so|okay|all right|right|hey|hi|hello|listen|look|now)",
        "(please|just|actually|then|and|but|maybe|perhaps|sorry|excuse me|yes|yeah|you know)",
        "(thanks|thank you) [very much|so much|a lot]", "(my|oh my) (dear|darling|friend|love)",
        "(good|great|perfect|fine|lovely|wonderful|cool|nice)",
        "go ahead and", "if you (can|could|would|do not mind|like)", "one more thing",
      ]
    )
  ])

  private static let asking = PhraseTable<Void>([
    (
      (),
      [
        "(could|can|would|will) you [please|just|maybe|perhaps|kindly|possibly|for me|try to]",
        "(could|can|may|might) i (ask|get|have) you to", "would you (mind|be so kind as to)",
        "(would you be able to|are you able to|do you think you (could|can))",
        "i (want|need|would like|would love|ask) you to", "i would (prefer|like it) if you",
        "you (can|could|may|should|must|have to|need to|had better) [please|just]",
        "(is it possible|would it be possible) [for you] to", "(kindly|be so kind and)",
        "i (wish|would appreciate if) you (would|could)", "(try to|make sure to)",
      ]
    )
  ])

  private static let trailing = PhraseTable<Void>([
    (
      (),
      [
        "(please|thanks|thank you [very much|so much]|okay|all right|then|now|right now|for now)",
        "(for me|at once|immediately|straight away|right away|will you|would you|could you|can you)",
        "(if you (can|could|would|do not mind|like)|would you mind|my (dear|darling|friend|love))",
        "(dear|darling|sweetheart|honey|buddy|mate|already|for a (bit|while|moment|second|minute))",
        "(uh|um|yeah|right)",
      ]
    )
  ])
}
