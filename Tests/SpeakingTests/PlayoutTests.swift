import Dialogue
import Sound
import Speaking
import Testing

private func sentence(_ text: String, wordMilliseconds: Double = 100) -> VoicedSentence {
  let words = text.split(separator: " ").enumerated().map { index, word in
    TimedWord(
      text: String(word), start: .milliseconds(Double(index) * wordMilliseconds),
      end: .milliseconds(Double(index + 1) * wordMilliseconds))
  }
  let length = Int(SampleSpan.milliseconds(Double(words.count) * wordMilliseconds).samples)
  return VoicedSentence(
    written: text,
    sound: SpokenSound(
      samples: [Float](repeating: 0.5, count: length), words: words, phonemes: []))
}

@Test func `nothing to play is silence and never ends by itself`() {
  var playout = Playout()
  for _ in 0..<10 {
    let output = playout.nextFrame()
    #expect(!output.isSpeech && !output.isLast && output.samples.allSatisfy { $0 == 0 })
  }
  #expect(!playout.hasBegun)
}

@Test func `every sample is played once, in order, with a pause between sentences`() {
  var playout = Playout()
  playout.add(sentence("One two three."))
  playout.add(sentence("Four five."))
  playout.finish()
  var loud = 0
  var frames = 0
  var begun: [Int] = []
  while true {
    let output = playout.nextFrame()
    frames += 1
    loud += output.samples.filter { $0 != 0 }.count
    begun += output.begun
    if output.isLast { break }
  }
  #expect(loud == Int(SampleSpan.milliseconds(500).samples))
  #expect(begun == [0, 1])
  let total = SampleSpan.milliseconds(500) + Playout.pauseAfterSentence
  #expect(frames == Int((Double(total.samples) / 480).rounded(.up)))
  #expect(playout.heardSoFar == Heard(text: "One two three. Four five.", isWhole: true))
}

@Test func `stopping at any frame keeps exactly the words heard whole, and fades within a frame`() {
  for frames in 0..<40 {
    var playout = Playout()
    playout.add(sentence("One two three."))
    playout.add(sentence("Four five six."))
    playout.finish()
    for _ in 0..<frames { _ = playout.nextFrame() }
    let position = Double(frames) * 20
    let first = min(3, Int(position / 100))
    let second = max(0, min(3, Int((position - 350) / 100)))
    let expected =
      Array(["One", "two", "three."].prefix(first))
      + Array(["Four", "five", "six."].prefix(second))
    #expect(playout.stop().text == expected.joined(separator: " "), "after \(frames) frames")
    var audible = 0
    for _ in 0..<10 { audible += playout.nextFrame().samples.filter { $0 != 0 }.count }
    #expect(audible <= 480)
    #expect(playout.isOver)
  }
}

@Test func `a word cut in half was not heard`() {
  var playout = Playout()
  playout.add(sentence("Wonderful weather", wordMilliseconds: 400))
  for _ in 0..<39 { _ = playout.nextFrame() }
  #expect(playout.stop().text == "Wonderful")
}

@Test func `what is spoken differently than written is kept as written once it is whole`() {
  var number = sentence("three point one four")
  number.written = "3.14"
  var playout = Playout()
  playout.add(number)
  for _ in 0..<11 { _ = playout.nextFrame() }
  #expect(playout.heardSoFar.text == "")
  for _ in 0..<20 { _ = playout.nextFrame() }
  #expect(playout.heardSoFar.text == "3.14")
}

@Test(arguments: [
  (0, ""), (99, ""), (100, "I'm"), (299, "I'm"), (300, "I'm 24,"), (400, "I'm 24, and"),
  (1000, "I'm 24, and glad."),
])
func `a reply that is cut keeps its written words`(milliseconds: Double, heard: String) {
  var spoken = sentence("I'm twenty four, and glad.")
  spoken.written = "I'm 24, and glad."
  var playout = Playout(for: .elsewhere)
  playout.add(spoken)
  while playout.nextPiece() != nil {}
  playout.report(heard: SampleSpan.milliseconds(milliseconds).samples)
  #expect(playout.stop().text == heard)
}

@Test func `a sentence that comes late starts at once and the reply goes on`() {
  var playout = Playout()
  playout.add(sentence("One."))
  for _ in 0..<30 { _ = playout.nextFrame() }
  playout.add(sentence("Two."))
  playout.finish()
  #expect(playout.nextFrame().begun == [1])
}

@Test func `loud samples are clipped, not wrapped`() {
  var playout = Playout()
  playout.add(
    VoicedSentence(
      written: "Ah",
      sound: SpokenSound(samples: [3, -3, 1, -1, 0], words: [], phonemes: [])))
  let samples = playout.nextFrame().samples
  #expect(Array(samples[..<5]) == [32767, -32768, 32767, -32768, 0])
}
