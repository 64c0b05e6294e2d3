public import FoundationEssentials

/// The cases of a corpus of texts, read from its files.
public struct TextCorpus: Sendable {
  /// The largest file that is read, in bytes.
  public static let largestFile = 4_194_304
  /// The longest written text of a case, in Unicode scalars.
  public static let longestText = 4_000

  /// The cases in the order of the files.
  public private(set) var cases: [TextCase] = []

  /// A corpus without cases.
  public init() {}

  /// Reads a table of written texts and what is said of them.
  ///
  /// Its head names the columns `written` and `spoken`, and perhaps `id`, `lang` and `class`. A
  /// backslash and an n in a cell are a line end. Cells may be quoted.
  ///
  /// - Parameters:
  ///   - text: The table, its cells separated by tabs.
  ///   - name: The name of the file; "…_de.tsv" tells the language where no column does.
  /// - Returns: How many cases it holds; nil when it is no such table.
  @discardableResult
  public mutating func add(table text: String, name: String) -> Int? {
    var lines = text.split { $0.isNewline }.map { Self.cells($0) }
    guard !lines.isEmpty else { return nil }
    let head = lines.removeFirst()
    guard let written = head.firstIndex(of: "written"), let spoken = head.firstIndex(of: "spoken")
    else { return nil }
    let (id, lang, kind) = (
      head.firstIndex(of: "id"), head.firstIndex(of: "lang"), head.firstIndex(of: "class")
    )
    let stem = name.prefix { $0 != "." }
    let ending = stem.split(separator: "_").last.map(String.init) ?? ""
    let count = cases.count
    for (number, cells) in lines.enumerated() {
      func cell(_ column: Int?) -> String? {
        column.flatMap { cells.indices.contains($0) && !cells[$0].isEmpty ? cells[$0] : nil }
      }
      guard let text = cell(written), text.unicodeScalars.count <= Self.longestText else {
        continue
      }
      cases.append(
        TextCase(
          name: "\(name) \(cell(id) ?? "line \(number + 2)")",
          language: cell(lang) ?? (ending.count == 2 ? ending : ""),
          kind: cell(kind).map { String($0.prefix { $0 != ";" }) } ?? "text",
          written: text.replacing("\\n", with: "\n"), expectation: .spoken(cell(spoken) ?? "")))
    }
    return cases.count - count
  }

  /// Reads a file of sentences: `{"cases": [{"text", "sentences", "lang"?, "lossless"?}]}`.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: Its name.
  /// - Returns: How many cases it holds; nil when it is no such file.
  @discardableResult
  public mutating func add(sentences bytes: Data, name: String) -> Int? {
    guard let file = try? JSONDecoder().decode(SentenceFile.self, from: bytes) else { return nil }
    let count = cases.count
    for (number, item) in file.cases.enumerated()
    where item.text.unicodeScalars.count <= Self.longestText {
      cases.append(
        TextCase(
          name: "\(name) \(item.id ?? "case \(number + 1)")", language: item.lang ?? "",
          kind: item.lossless == false ? "sentences without marks" : "sentences",
          written: item.text,
          expectation: item.lossless == false
            ? .plainSentences(item.sentences) : .sentences(item.sentences)))
    }
    return cases.count - count
  }

  private static func cells(_ line: Substring) -> [String] {
    line.split(separator: "\t", omittingEmptySubsequences: false).map { cell in
      guard cell.count > 1, cell.first == "\"", cell.last == "\"" else { return String(cell) }
      return String(cell.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
  }
}

private struct SentenceFile: Decodable {
  struct Item: Decodable {
    var id: String?
    var lang: String?
    var text: String
    var sentences: [String]
    var lossless: Bool?
  }

  var cases: [Item]
}
