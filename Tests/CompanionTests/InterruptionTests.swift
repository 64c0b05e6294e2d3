import Companion
import Dialogue
import Sound
import Speaking
import TestSupport
import Testing

/// What is said in the tests below; every word is different, so that a prefix is only one prefix.
private let sentences = [
  "Alpha bravo charlie delta.", "Echo foxtrot golf hotel india.", "Juliet kilo lima.",
  "Mike november oscar papa quebec romeo.",
]

private let words = sentences.joined(separator: " ").split(separator: " ").map(String.init)

private func voiced(_ text: String, _ random: inout SeededNumbers) -> VoicedSentence {
  var end = 0
  let words = text.split(separator: " ").map { word -> TimedWord in
    let start = end + Int.random(in: 0...80, using: &random)
    end = start + Int.random(in: 240...1200, using: &random)
    return TimedWord(
      text: String(word), start: SampleSpan(samples: Int64(start)),
      end: SampleSpan(samples: Int64(end)))
  }
  return VoicedSentence(
    written: text,
    sound: SpokenSound(
      samples: [Float](repeating: 0.5, count: end + 96), words: words, phonemes: []))
}

/// The positions at which the words end in a reply that is played without a gap.
private func ends(of reply: [VoicedSentence]) -> [Int64] {
  var start: Int64 = 0
  return reply.flatMap { sentence -> [Int64] in
    defer {
      start += Int64(sentence.sound.samples.count) + Playout.pauseAfterSentence.samples
    }
    return sentence.sound.words.map { start + $0.end.samples }
  }
}

@Test func `of 10,000 interruptions none leaves a stale sample or a word that was not heard`() {
  var random = SeededNumbers(10_000)
  for number in 0..<10_000 {
    let reply = sentences.map { voiced($0, &random) }
    let ends = ends(of: reply)
    let isHere = Bool.random(using: &random)
    var playout = Playout(for: isHere ? .here : .elsewhere)
    for sentence in reply { playout.add(sentence) }
    playout.finish()
    let frames = Int.random(in: 0...44, using: &random)
    for _ in 0..<frames {
      if isHere { _ = playout.nextFrame() } else { _ = playout.nextPiece() }
      if Int.random(in: 0..<20, using: &random) == 0 { playout.duck(.random(using: &random)) }
      // The clock of a listener elsewhere comes in steps, sometimes backwards.
      if !isHere, Bool.random(using: &random) {
        playout.report(heard: playout.released - Int64.random(in: 0...14_400, using: &random))
      }
    }
    let position = playout.heard
    var text = playout.stop().text
    var after: [Int16] = []
    if isHere {
      for _ in 0..<4 { after += playout.nextFrame().samples }
    } else {
      #expect(playout.nextPiece() == nil)
      playout.report(heard: position + Int64.random(in: 0...960, using: &random))
      text = playout.heardSoFar.text
    }
    #expect(after.dropFirst(480).allSatisfy { $0 == 0 }, "interruption \(number)")
    #expect(zip(after, after.dropFirst()).allSatisfy { $0 >= $1 }, "it only gets quieter")
    let heard = isHere ? position : playout.heard
    let count = ends.prefix { $0 <= heard }.count
    // A sentence whose last word ended is kept whole, so both counts may differ by nothing.
    #expect(text == words.prefix(count).joined(separator: " "), "interruption \(number)")
    #expect(playout.isReleased)
  }
}

@Test(.timeLimit(.minutes(5)))
func `a reply stopped at any moment closes the model, plays nothing more and keeps what was heard`()
  async throws
{
  let text = sentences.joined(separator: " ")
  let count = 400
  let replier = ScriptedReplier((0..<count).map { _ in .hanging([.text(text + " And ")]) })
  let stage = try Stage(replier: replier)
  var random = SeededNumbers(7)
  var now = SampleTime.zero
  func frame() async -> Playout.Output {
    let output = await stage.conversation.hear(.silence(at: now))
    now = now + Frame.span
    return output
  }
  for number in 0..<count {
    await stage.conversation.write("Go on.")
    // A fuzzed clock: frames and everything else take turns at random.
    for _ in 0..<Int.random(in: 0...90, using: &random) {
      _ = await frame()
      for _ in 0..<Int.random(in: 0...6, using: &random) { await Task.yield() }
    }
    await stage.conversation.stop()
    _ = await frame()
    for _ in 0..<3 {
      let output = await frame()
      #expect(!output.isSpeech && output.samples.allSatisfy { $0 == 0 }, "interruption \(number)")
    }
  }
  await stage.conversation.close()
  let asked = replier.prompts.count
  while replier.cancelled < asked { await Task.yield() }
  let kept = await stage.turns.turns.filter { $0.speaker == .companion }
  #expect(kept.count > count / 2)
  for reply in kept {
    #expect(reply.ending == .cut && (text + " And").hasPrefix(reply.text), "\(reply.text)")
    #expect(!reply.text.contains("…") && !reply.text.hasSuffix("—") && !reply.text.hasSuffix("-"))
  }
  let interrupted = replier.prompts.filter {
    $0.messages.last?.text.contains("interrupted") == true
  }
  #expect(interrupted.count > count / 2)
}
