/// What the header of a WAV file declares, read apart from libsndfile.
///
/// libsndfile repairs sizes silently; this tells a file that was cut off from one whose writer did
/// not know the length, and names a sample rate that libsndfile only refuses.
struct WaveHeader: Equatable {
  /// How samples are stored: the format tag (inside an extensible format, its sub-format) and bits.
  struct Encoding: Equatable {
    var tag = 0
    var bits = 0
  }

  /// The declared sample rate in Hz.
  private(set) var rate = 0

  /// The declared number of channels.
  private(set) var channels = 0

  /// How samples are stored.
  private(set) var encoding = Encoding()

  /// Where the samples begin when the declared size is zero because the writer did not know it.
  private(set) var unsizedStart: Int?

  /// Whether the samples declared go beyond the end of the file.
  private(set) var isTruncated = false

  private static let mostChunks = 256
  private static let extensible = 0xFFFE

  /// Reads the chunks up to the samples; nil when it is no WAV file or has no format.
  init?(_ file: borrowing InputFile) {
    let start = file.bytes(at: 0, count: 12)
    guard start.count == 12, start.starts(with: "RIFF".utf8) else { return nil }
    let declaresWholeFile = Self.number(start, at: 4, bytes: 4) == file.size - 8
    var offset = 12
    for _ in 0..<Self.mostChunks {
      let head = file.bytes(at: offset, count: 8)
      guard head.count == 8 else { break }
      let size = Self.number(head, at: 4, bytes: 4)
      if head.starts(with: "fmt ".utf8) {
        guard readFormat(file.bytes(at: offset + 8, count: min(size, 40))) else { return nil }
      }
      if head.starts(with: "data".utf8) {
        isTruncated = size < Self.leastPlaceholder && offset + 8 + size > file.size
        if size == 0, !declaresWholeFile, offset + 8 < file.size { unsizedStart = offset + 8 }
        break
      }
      offset += 8 + size + size % 2
    }
    guard encoding.tag != 0 else { return nil }
  }

  /// Writers to a pipe leave zero or a size near the largest signed or unsigned number.
  private static let leastPlaceholder = 0x7FFF_0000

  private mutating func readFormat(_ format: [UInt8]) -> Bool {
    guard format.count >= 16 else { return false }
    encoding.tag = Self.number(format, at: 0, bytes: 2)
    channels = Self.number(format, at: 2, bytes: 2)
    rate = Self.number(format, at: 4, bytes: 4)
    encoding.bits = Self.number(format, at: 14, bytes: 2)
    if encoding.tag == Self.extensible, format.count >= 26 {
      encoding.tag = Self.number(format, at: 24, bytes: 2)
    }
    return true
  }

  private static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
