import FoundationEssentials

/// A value of JSON, for looking at what a program says and for telling a browser what to do.
public enum JSON: Codable, Equatable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case flag(Bool)
  /// A number.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSON])
  /// Values with names.
  case object([String: JSON])

  /// What is no JSON.
  public struct Unreadable: Error {
    /// It.
    public let text: String
  }

  /// Reads `text`, which must be one JSON value and nothing else.
  public init(_ text: String) throws {
    do {
      self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    } catch {
      throw Unreadable(text: text)
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number):
      // Whole numbers are written as such: what reads them may ask for integers.
      if let whole = Int(exactly: number) {
        try container.encode(whole)
      } else {
        try container.encode(number)
      }
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  /// It as it is written.
  public var written: String {
    let bytes = (try? JSONEncoder().encode(self)) ?? Data("null".utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A member; `null` when there is none.
  public subscript(name: String) -> JSON {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// An element; `null` when there is none.
  public subscript(index: Int) -> JSON {
    list.indices.contains(index) ? list[index] : .null
  }

  /// The elements; none when it is no array.
  public var list: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The names of the members; none when it is no object.
  public var names: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }

  /// The string; empty when it is none.
  public var text: String {
    if case .string(let text) = self { text } else { "" }
  }

  /// The number; not a number when it is none.
  public var value: Double {
    if case .number(let value) = self { value } else { .nan }
  }

  /// Whether it is `true`.
  public var isTrue: Bool { self == .flag(true) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  public init(stringLiteral text: String) { self = .string(text) }
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
  public init(floatLiteral number: Double) { self = .number(number) }
  public init(integerLiteral number: Int) { self = .number(Double(number)) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}
