import Language
import Testing

struct AskedForTests {
  @Test(
    arguments: [
      ("Did you sleep well?", .yesOrNo), ("That's nice. Are you going there again?", .yesOrNo),
      ("Oh, so can I help?", .yesOrNo), ("Do you want tea or coffee?", .choice),
      ("Tea or coffee?", .choice), ("What's your name?", .choice), ("Which one?", .choice),
      ("How many of them were there?", .choice), ("So where was that? 🙂", .choice),
      ("How was your day?", .open), ("Why not?", .open), ("What do you think of it?", .open),
      ("What happened then?", .open), ("Really?", .open), ("I like tea.", .nothing), ("", .nothing),
      ("Do you know why? I don't.", .nothing), ("?", .open),
    ] as [(String, AskedFor)])
  func `the last sentence says what is asked for`(reply: String, asked: AskedFor) {
    #expect(AskedFor(reply) == asked)
  }

  @Test(
    arguments: [
      ("Yes.", .yesOrNo), ("No, not really.", .yesOrNo), ("yeah I did", .yesOrNo),
      ("Tea.", .choice), ("The blue one, please.", .choice), ("In Paris", .choice),
    ] as [(String, AskedFor)])
  func `a short answer is whole`(words: String, asked: AskedFor) {
    #expect(asked.isAnswered(by: words))
  }

  @Test(
    arguments: [
      ("Yes, but", .yesOrNo), ("Yes, and then we went to the sea.", .yesOrNo), ("", .yesOrNo),
      ("Well", .yesOrNo), ("My sister", .yesOrNo), ("um", .choice), ("The", .choice),
      ("It was the one that we had seen.", .choice), ("Yes.", .nothing), ("Good.", .open),
    ] as [(String, AskedFor)])
  func `what trails off, goes on or was not asked for is none`(words: String, asked: AskedFor) {
    #expect(!asked.isAnswered(by: words))
  }
}
