import TestSupport
import Testing

@testable import Server

/// The wire as it is described, as Kith has it, and as the page has it.
struct ProtocolTests {
  private static let checkout =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  private static func text(_ path: String) -> String {
    String(decoding: bytes(of: "\(checkout)/\(path)"), as: UTF8.self)
  }

  /// The names in the first column of the table of a chapter.
  private static func described(in chapter: String) -> [String] {
    let parts = text("docs/protocol.md").split(separator: "\n## ")
    let lines = parts.first { $0.hasPrefix(chapter) }?.split(separator: "\n") ?? []
    return lines.compactMap { line in
      line.hasPrefix("| `") ? line.dropFirst(3).split(separator: "`").first.map(String.init) : nil
    }
  }

  /// The names in a list of the page.
  private static func listed(as name: String) -> [String] {
    let script = text("Web/link/protocol.js")
    guard let begin = script.firstRange(of: "export const \(name) = Object.freeze([") else {
      return []
    }
    return script[begin.upperBound...].prefix { $0 != "]" }.split(separator: "'")
      .enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  @Test(
    arguments: [
      ("Events from the page", "fromPage", PageEvent.names),
      ("Events from Kith", "fromKith", KithEvent.names),
    ])
  func `the document, Kith and the page name the same events`(
    chapter: String, list: String, known: [String]
  ) {
    #expect(known.count >= 8)
    #expect(Self.described(in: chapter) == known)
    #expect(Self.listed(as: list) == known)
  }
}
