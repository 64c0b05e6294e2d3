/// Short signs of listening, said while somebody else talks: "mm-hm", "yeah", "oh, really?".
public enum Backchannel {
  /// Whether all of `words` are such signs.
  static func isOne(_ words: [String]) -> Bool {
    words.count <= 6 && signs.parts(of: words) != nil
  }

  /// Whether `text` is nothing but such signs.
  public static func isOne(_ text: String) -> Bool {
    let words = SpokenWords.of(text)
    return !words.isEmpty && isOne(words)
  }

  private static let signs = PhraseTable<Void>([
    (
      (),
      [
        "(mhm|mmhm|mm hm|mm hmm|mhmm|mm|mmm|hm|hmm|hmmm|uh huh|uhuh|aha|ah|oh|ooh|ohh|huh|uh|um)",
        "(yeah|yep|yup|yes|ya|yah|sure|right|okay|all right|fine|true|exactly|indeed|totally)",
        "(definitely|absolutely|certainly|precisely|of course|quite|agreed|naturally)",
        "(wow|whoa|really|seriously|no way|oh no|oh my|oh my god|oh wow|my goodness|goodness|gosh)",
        "(go on|go ahead|keep going|carry on|continue|and then|i am listening|tell me more)",
        "(i see|i know|i hear you|i understand|i get it|got it|makes sense|that makes sense|fair enough)",
        "(cool|nice|great|good|lovely|amazing|awesome|wonderful|beautiful|perfect|excellent|brilliant)",
        "(interesting|fascinating|how (interesting|nice|lovely|sad|funny)|funny|sweet|poor thing)",
        "(thank you|thanks|you are right|that is (true|right|nice|great|good|lovely|funny|sad|amazing"
          + "|interesting|cool|awful|terrible)|that is so (true|nice|funny|sad|cool|sweet))",
        "(ha|haha|hahaha|ha ha|hehe|heh|he he|lol|is that so|you do not say|i bet|i guess|good point)",
      ]
    )
  ])
}
