import Glibc

/// The pieces of words Moonshine writes with.
struct MoonshineTokens: Sendable {
  private let pieces: [[UInt8]]

  /// Reads `tokenizer.bin`: for each token its length, in one byte or (from 128) in two, and bytes.
  ///
  /// - Throws: `partDamaged`.
  init(path: String) throws(EngineError) {
    guard let bytes = Self.contents(of: path) else { throw .partDamaged("Moonshine") }
    try self.init(bytes)
  }

  /// Tokens from the bytes of the file.
  ///
  /// - Throws: `partDamaged` when they end within a token.
  init(_ bytes: [UInt8]) throws(EngineError) {
    var pieces: [[UInt8]] = []
    var place = 0
    while place < bytes.count {
      var length = Int(bytes[place])
      place += 1
      if length >= 128 {
        guard place < bytes.count else { throw .partDamaged("Moonshine") }
        length = Int(bytes[place]) * 128 + length - 128
        place += 1
      }
      guard place + length <= bytes.count else { throw .partDamaged("Moonshine") }
      pieces.append(Array(bytes[place..<place + length]))
      place += length
    }
    self.pieces = pieces
  }

  /// How many tokens there are.
  var count: Int { pieces.count }

  /// The text of `tokens`; marks such as `</s>` and tokens beyond the list give nothing.
  func text(of tokens: [Int]) -> String {
    var bytes: [UInt8] = []
    for token in tokens where pieces.indices.contains(token) {
      let piece = pieces[token]
      if piece.count > 2, piece.first == UInt8(ascii: "<"), piece.last == UInt8(ascii: ">") {
        if let byte = Self.byte(of: piece) { bytes.append(byte) }
      } else {
        bytes += piece
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split { $0 == "\u{2581}" || $0.isWhitespace }
    return words.joined(separator: " ")
  }

  /// The byte that a piece like `<0xE2>` stands for: how letters outside the list are written.
  private static func byte(of piece: [UInt8]) -> UInt8? {
    let name = String(decoding: piece, as: UTF8.self)
    guard name.count == 6, name.hasPrefix("<0x") else { return nil }
    return UInt8(name.dropFirst(3).dropLast(), radix: 16)
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 4 << 20 {
      let count = unsafe fread(&block, 1, block.count, file)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
    return nil
  }
}
