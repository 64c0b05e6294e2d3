import Foundation
import TestSupport
import Testing

@testable import Language

/// The same text gives the same sentences and cues however it is cut into pieces.
struct SplitTests {
  /// Up to how many scalars every pair of places is tried.
  private static let shortest = 24

  @Test func `the project's texts give the same at every split`() throws {
    try check(folder: package + "/Tests/Fixtures/text")
  }

  @Test(.enabled(if: textCases != nil, "the texts are not here"))
  func `texts of other people give the same at every split`() throws {
    try check(folder: try #require(textCases))
  }

  @Test(arguments: [
    "Yes. Here:\n\n```swift\nlet a = 1\n```\n\nDone. So.",
    "a.\n\n\n b\n\n", "Hm.\n\n1. a\n2. b\n\nc.",
    "Well, my friend, now.\n\n| a | b |\n|---|---|\n\n# End\nof it. U.S.\n\nNo.",
    "Let me look. <tool_call>{\"a\": 1}</tool_call> I see \"it.\n\nAll\" and 3.\n\n5 more.",
    "*smiles*\n\nSo 😊\n\n! e.g.\n\nthis [1]\n---\nthat.11\n\n12 B",
  ])
  func `blocks end at the same places at every split`(text: String) {
    let whole = read([text])
    for way in ways(text) { #expect(read(way) == whole, "\(way)") }
  }

  private func check(folder: String) throws {
    let texts = try texts(in: folder)
    #expect(texts.count > 100)
    for text in texts {
      let whole = read([text])
      let wrong = ways(text).first { read($0) != whole }
      #expect(wrong == nil, "\(text)")
    }
  }

  /// What comes out of the pieces of a reply.
  private func read(_ pieces: [String]) -> [String] {
    var speakable = SpeakableText()
    var splitter = SentenceSplitter(cutsFirstClause: true)
    var sentences: [String] = []
    var cues: [String] = []
    for output in pieces.flatMap({ speakable.feed($0) }) + speakable.finish() {
      switch output {
      case .text(let text): sentences += splitter.feed(text)
      case .blockEnd: sentences += splitter.endBlock()
      case .cue(let cue): cues.append("\(cue)")
      case .retraction: (sentences, splitter) = ([], SentenceSplitter(cutsFirstClause: true))
      }
    }
    return sentences + splitter.finish() + cues
  }

  private func ways(_ text: String) -> [[String]] {
    let scalars = Array(text.unicodeScalars)
    let inner = Array(scalars.indices.dropFirst())
    var numbers = SeededNumbers(UInt64(scalars.count))
    var cuts = [inner] + inner.map { [$0] }
    if scalars.count <= Self.shortest {
      cuts += inner.flatMap { first in inner.filter { $0 > first }.map { [first, $0] } }
    }
    cuts += (0..<6).map { _ in inner.filter { _ in Bool.random(using: &numbers) } }
    return cuts.map { places in
      zip([0] + places, places + [scalars.count]).map { String(scalars[$0..<$1]) }
    }
  }

  private func texts(in folder: String) throws -> [String] {
    var texts: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let bytes = try Data(contentsOf: URL(filePath: folder + "/" + name))
      if name.hasSuffix(".tsv") {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        texts += lines.dropFirst().compactMap { line in
          let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
          return cells.count > 1 ? String(cells[1]).replacing("\\n", with: "\n") : nil
        }
      } else if let file = try? JSONDecoder().decode(Sentences.self, from: bytes) {
        texts += file.cases.map(\.text)
      }
    }
    return texts
  }

  private struct Sentences: Decodable {
    struct Item: Decodable {
      var text: String
    }

    var cases: [Item]
  }
}

/// The folder of the package.
private let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
