import Sound

/// A binary message of the live wire: a header of 16 bytes and signed 16-bit samples.
struct SoundMessage: Equatable, Sendable {
  /// Whose sound it is.
  enum Kind: UInt8, Sendable {
    case microphone = 1
    case reply = 2
  }

  /// Why bytes are no such message.
  enum Fault: Error, Equatable {
    case tooShort
    case unknownVersion
    case unknownKind
    case oddLength
    case tooLong
    case positionOutOfRange
  }

  /// Bytes before the samples.
  static let headerLength = 16
  /// The most bytes of samples in one message.
  static let longest = 64_000
  private static let version: UInt8 = 1
  private static let lastFlag: UInt16 = 1
  /// Days of sound; a larger position is a mistake, and would overflow sums.
  private static let furthest: UInt64 = 1 << 40

  var kind: Kind
  var isLast = false
  var stream: UInt32
  /// The position of the first sample in its stream.
  var first: Int64
  var samples: [Int16]

  init(kind: Kind, stream: UInt32, first: Int64, samples: [Int16], isLast: Bool = false) {
    self.kind = kind
    self.stream = stream
    self.first = first
    self.samples = samples
    self.isLast = isLast
  }

  /// Reads a message.
  init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count >= Self.headerLength else { throw .tooShort }
    guard bytes[0] == Self.version else { throw .unknownVersion }
    guard let kind = Kind(rawValue: bytes[1]) else { throw .unknownKind }
    guard bytes.count % 2 == 0 else { throw .oddLength }
    guard bytes.count - Self.headerLength <= Self.longest else { throw .tooLong }
    func number(_ range: Range<Int>) -> UInt64 {
      range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
    let position = number(8..<16)
    guard position <= Self.furthest else { throw .positionOutOfRange }
    self.kind = kind
    isLast = UInt16(number(2..<4)) & Self.lastFlag != 0
    stream = UInt32(number(4..<8))
    first = Int64(position)
    samples = PCM16.samples(littleEndian: Array(bytes[Self.headerLength...]))
  }

  /// The message as it is sent.
  var bytes: [UInt8] {
    var bytes: [UInt8] = [Self.version, kind.rawValue]
    bytes.reserveCapacity(Self.headerLength + 2 * samples.count)
    func put(_ value: UInt64, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    put(UInt64(isLast ? Self.lastFlag : 0), 2)
    put(UInt64(stream), 4)
    put(UInt64(first), 8)
    return bytes + PCM16.littleEndian(samples)
  }
}
