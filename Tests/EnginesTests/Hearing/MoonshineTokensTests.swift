import Testing

@testable import Engines

struct MoonshineTokensTests {
  private static func file(_ pieces: [String]) -> [UInt8] {
    pieces.flatMap { piece -> [UInt8] in
      let bytes = Array(piece.utf8)
      guard bytes.count >= 128 else { return [UInt8(bytes.count)] + bytes }
      return [UInt8(bytes.count % 128 + 128), UInt8(bytes.count / 128)] + bytes
    }
  }

  @Test func `pieces become words; marks and unknown tokens become nothing`() throws {
    let long = String(repeating: "a", count: 300)
    let tokens = try MoonshineTokens(
      Self.file([
        "<unk>", "<s>", "</s>", "\u{2581}Good", "\u{2581}", "bye", "", long, "<0xC3>", "<0xA9>",
      ]))
    #expect(tokens.count == 10)
    #expect(tokens.text(of: [1, 3, 5, 2]) == "Goodbye")
    #expect(tokens.text(of: [3, 4, 5, 99, -1, 6]) == "Good bye")
    #expect(tokens.text(of: [7]) == long)
    #expect(tokens.text(of: [8, 9]) == "é")
    #expect(tokens.text(of: []) == "")
  }

  @Test(arguments: [[5], [5, 65], [200], [255, 255, 1]] as [[UInt8]])
  func `a file that ends within a token is damaged`(bytes: [UInt8]) {
    #expect(throws: EngineError.partDamaged("Moonshine")) { try MoonshineTokens(bytes) }
  }
}
