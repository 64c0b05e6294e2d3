import Bench
import Testing

struct WordErrorRateTests {
  @Test(arguments: [
    ("the child almost hurt the small dog", "The child almost hurt the small dog.", 0, 7),
    ("Mr. Quilter has 3 dogs.", "mister quilter has three dogs", 0, 5),
    ("God bless 'em, it's 121!", "God bless em its one hundred twenty one", 0, 8),
    ("fell better", "fail better", 1, 2),
    ("", "fail better", 2, 2),
    ("oh fail even better", "fail better", 2, 2),
    ("you", "", 1, 0),
    ("", "", 0, 0),
  ])
  func `errors are counted over words in one spelling`(
    heard: String, said: String, errors: Int, words: Int
  ) {
    #expect(WordErrorRate(of: heard, against: said) == WordErrorRate(errors: errors, words: words))
  }

  @Test func `figures add up and divide`() {
    let sum = WordErrorRate(errors: 1, words: 10) + WordErrorRate(errors: 2, words: 20)
    #expect(sum == WordErrorRate(errors: 3, words: 30))
    #expect(sum.rate == 0.1)
    #expect(WordErrorRate(errors: 0, words: 0).rate == 0)
    #expect(WordErrorRate(errors: 1, words: 0).rate == 1)
  }
}
