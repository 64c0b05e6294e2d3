import Hearing
import Sound
import Testing

/// Draws activity as text: `#` a window of confident speech, `+` a window of doubtful speech,
/// `-` silence; `|` on the second line marks windows in which the companion is busy.
private struct Scene {
  var listener = TurnTaking()
  var now = SampleTime.zero
  var actions: [TurnTaking.Action] = []

  mutating func play(_ windows: String, busy: Bool = false, completion: Float? = nil) {
    for mark in windows {
      let probability: Float = mark == "#" ? 0.95 : mark == "+" ? 0.6 : 0.02
      let new = listener.heard(
        Activity(start: now, probability: probability), companionBusy: busy)
      now = now + Activity.window
      actions += new
      guard let completion else { continue }
      for case .consider(let speech) in new {
        actions += listener.judged(speech, evidence: .init(completion: completion), now: now)
      }
    }
  }

  var names: [String] {
    actions.map {
      switch $0 {
      case .began: "began"
      case .showWords: "words"
      case .consider: "consider"
      case .take: "take"
      case .forget: "forget"
      }
    }
  }
}

@Test func `a click does not begin a turn`() {
  var scene = Scene()
  scene.play("----##------#-#-----")
  #expect(scene.names == [])
}

@Test func `a turn begins, is considered in its pause and is taken after the wait`() {
  var scene = Scene()
  scene.play("---" + String(repeating: "#", count: 20) + String(repeating: "-", count: 40))
  #expect(scene.names == ["began", "consider", "take"])
  guard case .take(let speech)? = scene.actions.last else {
    Issue.record("no turn was taken")
    return
  }
  #expect(speech.start == SampleTime(milliseconds: 96))
  #expect(speech.end == SampleTime(milliseconds: 96 + 640))
  #expect(speech.confidence > 0.9)
}

@Test(arguments: [(Float(0.95), 400.0), (0.6, 550), (0.3, 850), (0.01, 1250)])
func `the turn model shortens or lengthens the wait`(completion: Float, wait: Double) {
  var scene = Scene()
  scene.play(String(repeating: "#", count: 20), completion: completion)
  let spoken = scene.now
  while !scene.names.contains("take") { scene.play("-", completion: completion) }
  let waited = (scene.now - spoken).milliseconds
  #expect(waited >= wait && waited < wait + 33)
}

@Test func `somebody who goes on after a pause is still in the same turn`() {
  var scene = Scene()
  let words = String(repeating: "#", count: 20)
  scene.play(words + String(repeating: "-", count: 12), completion: 0.01)
  scene.play(words + String(repeating: "-", count: 50), completion: 0.9)
  #expect(scene.names.filter { $0 == "take" }.count == 1)
  #expect(scene.names.filter { $0 == "began" }.count == 1)
  guard case .take(let speech)? = scene.actions.last else {
    Issue.record("no turn was taken")
    return
  }
  #expect(speech.start == .zero)
}

@Test func `a verdict that comes after the person went on is ignored`() {
  var scene = Scene()
  scene.play(String(repeating: "#", count: 20) + String(repeating: "-", count: 8))
  guard case .consider(let speech)? = scene.actions.last else {
    Issue.record("the pause was not considered")
    return
  }
  scene.play("##")
  let late = scene.listener.judged(
    speech, evidence: .init(completion: 0.99), now: scene.now + .milliseconds(5000))
  #expect(late == [])
}

@Test func `what stopped the reply is a turn`() {
  var scene = Scene()
  scene.play("--" + String(repeating: "#", count: 12), busy: true)
  scene.listener.stoppedReply()
  scene.play(String(repeating: "-", count: 60))
  #expect(scene.names == ["began", "consider", "take"])
}

@Test func `a cough over the reply is forgotten and never becomes a turn`() {
  var scene = Scene()
  scene.play("--#####" + String(repeating: "-", count: 60), busy: true)
  #expect(scene.names == ["began", "forget"])
}

@Test func `what is said over the end of a reply becomes a turn`() {
  var scene = Scene()
  scene.play("--###", busy: true)
  scene.play(String(repeating: "#", count: 12) + String(repeating: "-", count: 60))
  #expect(scene.names.last == "take")
}

@Test func `a turn is taken at its longest length even without a pause`() {
  var scene = Scene()
  scene.play(String(repeating: "#", count: 120_000 / 32 + 2))
  #expect(scene.names.contains("take"))
}

@Test func `words are shown after a second and then at every further 600 milliseconds`() {
  var scene = Scene()
  scene.play(String(repeating: "#", count: 100))
  #expect(scene.names.filter { $0 == "words" }.count == 4)
}

@Test func `words that trail off lengthen the wait and a question shortens it`() {
  let rule = EndOfTurn()
  for completion in [nil, Float(0), 0.2, 0.5, 0.7, 0.9, 1] {
    let plain = rule.wait(.init(completion: completion))
    #expect(rule.wait(.init(completion: completion, words: .unfinished)) > plain)
    #expect(rule.wait(.init(completion: completion, words: .question)) < plain)
    for words in [EndOfTurn.Words.neutral, .unfinished, .question] {
      let wait = rule.wait(.init(completion: completion, words: words))
      #expect(wait >= rule.shortest && wait <= rule.longest)
    }
  }
}
