import FoundationEssentials
import Hearing
import Sound

extension TurnTrace: Encodable {
  /// Why something is no trace that can be read.
  public struct Fault: Error, Equatable {
    /// One sentence.
    public var sentence: String

    init(_ sentence: String) {
      self.sentence = sentence
    }
  }

  /// The version that is written and read.
  public static let version = 1
  /// The largest trace, in bytes.
  public static let maximumBytes = 65_536

  /// The trace as JSON, keys in alphabetical order.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // It is made of numbers and texts, which always can be written.
    let bytes = (try? encoder.encode(self)) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  public func encode(to encoder: any Encoder) throws {
    try Wire(self).encode(to: encoder)
  }

  /// Reads a trace.
  ///
  /// - Parameter bytes: JSON as ``json`` writes it; anything else is refused.
  /// - Throws: ``Fault``.
  public init(json bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.maximumBytes else {
      throw Fault("It is longer than a trace can be, which is 64 KB.")
    }
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: Data(bytes)) else {
      throw Fault("It is no trace of a turn.")
    }
    guard head.version == Self.version else {
      throw Fault("It is a trace of version \(head.version); this Kith reads \(Self.version).")
    }
    guard let wire = try? decoder.decode(Wire.self, from: Data(bytes)) else {
      throw Fault("It is a trace of a turn, but something in it is missing or malformed.")
    }
    self = try wire.trace()
  }

  /// What tells a trace from other JSON.
  private struct Head: Decodable {
    var version: Int

    private enum CodingKeys: String, CodingKey {
      case version = "kith_trace"
    }
  }

  /// A trace as it is written: times and spans in samples of the clock.
  fileprivate struct Wire: Codable {
    var version = TurnTrace.version
    var clock = SampleTime.rate
    var first: Int64
    var begin: Int64
    var lastWordEnd: Int64?
    var taken: Int64
    var isCut: Bool
    /// A byte for each window.
    var probabilities: String
    /// A byte for each window; absent where nothing was played.
    var excesses: String?
    /// First and last window of each stretch in which a reply was under way.
    var busy: [[Int]]
    var stillBusy: [[Int]]
    var pauses: [Int64]
    var events: [WireEvent]

    enum CodingKeys: String, CodingKey {
      case version = "kith_trace"
      case clock, first, begin, taken, probabilities, excesses, busy, pauses, events
      case stillBusy = "still_busy"
      case lastWordEnd = "last_word_end"
      case isCut = "is_cut"
    }
  }

  fileprivate struct WireEvent: Codable {
    var kind: String
    var at: Int64
    var window: Int
    var start: Int64?
    var end: Int64?
    var voiced: Int64?
    var completion: Float?
    var words: String?
    var wait: Int64?
    var because: [WireReason]?
    var code: String?
  }

  fileprivate struct WireReason: Codable {
    var cause: String
    var by: Int64
  }
}

// MARK: Writing

extension TurnTrace.Event: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try TurnTrace.WireEvent(self).encode(to: encoder)
  }
}

extension TurnTrace.Wire {
  init(_ trace: TurnTrace) {
    first = trace.first.samples
    begin = trace.begin.samples
    lastWordEnd = trace.lastWordEnd?.samples
    taken = trace.taken.samples
    isCut = trace.isCut
    probabilities = Data(trace.windows.map(\.likelihood)).base64EncodedString()
    if trace.windows.contains(where: { $0.loudness != .max }) {
      excesses = Data(trace.windows.map(\.loudness)).base64EncodedString()
    }
    busy = Self.stretches(trace.windows.map(\.isBusy))
    stillBusy = Self.stretches(trace.windows.map(\.isStillBusy))
    pauses = trace.habit.pauses.map(\.samples)
    events = trace.events.map(TurnTrace.WireEvent.init)
  }

  private static func stretches(_ flags: [Bool]) -> [[Int]] {
    flags.indices.reduce(into: []) { stretches, place in
      guard flags[place] else { return }
      if let last = stretches.last, last[1] == place - 1 {
        stretches[stretches.count - 1][1] = place
      } else {
        stretches.append([place, place])
      }
    }
  }
}

extension TurnTrace.WireEvent {
  init(_ event: TurnTrace.Event) {
    kind = event.kind.rawValue
    at = event.at.samples
    window = event.window
    start = event.start?.samples
    end = event.end?.samples
    voiced = event.voiced?.samples
    completion = event.completion
    words = event.words?.code
    wait = event.wait?.samples
    if !event.because.isEmpty {
      because = event.because.map { .init(cause: $0.cause, by: $0.by.samples) }
    }
    code = event.code
  }
}

