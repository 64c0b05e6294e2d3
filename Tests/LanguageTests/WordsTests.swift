import Language
import Testing

struct WordsTests {
  @Test(arguments: [
    ("", 0), ("Hello, world!", 2), ("It's 3.14 — right?", 3), ("mother-in-law's", 1),
    ("元気？", 2), ("… ?! --", 0), ("  a  b\nc ", 3), ("Könnyű-e?", 1),
  ])
  func `words are counted as a person would`(text: String, count: Int) {
    #expect(Words.count(text) == count)
  }

  @Test(arguments: [
    "and then we went to the", "because", "we went there and", "And then we went to the…", "I'm",
    "my grandmother was born in", "well, you know", "yesterday,", "I want to", "what I mean is",
  ])
  func `words that need others sound unfinished`(text: String) {
    #expect(UnfinishedThought(text) == .unfinished)
  }

  @Test(arguments: ["um", "I was thinking that maybe, um", "So", "well", "It was, like"])
  func `a sound that holds the turn is told apart`(text: String) {
    #expect(UnfinishedThought(text) == .filler)
  }

  @Test(arguments: ["apples, pears, cherries", "We need milk, brown bread, six eggs."])
  func `a list without its last item is open`(text: String) {
    #expect(UnfinishedThought(text) == .list)
  }

  @Test(arguments: [
    "apples, pears, and cherries", "no, no, no", "Well, yes, please.", "Yes, I do, thank you.",
    "It was late, so we went home.",
  ])
  func `a list with its last item, and what stands between commas, is not`(text: String) {
    #expect(UnfinishedThought(text) == .neutral)
  }

  @Test(arguments: [
    "what time is it", "Where are you from?", "do you like tea", "So how old are you", "Really?",
    "what is it for", "Can you help me?", "who was he", "what is it like",
  ])
  func `a whole question sounds complete`(text: String) {
    #expect(UnfinishedThought(text) == .completeQuestion)
  }

  @Test(arguments: [
    "I like tea.", "", "we went home", "Tell me a story.", "Yes.", "元気", "Yes, I am.",
    "No, not really.", "Go on.",
  ])
  func `other words are neutral`(text: String) {
    #expect(UnfinishedThought(text) == .neutral)
  }
}
