import Hearing
import Sound
import TestSupport
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
      case .transcribe: "transcribe"
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
  #expect(scene.names == ["began", "transcribe", "consider", "take"])
  guard case .take(let speech)? = scene.actions.last else {
    Issue.record("no turn was taken")
    return
  }
  #expect(speech.start == SampleTime(milliseconds: 96))
  #expect(speech.end == SampleTime(milliseconds: 96 + 640))
  #expect(speech.confidence > 0.9)
}

@Test func `words are wanted once in a pause, before it is considered`() {
  var scene = Scene()
  let words = String(repeating: "#", count: 20)
  scene.play(words + "----")
  #expect(scene.names == ["began", "transcribe"])
  scene.play("--")
  #expect(scene.names == ["began", "transcribe", "consider"])
  // A breath too short for a pause may have been the end all the same.
  scene.play(words + "----" + words)
  #expect(scene.names.filter { $0 != "words" }.suffix(2) == ["consider", "transcribe"])
}

@Test(arguments: [Float(0.97), 0.8, 0.5, 0.2, 0.01])
func `a turn is taken after the wait that was decided, with its reasons`(completion: Float) {
  var scene = Scene()
  scene.play(String(repeating: "#", count: 40), completion: completion)
  let spoken = scene.now
  while !scene.names.contains("take") { scene.play("-", completion: completion) }
  let waited = (scene.now - spoken).milliseconds
  let decision = EndOfTurn().decide(
    .init(completion: completion), habit: PauseHabit.usualWait)
  #expect(waited >= decision.wait.milliseconds && waited < decision.wait.milliseconds + 33)
  #expect(scene.listener.lastEnding?.decision == decision)
  #expect(scene.listener.lastEnding?.taken == scene.now)
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
  #expect(scene.names == ["began", "transcribe", "consider", "take"])
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

@Test func `words are shown after a second and then at every further 900 milliseconds`() {
  var scene = Scene()
  scene.play(String(repeating: "#", count: 100))
  #expect(scene.names.filter { $0 == "words" }.count == 3)
}

@Test func `the pauses inside a turn are learned, and breaths and clicks are not`() {
  var scene = Scene()
  let words = String(repeating: "#", count: 20)
  for silence in [6, 7, 12] {
    scene.play(words + String(repeating: "-", count: silence), completion: 0.01)
  }
  // A click within a pause does not make two of it, and what follows is too short to be speech.
  scene.play(words + "-------##-------" + words + "----------##----------", completion: 0.01)
  #expect(scene.listener.habit.pauses.map(\.milliseconds) == [224, 384, 448])
}

@Test func `somebody who goes on right after the turn was taken has only paused`() {
  var scene = Scene()
  let words = String(repeating: "#", count: 20)
  scene.play(words)
  let spoken = scene.now
  while !scene.names.contains("take") { scene.play("-", completion: 0.99) }
  scene.play("----")
  let start = scene.now
  scene.play(words)
  #expect(scene.listener.goesOn(at: start))
  #expect(!scene.listener.goesOn(at: start + .milliseconds(1500)))
  scene.listener.learnPause(before: start)
  scene.listener.learnPause(before: start)
  #expect(scene.listener.habit.pauses == [start - spoken])
}

@Test func `somebody who pauses long is waited for longer than somebody who does not`() {
  var waits: [SampleSpan] = []
  for pause in [256.0, 1216] {
    let habit = PauseHabit([SampleSpan](repeating: .milliseconds(pause), count: 20))
    var scene = Scene()
    scene.listener = TurnTaking(habit: habit)
    scene.play(String(repeating: "#", count: 20))
    let spoken = scene.now
    while !scene.names.contains("take") { scene.play("-", completion: 0.5) }
    waits.append(scene.now - spoken)
  }
  #expect(waits[0] < waits[1])
}

@Test(arguments: 0..<50)
func `more silence never takes back what was decided`(seed: UInt64) {
  var numbers = SeededNumbers(seed)
  var listener = TurnTaking()
  var now = SampleTime.zero
  var inTurn = false
  for _ in 0..<40 {
    let isSpeech = Bool.random(using: &numbers)
    var lastEnd: SampleTime?
    for _ in 0..<Int.random(in: 1...60, using: &numbers) {
      let actions = listener.heard(
        Activity(start: now, probability: isSpeech ? 0.9 : 0.1), companionBusy: false)
      now = now + Activity.window
      for action in actions {
        switch action {
        case .began:
          #expect(!inTurn)
          inTurn = true
        case .take(let speech), .forget(let speech):
          #expect(inTurn)
          // Taken at the wait that was decided, and never after the longest one.
          #expect(now - speech.end <= .milliseconds(1700 + 32))
          inTurn = false
          lastEnd = speech.end
        case .consider(let speech):
          #expect(inTurn && speech.end != lastEnd)
          let completion = Float.random(in: 0...1, using: &numbers)
          let more = listener.judged(speech, evidence: .init(completion: completion), now: now)
          #expect(more.isEmpty)
        case .transcribe(let speech): #expect(inTurn && speech.end != lastEnd)
        case .showWords: break
        }
      }
      #expect(listener.isInTurn == inTurn)
    }
  }
}

@Test func `a word of 300 ms at the very start ends a turn in under a second and a half`() {
  for completion in [Float(0.001), 0.3, 0.9] {
    var scene = Scene()
    scene.play("##########", completion: completion)
    let spoken = scene.now
    while !scene.names.contains("take"), scene.now - spoken < .milliseconds(2000) {
      scene.play("-", completion: completion)
    }
    #expect(scene.now - spoken < .milliseconds(1500))
  }
}
