import FoundationEssentials
import Testing

@testable import Bench

struct MetricTests {
  @Test(
    arguments: [
      ([5.0], 5.0, 5.0), ([1, 2], 1.5, 2), ([3, 1, 2], 2, 3), ((1...20).map(Double.init), 10.5, 19),
      ((1...100).reversed().map(Double.init), 50.5, 95),
    ] as [([Double], Double, Double)])
  func `the median and the 95th percentile`(numbers: [Double], p50: Double, p95: Double) {
    #expect(
      Metric(numbers, unit: "ms") == .spread(p50: p50, p95: p95, n: numbers.count, unit: "ms"))
  }

  @Test func `of nothing there is no spread`() {
    #expect(Metric([], unit: "ms") == nil)
  }

  @Test func `JSON has the members that scripts rely on, rounded to hundredths`() throws {
    func json(_ metric: Metric) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(metric), as: UTF8.self)
    }
    #expect(
      try json(.spread(p50: 1.234, p95: 2, n: 3, unit: "ms"))
        == #"{"n":3,"p50":1.23,"p95":2,"unit":"ms"}"#)
    #expect(try json(.value(0.5, unit: "1")) == #"{"unit":"1","value":0.5}"#)
  }

  @Test func `the middle is what a least value is compared with`() {
    #expect(Metric([1, 2, 6], unit: "")?.central == 2)
    #expect(Metric.value(7, unit: "").central == 7)
  }
}

struct ClipListTests {
  @Test func `seconds and milliseconds, clips that count and those that don't`() {
    let seconds = ClipList("clip\tlength_s\tend_s\tuse\na.wav\t3\t2.5\t1\nb.wav\t3\t3\t0\n")
    #expect(
      seconds?.clips == [
        .init(file: "a.wav", lastWordEnd: 2500, counts: true),
        .init(file: "b.wav", lastWordEnd: 3000, counts: false),
      ])
    let milliseconds = ClipList("last_word_end_ms\tfile\r\n1200\tc.flac\r\n")
    #expect(milliseconds?.clips == [.init(file: "c.flac", lastWordEnd: 1200, counts: true)])
    let spoken = ClipList("file\tend_s\ttext\nd.wav\t1\tWhat time is it?\ne.wav\t1\t\n")
    #expect(spoken?.clips.map(\.text) == ["What time is it?", nil])
  }

  @Test(arguments: [
    "", "\n", "clip\tuse\na\t1", "end_s\n1", "clip\tend_s\na.wav", "clip\tend_s\na.wav\tsoon",
  ])
  func `a list that can't be used`(text: String) {
    #expect(ClipList(text)?.clips == nil)
  }
}

struct WordErrorRateTests {
  @Test(arguments: [
    ("What time is it?", "what time is it", 0), ("", "", 0), ("the cat", "the cat sat", 1),
    ("a the cat sat", "the cat sat", 1),
    ("Mr. Quilter has 3 dogs.", "mister quilter has three dogs", 0),
    ("it's 21", "its twenty one", 0), ("cat the", "the cat", 2),
  ])
  func `words wrong, missing and added`(heard: String, said: String, errors: Int) {
    #expect(WordErrorRate(of: heard, against: said).errors == errors)
  }

  @Test func `the rate is by words said`() {
    #expect(WordErrorRate(of: "one two", against: "one two three four").rate == 0.5)
    #expect(WordErrorRate(of: "noise", against: "").rate == 1)
    #expect(WordErrorRate(of: "", against: "").rate == 0)
  }
}
