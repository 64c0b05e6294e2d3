import Language
import Testing

struct HallucinationGuardTests {
  static let weak = HallucinationGuard.Evidence(
    meanProbability: 0.2, peakProbability: 0.6, speechMilliseconds: 700, level: -30)
  static let strong = HallucinationGuard.Evidence(
    meanProbability: 0.8, peakProbability: 0.99, speechMilliseconds: 700, level: -30)

  @Test(arguments: [
    ("", HallucinationGuard.Reason.noWords), (" . ", .noWords), ("?!", .noWords),
    ("[BLANK_AUDIO]", .soundMark), ("(music)", .soundMark),
    ("(wind blowing) [Music] *sighs* ♪", .soundMark), ("♪ la la la ♪", .soundMark),
    ("you you you you you", .loop),
    ("I'm going. I'm going. I'm going. I'm going. I'm", .loop),
    ("thank you thank you thank you thank you", .loop),
  ])
  func `what nobody says is dropped however loud it was`(
    text: String, reason: HallucinationGuard.Reason
  ) {
    #expect(HallucinationGuard.judge(text, evidence: Self.strong) == .drop(reason))
    #expect(HallucinationGuard.judge(text, evidence: nil) == .drop(reason))
  }

  @Test(arguments: ["Thank you.", "you", "Thanks for watching!", "Bye."])
  func `words written into silence are dropped only when hardly anybody spoke`(text: String) {
    #expect(HallucinationGuard.judge(text, evidence: Self.weak) == .drop(.knownPhrase))
    #expect(HallucinationGuard.judge(text, evidence: Self.strong) == .keep(text))
    #expect(HallucinationGuard.judge(text, evidence: nil) == .keep(text))
  }

  @Test func `less speech than a word takes is none`() {
    var brief = Self.strong
    brief.speechMilliseconds = 149
    #expect(HallucinationGuard.judge("Hello there.", evidence: brief) == .drop(.tooShort))
    brief.speechMilliseconds = 150
    #expect(HallucinationGuard.judge("Hello there.", evidence: brief) == .keep("Hello there."))
  }

  @Test(
    arguments: [(0.6, 0.67, 160.0, -30.0), (0.71, 0.84, 320, -16)],
    ["Let's go!", "Come, you!", "Woof."])
  func `words found in a bark or a sneeze are dropped`(
    heard: (mean: Double, peak: Double, milliseconds: Double, level: Double), text: String
  ) {
    let evidence = HallucinationGuard.Evidence(
      meanProbability: heard.mean, peakProbability: heard.peak,
      speechMilliseconds: heard.milliseconds, level: heard.level)
    #expect(HallucinationGuard.judge(text, evidence: evidence) == .drop(.noise))
  }

  @Test(
    arguments: [(0.98, 0.99, 256.0, -20.0), (0.81, 0.98, 448, -35), (0.72, 0.82, 352, -55)],
    ["Stop.", "Yes."])
  func `a short answer is kept`(
    heard: (mean: Double, peak: Double, milliseconds: Double, level: Double), text: String
  ) {
    let evidence = HallucinationGuard.Evidence(
      meanProbability: heard.mean, peakProbability: heard.peak,
      speechMilliseconds: heard.milliseconds, level: heard.level)
    #expect(HallucinationGuard.judge(text, evidence: evidence) == .keep(text))
  }

  @Test(arguments: [
    "No no no no.", "Sunday is the best part of the week.", "Ha ha ha ha!", "I know, I know.",
    "It was very very very very good.",
  ])
  func `what people say is kept`(text: String) {
    #expect(HallucinationGuard.judge(text, evidence: Self.strong) == .keep(text))
  }

  @Test func `descriptions of sounds are taken out of words`() {
    #expect(
      HallucinationGuard.judge("(laughs) Well,  [noise] yes.", evidence: Self.strong)
        == .keep("Well, yes."))
  }
}