// MARK: Reading

extension TurnTrace.Wire {
  func trace() throws(TurnTrace.Fault) -> TurnTrace {
    guard clock == SampleTime.rate else { throw .init("Its clock is not that of Kith.") }
    let windows = try windows()
    guard events.count <= 2 * TurnTrace.mostEvents else { throw .init("It has too many events.") }
    guard first.isTime, begin.isTime, taken.isTime, lastWordEnd?.isTime ?? true, begin <= taken
    else { throw .init("It holds times that can't be.") }
    guard pauses.count <= PauseHabit.remembered, pauses.allSatisfy(\.isTime) else {
      throw .init("It holds pauses that can't be.")
    }
    var read: [TurnTrace.Event] = []
    for event in events {
      let event = try event.event()
      guard (read.last?.window ?? 0)...windows.count ~= event.window else {
        throw .init("Its events are out of order.")
      }
      read.append(event)
    }
    return TurnTrace(
      first: SampleTime(samples: first), windows: windows,
      habit: PauseHabit(pauses.map(SampleSpan.init(samples:))), events: read,
      begin: SampleTime(samples: begin),
      lastWordEnd: lastWordEnd.map(SampleTime.init(samples:)),
      taken: SampleTime(samples: taken), isCut: isCut)
  }

  private func windows() throws(TurnTrace.Fault) -> [TurnTrace.Window] {
    guard let bytes = Data(base64Encoded: probabilities), bytes.count <= TurnTrace.mostWindows
    else {
      throw .init("Its windows can't be read, or there are too many.")
    }
    var windows = bytes.map { TurnTrace.Window(likelihood: $0) }
    if let excesses {
      guard let bytes = Data(base64Encoded: excesses), bytes.count == windows.count else {
        throw .init("Its windows can't be read, or there are too many.")
      }
      for (place, byte) in bytes.enumerated() { windows[place].loudness = byte }
    }
    for place in try places(busy, among: windows.count) { windows[place].isBusy = true }
    for place in try places(stillBusy, among: windows.count) { windows[place].isStillBusy = true }
    return windows
  }

  private func places(
    _ stretches: [[Int]], among count: Int
  ) throws(TurnTrace.Fault) -> [Int] {
    var places: [Int] = []
    for stretch in stretches {
      guard stretch.count == 2, (places.last ?? -1) < stretch[0], stretch[0] <= stretch[1],
        stretch[1] < count
      else { throw .init("It tells of windows that it does not hold.") }
      places += stretch[0]...stretch[1]
    }
    return places
  }
}

extension TurnTrace.WireEvent {
  func event() throws(TurnTrace.Fault) -> TurnTrace.Event {
    guard let kind = TurnTrace.Event.Kind(rawValue: kind) else {
      throw .init("It tells of an event that this Kith does not know.")
    }
    let numbers = [at, start, end, voiced, wait].compactMap(\.self)
    guard numbers.allSatisfy(\.isTime), completion.map({ (0...1).contains($0) }) ?? true else {
      throw .init("It holds times or probabilities that can't be.")
    }
    var event = TurnTrace.Event(kind, at: SampleTime(samples: at), window: window)
    event.start = start.map(SampleTime.init(samples:))
    event.end = end.map(SampleTime.init(samples:))
    event.voiced = voiced.map(SampleSpan.init(samples:))
    event.completion = completion
    event.wait = wait.map(SampleSpan.init(samples:))
    if let words {
      guard let known = EndOfTurn.Words(code: words) else {
        throw .init("It tells of words of a kind that this Kith does not know.")
      }
      event.words = known
    }
    let reasons = because ?? []
    guard reasons.count <= 20, code?.isCode ?? true,
      reasons.allSatisfy({ $0.cause.isCode && $0.by.magnitude.isTime })
    else { throw .init("It holds reasons that can't be.") }
    event.because = reasons.map { .init($0.cause, by: SampleSpan(samples: $0.by)) }
    event.code = code
    return event
  }
}

extension BinaryInteger {
  /// Whether it is a time that arithmetic can't overflow: four centuries of sound at most.
  fileprivate var isTime: Bool { self >= 0 && self <= Int64(1) << 48 }
}

extension String {
  /// Whether it is a word of a fixed list, and no text of anybody.
  fileprivate var isCode: Bool {
    (1...40).contains(utf8.count)
      && utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
      }
  }
}
