import Testing

@testable import Bench

struct TurnListTests {
  private let list = TurnList(
    "file\tspeaker\ttext\tlast_word_end_ms\tpauses\n"
      + "a.flac\tann\tHELLO\t2112\t\nb.flac\tben\t\t3000.5\t1000-1320 1600-2208\n")

  @Test func `a list names recordings with their pauses`() throws {
    let rows = try #require(list?.rows)
    #expect(rows.map(\.file) == ["a.flac", "b.flac"])
    #expect(rows.map(\.lastWordEnd) == [2112, 3000.5])
    #expect(rows[0].pauses == [])
    #expect(rows[1].pauses == [.init(start: 1000, end: 1320), .init(start: 1600, end: 2208)])
    #expect(rows[1].speaker == "ben")
  }

  @Test(
    arguments: [
      "", "file\tpauses\na\t", "file\tlast_word_end_ms\na\tsoon",
      "file\tlast_word_end_ms\tpauses\na\t100\t300-200",
      "file\tlast_word_end_ms\tpauses\na\t100\t300",
    ])
  func `a list that lacks something is refused`(text: String) {
    #expect(TurnList(text) == nil)
  }

  @Test func `without a column of speakers everybody is somebody else`() throws {
    let rows = try #require(TurnList("file\tlast_word_end_ms\na\t1\nb\t2")?.rows)
    #expect(rows.map(\.speaker) == ["a", "b"])
  }

  @Test func `a quick run takes whole speakers, the same for the same seed`() throws {
    let lines = (0..<40).map { "\($0).flac\t\($0 % 10)\t100" }.joined(separator: "\n")
    let many = try #require(TurnList("file\tspeaker\tlast_word_end_ms\n" + lines))
    let some = many.ofSomeSpeakers(atLeast: 10, seed: 3)
    #expect(some.count == 12 && Set(some.map(\.speaker)).count == 3)
    #expect(some == many.ofSomeSpeakers(atLeast: 10, seed: 3))
    #expect(some != many.ofSomeSpeakers(atLeast: 10, seed: 4))
    #expect(many.ofSomeSpeakers(atLeast: 1000, seed: 3) == many.rows)
  }

  @Test func `about a third of the speakers is held out for good`() {
    let heldOut = (0..<3000).filter { TurnClip.isHeldOut(speaker: "\($0)") }
    #expect((900...1100).contains(heldOut.count))
    #expect(TurnClip.isHeldOut(speaker: "9634") == TurnClip.isHeldOut(speaker: "9634"))
  }
}
