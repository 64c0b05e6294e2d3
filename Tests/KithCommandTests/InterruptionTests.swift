import Testing

@testable import KithCommand

struct InterruptionTests {
  private var decision = Interruption()

  @Test mutating func `at the prompt Ctrl-C ends, and again it waits for nothing`() {
    #expect(decision.received(.interrupt, at: .zero) == .end)
    #expect(decision.received(.interrupt, at: .seconds(9)) == .leave)
  }

  @Test mutating func `the first Ctrl-C during a reply stops only the reply`() {
    decision.replyBegan()
    #expect(decision.received(.interrupt, at: .seconds(5)) == .stopReply)
    #expect(decision.hasStoppedReply)
    decision.replyEnded()
    decision.replyBegan()
    #expect(!decision.hasStoppedReply)
    #expect(decision.received(.interrupt, at: .seconds(6)) == .stopReply)
  }

  @Test(arguments: [true, false])
  mutating func `a second one within a second ends`(atThePrompt: Bool) {
    decision.replyBegan()
    #expect(decision.received(.interrupt, at: .seconds(5)) == .stopReply)
    decision.replyEnded()
    if !atThePrompt { decision.replyBegan() }
    #expect(decision.received(.interrupt, at: .milliseconds(5_900)) == .end)
  }

  @Test mutating func `a reply that does not stop is not asked twice`() {
    decision.replyBegan()
    #expect(decision.received(.interrupt, at: .seconds(5)) == .stopReply)
    #expect(decision.received(.interrupt, at: .seconds(60)) == .end)
  }

  @Test mutating func `being asked to end is no Ctrl-C`() {
    decision.replyBegan()
    #expect(decision.received(.terminate, at: .zero) == .end)
    #expect(decision.received(.terminate, at: .zero) == .leave)
  }
}

struct OpenLineTests {
  private var line = OpenLine()

  @Test mutating func `a line of the log takes progress away and brings it back`() {
    #expect(line.show(progress: "Mira …") == "\r\u{1B}[2KMira …")
    #expect(line.log("The brain ended.") == "\r\u{1B}[2KThe brain ended.\nMira …")
    #expect(line.show(progress: "") == "\r\u{1B}[2K")
    #expect(line.log("It is ready.") == "It is ready.\n")
  }

  @Test mutating func `a line of the log waits for the end of a reply`() {
    #expect(line.show(progress: "Mira …") != "")
    #expect(line.willWrite("Mira Hello") == "\r\u{1B}[2K")
    #expect(line.log("The brain ended.") == nil)
    #expect(line.show(progress: "Mira …") == "", "progress would wipe the reply away")
    #expect(line.willWrite(".\n") == "")
    #expect(line.log("The brain ended.") == "The brain ended.\n")
  }

  @Test mutating func `a sentence for the person begins a line`() {
    #expect(line.tell("One.") == "One.\n")
    #expect(line.willWrite("Mira Hel") == "")
    #expect(line.tell("Two.") == "\nTwo.\n")
    #expect(line.show(progress: "Mira …") != "")
    #expect(line.tell("Three.") == "\r\u{1B}[2KThree.\n")
    #expect(line.log("Four.") == "Four.\n")
  }
}
