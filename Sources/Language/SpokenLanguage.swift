/// A language whose figures, dates, signs and abbreviations can be spelled out.
public enum SpokenLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case japanese = "ja"

  /// The language that `text` is written in; nil when nothing in it tells.
  public static func of(_ text: String) -> SpokenLanguage? {
    LanguageSigns(text).language
  }

  /// The language of a tag such as "de" or "de-AT"; nil for one not known here.
  public init?(tag: String) {
    self.init(rawValue: tag.prefix { $0 != "-" && $0 != "_" }.lowercased())
  }
}
