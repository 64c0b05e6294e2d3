import FoundationEssentials
import Testing

@testable import Language

/// The rows of a table of ours, without its head.
private func ours(_ name: String) throws -> [[String]] {
  let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  let text = String(
    decoding: try Data(contentsOf: URL(filePath: "/\(tests)/Fixtures/\(name)")), as: UTF8.self)
  return text.split(separator: "\n").dropFirst().map {
    $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }
}

/// What an order is called in the tables.
private func called(_ meaning: SpokenCommand.Meaning) -> String {
  switch meaning {
  case .turn: "turn"
  case .backchannel: "backchannel"
  case .interruption: "interruption"
  case .command(.stop): "stop"
  case .command(.keepGoing): "keep going"
  case .command(.startOver): "start over"
  case .command(.sleep): "sleep"
  case .command(.wakePhrase(let phrase)):
    phrase.isUsable ? "wake: \(phrase.text)" : "wake refused"
  case .command(.remember): "remember"
  case .command(.forget): "forget"
  case .command(.forgetAll): "forget all"
  case .command(.recall): "recall"
  case .command(.loudness(let change)): change.rawValue
  case .command(.pace(let change)): "\(change)"
  }
}

private func meaning(_ said: String, _ moment: String) -> SpokenCommand.Meaning {
  let moments: [String: SpokenCommand.Moment] = ["speaking": .speaking, "ringing": .ringing]
  return SpokenCommand.meaning(of: said, at: moments[moment] ?? .open, name: "Mira")
}

struct SpokenCommandTests {
  @Test func `an order is known however it is wrapped, and a sentence is none`() throws {
    let table = try ours("commands.tsv")
    #expect(table.count > 250)
    for row in table {
      let found = called(meaning(row[2], row[0]))
      #expect(found == row[1], "\(row[2]), \(row[0])")
    }
  }

  @Test(.enabled(if: textCases != nil)) func `orders from elsewhere are told from talk`() throws {
    // What an order of theirs is called here; the rest belongs to what is not there yet.
    let names = [
      "close": "sleep", "new conversation": "start over", "forget all: asks first": "forget all",
      "interrupt": "interruption", "change wake phrase: refused": "wake refused",
    ]
    var (right, all) = (0, 0)
    for row in try rows("spoken_commands.tsv") {
      let wanted = names[row[3]] ?? row[3]
      guard ["open", "speaking"].contains(row[2]), !wanted.hasPrefix("dictionary"),
        !wanted.contains("story")
      else { continue }
      let found = called(meaning(row[1], row[2]))
      let isRight =
        found == wanted || wanted == "interruption" && found == "stop"
        || wanted == "change wake phrase" && found.hasPrefix("wake: ")
      all += 1
      if isRight { right += 1 } else { print("said “\(row[1])”: \(found), not \(wanted)") }
    }
    #expect(all > 40)
    #expect(Double(right) >= 0.97 * Double(all), "\(right) of \(all)")
  }

  @Test func `case, marks and contractions don't change an order`() {
    for said in ["STOP LISTENING", "stop listening!!", "“Stop listening.”", " stop  listening "] {
      #expect(called(meaning(said, "open")) == "sleep", "\(said)")
    }
    #expect(called(meaning("thats all", "open")) == "sleep")
    #expect(called(meaning("you’re too loud", "open")) == "quieter")
  }

  @Test func `a long text is no order, and reading it takes no time`() {
    let long = String(repeating: "please ", count: 5_000) + "stop listening"
    #expect(meaning(long, "open") == .turn)
    #expect(meaning("", "speaking") == .turn)
    #expect(meaning("…", "open") == .turn)
  }

  @Test(arguments: [
    ("yes", YesOrNo.yes), ("Yes, please.", .yes), ("yeah no", .no), ("no, yes", .yes),
    ("okay do it", .yes), ("Mira, yes", .yes), ("go ahead", .yes), ("yes change it", .yes),
    ("No.", .no), ("no thanks", .no), ("never mind", .no), ("better not", .no), ("um, no", .no),
    ("no I changed my mind", .no), ("hmm", .unclear), ("I don't know", .unclear),
    ("what?", .unclear), ("what time is it", .other), ("yes but what does it mean", .other),
    ("my sister lives in Lisbon", .other),
  ])
  func `an answer is yes or no, and the last word counts`(said: String, wanted: YesOrNo) {
    #expect(YesOrNo(said, name: "Mira") == wanted)
  }

  @Test func `a question is put twice at most, waits a minute, and is dropped for other talk`() {
    let asked = PendingQuestion(.wakePhrase("hey robin"), askedAt: 1_000)
    #expect(asked.answered("yes", name: "Mira", at: 61_000) == .confirmed)
    #expect(asked.answered("yes", name: "Mira", at: 61_001) == .dropped)
    #expect(asked.answered("yes", name: "Mira", at: 0) == .dropped)
    #expect(asked.answered("no", name: "Mira", at: 2_000) == .cancelled)
    #expect(asked.answered("How is the weather?", name: "Mira", at: 2_000) == .dropped)
    guard case .askAgain(let again) = asked.answered("hmm", name: "Mira", at: 2_000) else {
      Issue.record("it was not asked again")
      return
    }
    #expect(again.answered("hmm", name: "Mira", at: 3_000) == .dropped)
    #expect(again.answered("yes", name: "Mira", at: 3_000) == .confirmed)
  }

  @Test func `no words in a table are made of nothing`() {
    #expect(CommandPhrases.orders[[String]()] == nil)
    #expect(CommandPhrases.stopping.parts(of: []) == [])
  }
}
