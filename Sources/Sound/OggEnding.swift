/// Whether an Ogg file ends with the page its writer marked as the last (RFC 3533, section 6).
///
/// libsndfile takes the last page it finds for the end, so a file that was cut off looks whole.
enum OggEnding {
  /// The largest page: 27 bytes of header, 255 lengths and 255 segments of 255 bytes.
  private static let largestPage = 27 + 255 + 255 * 255

  /// Whether the file is Ogg and its last page is missing or cut off.
  static func isMissing(_ file: borrowing InputFile) -> Bool {
    guard file.bytes(at: 0, count: 4).elementsEqual("OggS".utf8) else { return false }
    let bytes = file.bytes(at: max(0, file.size - largestPage), count: largestPage)
    guard bytes.count >= 27 else { return true }
    for start in stride(from: bytes.count - 27, through: 0, by: -1)
    where bytes[start..<start + 4].elementsEqual("OggS".utf8) {
      let isMarkedLast = bytes[start + 5] & 4 != 0
      let segments = bytes[(start + 27)...].prefix(Int(bytes[start + 26]))
      let length = 27 + segments.count + segments.reduce(0) { $0 + Int($1) }
      return !isMarkedLast || start + length > bytes.count
    }
    return true
  }
}
