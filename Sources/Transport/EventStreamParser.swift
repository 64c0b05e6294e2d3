/// Reads a stream of server-sent events, in pieces of any size.
///
/// Follows "Parsing an event stream" of the WHATWG HTML standard, section 9.2.5: a byte order mark at
/// the start is dropped, a line ends with CR, LF or both, lines of data are joined, comments and
/// unknown fields mean nothing. Lines that are no field at all are handed out too, because some
/// servers write a bare error into the stream.
public struct EventStreamParser: Sendable {
  /// What a stream is made of.
  public enum Item: Sendable, Equatable {
    /// An event with its data; `name` is nil for the usual "message".
    case event(name: String?, data: String)
    /// A line that is no field of an event.
    case stray(String)
  }

  private let lineLimit: Int
  private let eventLimit: Int

  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var name: String?
  private var isFirstLine = true
  private var lineFeedIsPartOfEnd = false

  /// A parser at the start of a stream.
  ///
  /// - Parameters:
  ///   - lineLimit: The most bytes of a line.
  ///   - eventLimit: The most bytes of the data of an event.
  public init(lineLimit: Int = 1 << 20, eventLimit: Int = 4 << 20) {
    self.lineLimit = lineLimit
    self.eventLimit = eventLimit
  }

  /// Takes the next bytes of the stream.
  ///
  /// - Returns: What they completed, in order.
  /// - Throws: `TransportError.tooLarge` when a line or an event exceeds its limit.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(TransportError) -> [Item] {
    var items: [Item] = []
    for byte in bytes {
      if byte == 0x0A, lineFeedIsPartOfEnd {
        lineFeedIsPartOfEnd = false
        continue
      }
      lineFeedIsPartOfEnd = byte == 0x0D
      if byte == 0x0A || byte == 0x0D {
        if let item = try endLine() { items.append(item) }
      } else {
        guard line.count < lineLimit else { throw .tooLarge }
        line.append(byte)
      }
    }
    return items
  }

  /// Takes the end of the stream.
  ///
  /// The standard throws away an event that no empty line completes. Servers do leave the last one
  /// open, so the caller may look at it and judge.
  ///
  /// - Returns: The event that was not completed.
  public mutating func end() -> Item? {
    if !line.isEmpty, let item = try? endLine() { return item }
    return hasData ? dispatch() : nil
  }

  private mutating func endLine() throws(TransportError) -> Item? {
    defer { line.removeAll(keepingCapacity: true) }
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    if line.isEmpty { return dispatch() }
    let colon = line.firstIndex(of: 0x3A)
    // A comment, which servers send to keep the connection.
    if colon == 0 { return nil }
    let field = line[..<(colon ?? line.count)]
    var value = line[(colon.map { $0 + 1 } ?? line.count)...]
    if value.first == 0x20 { value.removeFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "data":
      guard data.count + value.count < eventLimit else { throw .tooLarge }
      if hasData { data.append(0x0A) }
      data.append(contentsOf: value)
      hasData = true
    case "event":
      name = String(decoding: value, as: UTF8.self)
    case "id", "retry":
      // For reconnecting, which a reply never does.
      break
    default:
      return .stray(String(decoding: line, as: UTF8.self))
    }
    return nil
  }

  private mutating func dispatch() -> Item? {
    defer {
      data.removeAll(keepingCapacity: true)
      hasData = false
      name = nil
    }
    guard hasData else { return nil }
    return .event(
      name: name == "message" || name == "" ? nil : name,
      data: String(decoding: data, as: UTF8.self))
  }
}
