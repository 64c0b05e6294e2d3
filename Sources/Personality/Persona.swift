import FoundationEssentials

/// Who the companion is: name, age, way of speaking, voice.
///
/// Read from a persona file.
public struct Persona: Sendable, Equatable, Decodable {
  /// Things somebody says and how the companion would answer, given to the model as real turns.
  public struct Example: Sendable, Equatable, Decodable {
    /// What a person says.
    public var person: String
    /// What the companion answers.
    public var companion: String

    /// An example exchange.
    public init(person: String, companion: String) {
      self.person = person
      self.companion = companion
    }
  }

  /// The voices that suit the companion.
  public struct VoiceChoice: Sendable, Equatable, Decodable {
    /// Which kind of voice of this machine fits: `female`, `male` or `any`.
    public var onThisMachine: VoiceKind
    /// The name of the voice at OpenAI.
    public var openAI: String
  }

  /// Which kind of voice fits.
  public enum VoiceKind: String, Sendable, Equatable, Decodable {
    case female, male, any
  }

  /// The layout of the file; 1.
  public var format: Int
  /// The name, by which it is also called.
  public var name: String
  /// "she/her", "he/him" or "they/them".
  public var pronouns: String
  /// Years.
  public var age: Int
  /// Who it is in a few words.
  public var summary: String
  /// What the name means.
  public var nameMeaning: String
  /// The stable text that tells the model who it is.
  public var introduction: String
  /// Four to eight example exchanges.
  public var examples: [Example]
  /// Short sounds it makes when it needs a moment, such as "Hm."; at most eight of 40 characters.
  public var fillers: [String]
  /// The voices that suit it.
  public var voice: VoiceChoice
  /// What wakes it.
  public var wakePhrase: String
  /// The colour of its eyes, as `#rrggbb`.
  public var accent: String

  /// Reads a persona file.
  ///
  /// - Parameter json: The bytes of the file; at most 64 KB.
  /// - Throws: ``PersonaError`` which says what is wrong with the file.
  public init(json: [UInt8]) throws(PersonaError) {
    guard json.count <= 65_536 else { throw .tooLarge }
    do {
      self = try JSONDecoder().decode(Persona.self, from: Data(json))
    } catch let error as DecodingError {
      throw .unreadable(field: Self.field(of: error))
    } catch {
      throw .unreadable(field: nil)
    }
    try check()
  }

  /// The companion people meet first.
  ///
  /// - Returns: Mira.
  /// - Throws: ``PersonaError`` when this copy of the program is damaged.
  public static func mira() throws(PersonaError) -> Persona {
    try Persona(json: PackageResources.mira_json)
  }

  private func check() throws(PersonaError) {
    guard format == 1 else { throw .newerFormat(format) }
    guard !name.isEmpty, name.utf8.count <= 64 else { throw .unreadable(field: "name") }
    guard age >= 18, age <= 130 else { throw .unreadable(field: "age") }
    guard Self.isColour(accent) else { throw .unreadable(field: "accent") }
    guard !introduction.isEmpty, introduction.utf8.count <= 4_000 else {
      throw .unreadable(field: "introduction")
    }
    guard (1...8).contains(examples.count),
      examples.allSatisfy({ !$0.person.isEmpty && !$0.companion.isEmpty })
    else { throw .unreadable(field: "examples") }
    guard fillers.count <= 8, fillers.allSatisfy({ (1...40).contains($0.count) }) else {
      throw .unreadable(field: "fillers")
    }
  }

  private static func isColour(_ text: String) -> Bool {
    text.utf8.count == 7 && text.first == "#" && text.dropFirst().allSatisfy(\.isHexDigit)
  }

  private static func field(of error: DecodingError) -> String? {
    switch error {
    case .keyNotFound(let key, _): key.stringValue
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.last?.stringValue
    @unknown default: nil
    }
  }
}
