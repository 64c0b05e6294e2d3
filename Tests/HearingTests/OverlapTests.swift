import Hearing
import Sound
import Testing

// Draws what is heard over a reply: `#` somebody's confident speech, `+` doubtful speech, `e` speech no
// louder than the echo, `-` silence. Questions are answered with `words`, `late` windows later.
private struct Scene {
  var overlap = Overlap()
  var now = SampleTime.zero
  var log: [(name: String, at: Double)] = []
  var asked: [Overlap.Question] = []
  var words: OverlapWords
  var late: Int
  /// How much confident speech is like speech.
  var probability: Float = 0.95
  private var due: [(question: Overlap.Question, at: Int)] = []
  private var windows = 0

  init(_ words: OverlapWords = .something, late: Int = 1) {
    self.words = words
    self.late = late
  }

  mutating func play(_ drawn: String) {
    for mark in drawn where log.last?.name != "stop" {
      let probability: Float = mark == "-" ? 0.02 : mark == "+" ? 0.6 : self.probability
      let activity = Activity(start: now, probability: probability)
      now = now + Activity.window
      windows += 1
      carryOut(overlap.heard(activity, excess: mark == "e" ? 1 : 20))
      while let next = due.first, next.at <= windows {
        due.removeFirst()
        carryOut(overlap.judged(words, of: next.question))
      }
    }
  }

  private mutating func carryOut(_ actions: [Overlap.Action]) {
    for action in actions {
      switch action {
      case .duck: log.append(("duck", now.milliseconds))
      case .restore: log.append(("restore", now.milliseconds))
      case .stop: log.append(("stop", now.milliseconds))
      case .listen(let question):
        asked.append(question)
        due.append((question, windows + late))
      }
    }
  }

  var names: [String] { log.map(\.name) }

  func time(of name: String) -> Double? { log.first { $0.name == name }?.at }
}

private func speech(_ windows: Int) -> String { String(repeating: "#", count: windows) }
private func silence(_ windows: Int) -> String { String(repeating: "-", count: windows) }

@Test func `the voice is ducked on the first 120 ms of speech and stopped after 350`() throws {
  var scene = Scene()
  scene.play(silence(10) + speech(40))
  #expect(scene.names == ["duck", "stop"])
  #expect(try #require(scene.time(of: "duck")) == 320 + 128)
  let stopped = try #require(scene.time(of: "stop")) - 320
  #expect((352...416).contains(stopped), "found \(stopped)")
}

@Test(arguments: [0, 1, 2, 4, 8])
func `words that come late stop it as soon as they come, and not before`(late: Int) throws {
  var scene = Scene(late: late)
  scene.play(speech(40))
  let stopped = try #require(scene.time(of: "stop"))
  #expect(stopped >= 352 && stopped <= 352 + Double(32 * max(1, late)) + 1)
}

@Test func `stop and wait stop it sooner than other words`() throws {
  var scene = Scene(.stop)
  scene.play(speech(40))
  #expect(try #require(scene.time(of: "stop")) <= 256)
}

@Test func `without words nothing is stopped, however long a baby cries`() {
  var scene = Scene(.none)
  scene.play(speech(300))
  #expect(!scene.names.contains("stop"))
}

@Test(arguments: [(OverlapWords.word, 448.0), (.vague, 640)])
func `words that may be guesswork stop it later`(words: OverlapWords, after: Double) throws {
  var scene = Scene(words)
  scene.play(speech(40))
  let stopped = try #require(scene.time(of: "stop"))
  #expect((after...after + 97).contains(stopped), "found \(stopped)")
}

@Test(arguments: [OverlapWords.word, .something])
func `words made out of hardly a voice are no more than vague`(words: OverlapWords) throws {
  var scene = Scene(words)
  scene.probability = 0.78
  scene.play(speech(40))
  #expect(try #require(scene.time(of: "stop")) >= 640)
}

@Test func `somebody who pauses after a few words and goes on stops it`() throws {
  var scene = Scene(.something)
  scene.play(speech(8) + silence(12) + speech(9))
  #expect(scene.names == ["duck", "restore", "duck", "stop"])
}

@Test func `coughs with a pause between them are not added up`() {
  var scene = Scene(.none)
  for _ in 0..<6 { scene.play(speech(8) + silence(12)) }
  #expect(!scene.names.contains("stop"))
}

@Test func `words long before do not count`() {
  var scene = Scene(.something)
  scene.play(speech(8) + silence(40) + speech(8) + silence(40))
  #expect(!scene.names.contains("stop"))
}

@Test func `a question that is over before it was looked at stops it still`() {
  var scene = Scene(.something, late: 14)
  scene.play(speech(13) + silence(20))
  #expect(scene.names == ["duck", "stop"])
}

@Test(arguments: OverlapWords.allCases)
func `no words stop it for what is no louder than the echo`(words: OverlapWords) {
  var scene = Scene(words)
  scene.play(String(repeating: "e", count: 300))
  #expect(scene.log.isEmpty && scene.asked.isEmpty)
}

@Test(arguments: [OverlapWords.echo, .listening, .none])
func `no level stops it for words that are the reply's own or only say that one listens`(
  words: OverlapWords
) {
  var scene = Scene(words)
  scene.play(speech(300))
  #expect(!scene.names.contains("stop"))
}

