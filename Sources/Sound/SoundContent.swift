/// What kind of content a file holds, judged by how it begins and never by its name.
enum SoundContent: Equatable {
  /// Content libsndfile can read.
  case readable
  /// Text, with how it begins.
  case text
  /// A known kind that can't be read.
  case unsupported(String)
  /// Anything else.
  case unknown

  /// The kind of content that begins with `bytes` (64 or more where the file has them).
  init(_ bytes: [UInt8]) {
    let start = bytes.prefix(4)
    if start.elementsEqual("RIFF".utf8) || start.elementsEqual("RF64".utf8) {
      self = bytes.dropFirst(8).starts(with: "WAVE".utf8) ? .readable : .unknown
    } else if start.elementsEqual("fLaC".utf8) || start.elementsEqual("OggS".utf8) {
      self = .readable
    } else if bytes.starts(with: "ID3".utf8) || Self.isMPEGFrame(bytes) {
      self = .readable
    } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
      self = .unsupported("M4A and MP4")
    } else if start.elementsEqual([0x1A, 0x45, 0xDF, 0xA3]) {
      self = .unsupported("WebM")
    } else if start.elementsEqual("FORM".utf8) {
      self = .unsupported("AIFF")
    } else if Self.isText(bytes) {
      self = .text
    } else {
      self = .unknown
    }
  }

  /// Whether `bytes` begin with the header of an MPEG audio layer I–III frame (ISO 11172-3, 2.4.1.3).
  private static func isMPEGFrame(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4 else { return false }
    let hasSync = bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0
    let hasVersion = bytes[1] & 0x18 != 0x08
    let hasLayer = bytes[1] & 0x06 != 0
    return hasSync && hasVersion && hasLayer && bytes[2] & 0xF0 != 0xF0 && bytes[2] & 0x0C != 0x0C
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    let isPrintable = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }
    guard isPrintable, !bytes.isEmpty else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.filter { $0 != "\u{FFFD}" }.count * 10 >= text.count * 9
  }
}
