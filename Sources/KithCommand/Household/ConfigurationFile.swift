/// `config.json` as it is written; comments are allowed (JSON5).
struct ConfigurationFile: Decodable {
  /// A model server.
  struct Brain: Decodable {
    var address: String
    var model: String?
  }

  var brain: Brain?
  var builtIn: String?
  var voice: String?
  var port: Int?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case brain, builtIn, voice, port
  }

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: AnyKey.self)
    if let unknown = values.allKeys.first(where: { CodingKeys(rawValue: $0.stringValue) == nil }) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [unknown], debugDescription: "unknown key"))
    }
    let known = try decoder.container(keyedBy: CodingKeys.self)
    brain = try known.decodeIfPresent(Brain.self, forKey: .brain)
    builtIn = try known.decodeIfPresent(String.self, forKey: .builtIn)
    voice = try known.decodeIfPresent(String.self, forKey: .voice)
    // Read as any number first: what is no whole one would be told as no JSON.
    port = try known.decodeIfPresent(Double.self, forKey: .port).map { number in
      guard let whole = Int(exactly: number) else {
        throw DecodingError.typeMismatch(
          Int.self, .init(codingPath: [CodingKeys.port], debugDescription: "no whole number"))
      }
      return whole
    }
  }

  /// What is wrong, in words that say what is expected.
  static func reason(of error: DecodingError) -> String {
    switch error {
    case .dataCorrupted(let context):
      switch context.codingPath.last?.stringValue {
      case nil: "it is no JSON, such as \(example)"
      case let key?: "there is no key \(key)"
      }
    case .keyNotFound(let key, let context):
      "\(name(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      expected(at: context.codingPath)
    @unknown default: "it can't be read"
    }
  }

  private static let example = #"{"voice": "joe"}"#

  private static func name(_ path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: ".")
  }

  private static func expected(at path: [any CodingKey]) -> String {
    switch path.last?.stringValue {
    case nil: "it must be an object in braces, such as \(example)"
    case "port": "port must be a whole number without quotation marks, such as 4747"
    case "brain": #"brain must be an object, such as {"address": "http://192.168.1.20:11434"}"#
    default: "\(name(path)) must be a text in quotation marks"
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