@Test func `doubtful speech never stops it`() {
  var scene = Scene()
  scene.play(String(repeating: "+", count: 100))
  #expect(scene.names == ["duck", "restore"])
}

@Test(arguments: [5, 6, 8, 10])
func `a cough brings the voice back within 0.8 s`(windows: Int) throws {
  for words in [OverlapWords.none, .listening] {
    var scene = Scene(words)
    scene.play(silence(4) + speech(windows) + silence(60))
    #expect(scene.names == ["duck", "restore"])
    let ducked = try #require(scene.time(of: "duck"))
    #expect(try #require(scene.time(of: "restore")) - ducked <= 800)
  }
}

@Test func `a long backchannel brings the voice back within 0.8 s and ducks it once`() throws {
  var scene = Scene(.listening)
  scene.play(speech(80) + silence(20))
  #expect(scene.names == ["duck", "restore"])
  let ducked = try #require(scene.time(of: "duck"))
  #expect(try #require(scene.time(of: "restore")) - ducked <= 800)
}

@Test func `a click neither ducks nor asks`() {
  var scene = Scene()
  scene.play("--##----#-#-----##---")
  #expect(scene.log.isEmpty && scene.asked.isEmpty)
}

@Test func `a stop that is over before it was looked at stops it still`() {
  var scene = Scene(.stop)
  scene.play(speech(5) + silence(20))
  #expect(scene.names == ["duck", "stop"])
}

@Test func `yeah that goes on is an interruption`() {
  var scene = Scene(.listening)
  scene.play(speech(12))
  #expect(!scene.names.contains("stop"))
  scene.words = .something
  scene.play(speech(12))
  #expect(scene.names.last == "stop")
}

@Test func `after an echo only what is heard over the ducked voice counts`() throws {
  var scene = Scene(.echo)
  scene.play(speech(9))
  let first = try #require(scene.asked.first)
  scene.words = .something
  scene.play(speech(7))
  #expect(!scene.names.contains("stop"), "not enough since then")
  scene.play(speech(4))
  #expect(scene.names.last == "stop")
  #expect(scene.asked.dropFirst().allSatisfy { $0.start >= first.end })
}

@Test func `an answer to an old question is ignored`() throws {
  var overlap = Overlap()
  var questions: [Overlap.Question] = []
  var now = SampleTime.zero
  for _ in 0..<8 {
    for case .listen(let question) in overlap.heard(
      Activity(start: now, probability: 0.9), excess: 20)
    {
      questions.append(question)
    }
    now = now + Activity.window
  }
  overlap.reset()
  #expect(overlap.judged(.stop, of: try #require(questions.first)) == [])
}

/// Random windows and verdicts from a seed: whatever comes, the voice is never left ducked.
@Test(arguments: 0..<200)
func `every ducking is followed by a stop or a return`(seed: UInt64) {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
  let verdicts = OverlapWords.allCases
  var scene = Scene(verdicts[below(verdicts.count)], late: below(12))
  for _ in 0..<20 {
    scene.words = verdicts[below(verdicts.count)]
    scene.play(String(repeating: "#+e-".randomCharacter(below(4)), count: 1 + below(25)))
  }
  scene.play(silence(60))
  #expect(!scene.overlap.isDucked)
  var isDucked = false
  for name in scene.names {
    switch name {
    case "duck":
      #expect(!isDucked)
      isDucked = true
    case "restore":
      #expect(isDucked)
      isDucked = false
    default: isDucked = false
    }
  }
  let pairs = zip(scene.log, scene.log.dropFirst())
  for (one, next) in pairs where one.name == "duck" {
    #expect(next.at - one.at <= 1300, "no longer than it takes to find out")
  }
}

extension String {
  fileprivate func randomCharacter(_ place: Int) -> Character {
    self[index(startIndex, offsetBy: place)]
  }
}

@Test(arguments: [
  ("", OverlapWords.none), ("stop", .stop), ("wait wait", .stop), ("no", .stop), ("oh no", .stop),
  ("okay stop", .stop), ("mm-hm", .listening), ("yeah right okay", .listening),
  ("hahaha", .listening), ("ha-ha-ha", .listening), ("i see", .listening),
  ("yeah but i think", .something), ("tell him to stop", .something),
  ("what about the garden", .something), ("the tomatoes could go", .echo),
  ("the tomatoes could glow", .echo), ("along the south", .echo), ("wall", .echo),
  ("garden", .word), ("because", .word), ("and then", .vague), ("of her", .vague),
  ("yes he", .vague), ("yes yet", .vague), ("oh well", .vague), ("ta-ha", .listening),
  ("yes he went", .something), ("and the garden", .something), ("he went", .something),
  ("south wall is", .echo),
])
func `words over a reply are told apart`(heard: String, verdict: OverlapWords) {
  let played = "the tomatoes could go along the south wall".split(separator: " ").map(String.init)
  #expect(OverlapWords(heard.split(separator: " ").map(String.init), over: played) == verdict)
}

@Test func `a word of the reply that asks for silence is an echo`() {
  #expect(OverlapWords(["wait"], over: ["please", "wait", "here"]) == .echo)
  #expect(OverlapWords(["wait"], over: []) == .stop)
}
