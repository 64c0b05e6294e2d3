import FoundationEssentials

/// Some settings with their new values; null takes one back to how it comes.
///
/// Reading is strict: a setting that does not exist, or a value that does not fit, is refused with a
/// sentence, so that nothing is quietly left out.
public struct PreferencesChange: Sendable, Equatable {
  enum Entry: Sendable, Equatable {
    case voice(String?)
    case speed(Double?)
    case brain(Preferences.Brain?)
    case captions(Bool?)
    case theme(Preferences.Theme?)
    case reducedMotion(Preferences.ReducedMotion?)
    case earcons(Bool?)
    case welcomed(Bool?)
    case wakePhrase(String?)
  }

  /// Why settings are refused, in one sentence.
  public struct Fault: Error, Sendable, Equatable {
    /// What is wrong.
    public let sentence: String

    init(_ sentence: String) {
      self.sentence = sentence
    }
  }

  var entries: [Entry] = []

  /// Reads a JSON object.
  ///
  /// - Throws: ``Fault``.
  public init(json bytes: [UInt8]) throws(Fault) {
    do {
      self = try JSONDecoder().decode(PreferencesChange.self, from: Data(bytes))
    } catch let fault as Fault {
      throw fault
    } catch DecodingError.typeMismatch {
      throw Fault("Settings are an object with names and values.")
    } catch {
      throw Fault("The settings are no JSON.")
    }
  }

  /// A change of the speed of the voice, kept within ``Preferences/speeds``.
  public init(speed: Double) {
    let speeds = Preferences.speeds
    entries = [.speed(min(max(speed, speeds.lowerBound), speeds.upperBound))]
  }

  /// A change of the phrase to be woken by.
  public init(wakePhrase: String) {
    entries = [.wakePhrase(wakePhrase)]
  }

  /// Whether it would choose a voice, and which; a nil inside takes the voice back.
  public var voice: String?? {
    entries.lazy.compactMap { if case .voice(let name) = $0 { .some(name) } else { nil } }.last
  }

  /// Whether it would choose a brain, and which; a nil inside takes the brain back.
  public var brain: Preferences.Brain?? {
    entries.lazy.compactMap { if case .brain(let brain) = $0 { .some(brain) } else { nil } }.last
  }
}

extension Preferences {
  /// These settings with some changed.
  public func changed(by change: PreferencesChange) -> Preferences {
    change.entries.reduce(into: self) { result, entry in
      switch entry {
      case .voice(let value): result.voice = value
      case .speed(let value): result.speed = value
      case .brain(let value): result.brain = value
      case .captions(let value): result.captions = value
      case .theme(let value): result.theme = value
      case .reducedMotion(let value): result.reducedMotion = value
      case .earcons(let value): result.earcons = value
      case .welcomed(let value): result.welcomed = value
      case .wakePhrase(let value): result.wakePhrase = value
      }
    }
  }
}

// MARK: - Reading

extension PreferencesChange: Decodable {
  public init(from decoder: any Decoder) throws {
    let values = try StrictValues<Preferences.Key>(decoder, what: "setting")
    for key in values.keys {
      switch key {
      case .voice:
        let name: String? = try values.value(key, "voice takes the name of a voice.")
        guard name.map({ (1...64).contains($0.utf8.count) }) ?? true else {
          throw Fault("voice takes the name of a voice.")
        }
        entries.append(.voice(name))
      case .speed:
        let rule = "speed takes a number from 0.7 to 1.3."
        let speed: Double? = try values.value(key, rule)
        guard speed.map(Preferences.speeds.contains) ?? true else { throw Fault(rule) }
        entries.append(.speed(speed))
      case .brain:
        let rule = "brain takes an object with a kind: built-in or server."
        let brain: StrictBrain? = try values.value(key, rule)
        entries.append(.brain(brain?.brain))
      case .captions: entries.append(.captions(try values.flag(key)))
      case .earcons: entries.append(.earcons(try values.flag(key)))
      case .welcomed: entries.append(.welcomed(try values.flag(key)))
      case .wakePhrase:
        let rule = "wake_phrase takes one to four words, at most 40 bytes."
        let phrase: String? = try values.value(key, rule)
        guard phrase.map(Self.canWake) ?? true else { throw Fault(rule) }
        entries.append(.wakePhrase(phrase))
      case .theme:
        entries.append(
          .theme(try values.value(key, "theme is system, dark, light or contrast.")))
      case .reducedMotion:
        entries.append(.reducedMotion(try values.value(key, "reduced_motion is system or on.")))
      }
    }
  }
}

extension PreferencesChange {
  fileprivate static func canWake(_ phrase: String) -> Bool {
    let words = phrase.split(separator: " ", omittingEmptySubsequences: false)
    return (1...4).contains(words.count) && phrase.utf8.count <= 40
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0 == "'" } }
  }
}

/// A brain as it stands in JSON, read strictly.
private struct StrictBrain: Decodable {
  let brain: Preferences.Brain

  private static let longestAddress = 2_000
  private static let longestModel = 512

  init(from decoder: any Decoder) throws {
    typealias Fault = PreferencesChange.Fault
    let values = try StrictValues<Preferences.Brain.Key>(decoder, what: "part of a brain")
    let kind: Preferences.Brain.Kind? = try values.value(
      .kind, "The kind of a brain is built-in or server.")
    switch kind {
    case .builtIn:
      guard values.keys.allSatisfy({ $0 == .kind || $0 == .size }) else {
        throw Fault("A built-in brain has a kind and perhaps a size.")
      }
      brain = .builtIn(size: try values.value(.size, "The size of a brain is 1.5B or 0.5B."))
    case .server:
      guard !values.keys.contains(.size) else {
        throw Fault("A server has an address and perhaps a model, but no size.")
      }
      let rule = "A server needs its address, at most \(Self.longestAddress) characters."
      let address: String? = try values.value(.address, rule)
      guard let address, (1...Self.longestAddress).contains(address.utf8.count) else {
        throw Fault(rule)
      }
      let modelRule = "The model of a server is a name of at most \(Self.longestModel) bytes."
      let model: String? = try values.value(.model, modelRule)
      guard model.map(Self.canBeModel) ?? true else { throw Fault(modelRule) }
      brain = .server(address: address, model: model)
    case nil:
      throw Fault("brain takes an object with a kind: built-in or server.")
    }
  }

  private static func canBeModel(_ name: String) -> Bool {
    (1...longestModel).contains(name.utf8.count)
      && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

/// An object of which every name is known and every value fits, or a sentence says which is not.
private struct StrictValues<Key: CodingKey & CaseIterable & RawRepresentable & Equatable>
where Key.RawValue == String {
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let keys: [Key]
  private let values: KeyedDecodingContainer<Key>

  init(_ decoder: any Decoder, what: String) throws {
    let given = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    if let unknown = given.first(where: { Key(rawValue: $0) == nil }) {
      throw PreferencesChange.Fault("There is no \(what) called \(unknown.prefix(40)).")
    }
    keys = Key.allCases.filter { given.contains($0.rawValue) }
    values = try decoder.container(keyedBy: Key.self)
  }

  /// The value of `key`; nil when it is null or left out.
  func value<Value: Decodable>(_ key: Key, _ rule: String) throws -> Value? {
    do {
      return try values.decodeIfPresent(Value.self, forKey: key)
    } catch let fault as PreferencesChange.Fault {
      throw fault
    } catch {
      throw PreferencesChange.Fault(rule)
    }
  }

  func flag(_ key: Key) throws -> Bool? {
    try value(key, "\(key.rawValue) takes true or false.")
  }
}
