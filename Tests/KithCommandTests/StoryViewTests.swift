import Companion
import TestSupport
import Testing

@testable import KithCommand

struct StoryViewTests {
  private let story: TurnStory

  init() throws {
    let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    story = TurnStory(
      try TurnTrace(json: bytes(of: "\(folder)/Fixtures/traces/pause-in-the-middle.json")))
  }

  @Test(arguments: [20, 40, 41, 60, 80, 120, 300])
  func `no line is wider than the terminal, and no word is cut`(width: Int) {
    let lines = StoryView(story, width: width).lines.flatMap { $0.split(separator: "\n") }
    for line in lines { #expect(Columns.of(String(line)) < width, "\(line)") }
    let words = lines.flatMap { $0.split(separator: " ") }
    for line in story.lines {
      for word in "\(line.what) \(line.why)".split(separator: " ") {
        #expect(words.contains(word), "\(word)")
      }
    }
  }

  @Test func `the chart has a row for each lane, and the end of the last word on its axis`() {
    let lines = StoryView(story, width: 80).lines
    #expect(lines[0].hasPrefix("heard    ") && lines[3].hasPrefix("said     "))
    #expect(lines[0].contains("━") && lines[1].contains("●"))
    #expect(lines[4].contains("┼"))
    #expect(lines[5].split(separator: " ").contains("0"))
  }

  @Test func `a narrow terminal gets the words alone`() {
    let lines = StoryView(story, width: 30).lines
    #expect(!lines.contains { $0.contains("━") || $0.contains("┼") })
  }
}
