/// A piece of a page; every text and attribute that goes in is escaped.
///
/// Names of elements and attributes are written in this program, so nothing measured can become one.
struct Markup: Sendable, Equatable, ExpressibleByStringLiteral {
  /// The piece as HTML.
  let source: String

  /// A text.
  init(_ text: some StringProtocol) {
    source = Self.escaped(text)
  }

  init(stringLiteral text: String) {
    self.init(text)
  }

  /// An element with what is in it.
  init(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    _ children: [Markup] = []
  ) {
    let written = attributes.map { " \($0.key)=\"\(Self.escaped($0.value))\"" }.joined()
    let start = "<\(name)\(written)>"
    source =
      Self.void.contains("\(name)")
      ? start : start + children.map(\.source).joined() + "</\(name)>"
  }

  /// A style sheet, written in this program.
  static func style(_ sheet: StaticString) -> Markup {
    Markup(source: "<style>\n\(sheet)\n</style>")
  }

  private init(source: String) {
    self.source = source
  }

  /// Elements that have no end tag.
  private static let void: Set = ["meta", "br"]

  private static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", " "..."~", "\u{A0}"...: escaped.unicodeScalars.append(scalar)
      default: escaped += "\u{FFFD}"
      }
    }
    return escaped
  }
}
