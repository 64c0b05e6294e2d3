/// The header fields of a message, in their order; names are lower case.
public struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One header field.
  public struct Field: Sendable, Equatable {
    /// The name in lower case.
    public let name: String
    /// The value without surrounding blanks.
    public let value: String
  }

  /// The fields in the order they came or were added.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Adds a field, also when there is one of that name already.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name.lowercased(), value: value))
  }

  /// Adds a field whose name is lower case already.
  mutating func append(lowercaseName name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The value of a field; values of repeated fields are joined by a comma (RFC 9110, section 5.3).
  ///
  /// Setting it replaces all fields of that name; the name is given in lower case.
  public subscript(_ name: String) -> String? {
    get {
      var found: String?
      for field in fields where field.name == name {
        found = found.map { $0 + ", " + field.value } ?? field.value
      }
      return found
    }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { append(name, newValue) }
    }
  }

  /// Whether one of the comma-separated words of a field is `word`, in any case.
  func contains(_ word: String, in name: String) -> Bool {
    guard let value = self[name] else { return false }
    if value == word { return true }
    return value.split(separator: ",").contains { part in
      part.drop(while: \.isBlank).lowercased().prefix { !$0.isBlank } == word[...]
    }
  }

  /// Whether every field may be written to the wire: no name or value can end its line early.
  var areWritable: Bool {
    fields.allSatisfy { field in
      !field.name.isEmpty && field.name.utf8.allSatisfy(\.isToken)
        && field.value.utf8.allSatisfy(\.isFieldText)
    }
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension UInt8 {
  /// Whether the byte may stand in a method or a field name (RFC 9110, section 5.6.2).
  var isToken: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Whether the byte may stand in a field value (RFC 9110, section 5.5).
  var isFieldText: Bool {
    self >= 0x20 && self != 0x7f || self == 0x09
  }
}
