import Language
import Testing

@Test(arguments: [
  (["😂"], "That cat again.", ShownFeeling.laughing),
  (["❤️"], "Good night.", .loving),
  (["smiles softly"], "Of course.", .happy),
  (["Laughing"], "Oh no, not again.", .laughing),
  ([], "Oh no, poor you.", .sad),
  ([], "You did it! Where will you ride first?", .happy),
  ([], "Haha, good one.", .laughing),
  ([], "That’s lovely.", .happy),
])
func `a feeling is shown`(cues: [String], sentence: String, feeling: ShownFeeling) {
  #expect(ShownFeeling.of(cues: cues, sentence: sentence) == feeling)
}

@Test(
  arguments: [
    ([], "It is half past four."), (["🚲"], "The bike is blue."), (["walks in"], "Hello."), ([], ""),
    ([], "The wowser was reallyish."),
  ] as [([String], String)])
func `most sentences show none`(cues: [String], sentence: String) {
  #expect(ShownFeeling.of(cues: cues, sentence: sentence) == nil)
}
