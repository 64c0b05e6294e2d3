import Language

/// A written text and what is to become of it.
public struct TextCase: Sendable, Equatable {
  /// What is expected.
  public enum Expectation: Sendable, Equatable {
    /// These words are said.
    case spoken(String)
    /// These are the sentences, with all that is written.
    case sentences([String])
    /// These are the sentences once marks, tags and emoji are taken out.
    case plainSentences([String])
  }

  /// Where it is found again.
  public var name: String
  /// The tag of its language, such as "de"; empty when nothing tells.
  public var language: String
  /// What kind of case it is, such as "money".
  public var kind: String
  /// The text.
  public var written: String
  /// What is expected of it.
  public var expectation: Expectation

  /// The language a voice would be set to.
  var spokenLanguage: SpokenLanguage? { SpokenLanguage(tag: language) }
}
