/// An answer to a question of Kith's.
public enum YesOrNo: Sendable, Equatable {
  case yes, no
  /// Not an answer yet, as "hmm".
  case unclear
  /// Something else altogether.
  case other

  /// What `text` answers; where it says both, the last word counts.
  ///
  /// - Parameters:
  ///   - text: What was said or written.
  ///   - name: The companion's name.
  public init(_ text: String, name: String) {
    let names = Set(SpokenWords.of(name))
    let words = SpokenWords.of(text).filter { !names.contains($0) }
    guard !words.isEmpty else {
      self = .unclear
      return
    }
    if let parts = Self.phrases.parts(of: words) {
      self = parts.last { $0 != nil }.flatMap { $0 }.map { $0 ? .yes : .no } ?? .unclear
    } else {
      self = Self.beginning(of: words) ?? .other
    }
  }

  /// "Yes, change it" and "no, I changed my mind": a short answer with its reason.
  private static func beginning(of words: [String]) -> YesOrNo? {
    let isShort = words.count <= 6
    if ["no", "nope", "nah"].contains(words[0]) { return isShort ? .no : nil }
    guard ["yes", "yeah", "yep", "yup", "sure", "okay"].contains(words[0]), isShort else {
      return nil
    }
    let doubts = ["no", "not", "but", "wait", "never", "what", "how", "why", "when", "who"]
    return words.contains(where: doubts.contains) ? nil : .yes
  }

  private static let phrases = PhraseTable<Bool?>([
    (
      true,
      [
        "(yes|yeah|yep|yup|ya|aye|sure|sure thing|okay|of course|please do|do it|do that|do so)",
        "(definitely|absolutely|certainly|exactly|indeed|totally|correct|right|all right|fine|go ahead)",
        "(that is (right|correct|it|fine|good|perfect)|sounds (good|great|fine)|why not|by all means)",
        "(mhm|mm hm|mm hmm|mmhm|uh huh|i do|i would|i am|you should|you may|you can|please|go for it)",
        "(make it so|i am sure|good|great|perfect|yes please|yes you should|it is|that would be (nice|great))",
        "change it", "(let us do (it|that)|i (want|would like) (that|it))",
      ]
    ),
    (
      false,
      [
        "(no|nope|nah|no thanks|no thank you|do not|do not do (it|that)|please do not|cancel|stop)",
        "(cancel (it|that)|never mind|leave it|leave it [as it is|alone]|rather not|i would rather not)",
        "(not now|not yet|not really|better not|forget it|forget about it|keep (it|the old one))",
        "(absolutely not|of course not|certainly not|definitely not|no way|never|negative|wait)",
        "(i (changed|have changed) my mind|i do not (want|think so)|i do not want (that|it|to))",
        "(that is (wrong|not right|not it|not what i said)|wrong|do not (change|touch) it|uh uh|hold on)",
        "(please no|hell no|on second thought no)",
      ]
    ),
    (
      nil,
      [
        "(um|uh|erm|hm|hmm|mm|mmm|oh|ah|well|so|maybe|perhaps|sorry|pardon|what|huh|i mean|actually)",
        "(i do not know|i am not sure|not sure|let me think|what did you say|say (it|that) again)",
        "(come again|excuse me|i guess|you know|thanks|thank you|then|it depends|both|possibly)",
        "(what was (the question|that)|could you repeat that|repeat that)",
      ]
    ),
  ])
}
