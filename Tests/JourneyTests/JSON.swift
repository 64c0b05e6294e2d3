import FoundationEssentials

/// A value read from JSON, for looking at what `--json` prints.
enum JSON: Decodable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  struct Unreadable: Error {
    let text: String
  }

  /// Reads `text`, which must be one JSON value and nothing else.
  init(_ text: String) throws {
    do {
      self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    } catch {
      throw Unreadable(text: text)
    }
  }

  init(from decoder: any Decoder) throws {
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

  /// A member; `null` when there is none.
  subscript(name: String) -> JSON {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  /// An element; `null` when there is none.
  subscript(index: Int) -> JSON {
    list.indices.contains(index) ? list[index] : .null
  }

  /// The elements; none when it is no array.
  var list: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The names of the members; none when it is no object.
  var names: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }

  /// The string; empty when it is none.
  var text: String {
    if case .string(let text) = self { text } else { "" }
  }

  /// The number; not a number when it is none.
  var value: Double {
    if case .number(let value) = self { value } else { .nan }
  }

  /// Whether it is `true`.
  var isTrue: Bool { self == .flag(true) }
}
