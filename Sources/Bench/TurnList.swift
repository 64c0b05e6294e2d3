/// The list of a corpus of turns: tab-separated, with a header.
///
/// The columns `file` and `last_word_end_ms` are needed. `pauses` holds pairs of milliseconds such as
/// `2304-3008`, with spaces between them; `speaker` and `text` may be missing.
public struct TurnList: Sendable {
  /// One recording.
  public struct Row: Sendable, Equatable {
    /// The path below the folder of the corpus.
    public var file: String
    /// Who speaks; the file itself where that is not known.
    public var speaker: String
    /// What is said, as far as it is known.
    public var text: String?
    /// When the last word ends, in milliseconds from the start of the file.
    public var lastWordEnd: Double
    /// The pauses before that, in order.
    public var pauses: [TurnClip.Pause]
  }

  /// The recordings in order.
  public var rows: [Row]

  /// Reads a list; nil when a needed column is missing or a number can't be read.
  public init?(_ list: String) {
    var lines = list.split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { return nil }
    let names = lines.removeFirst().split(separator: "\t").map(String.init)
    guard names.contains("file"), names.contains("last_word_end_ms") else { return nil }
    rows = []
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let values = Dictionary(zip(names, fields), uniquingKeysWith: { first, _ in first })
      guard let file = values["file"], let end = values["last_word_end_ms"].flatMap(Double.init),
        let pauses = Self.pauses(values["pauses"] ?? "")
      else { return nil }
      rows.append(
        Row(
          file: file, speaker: values["speaker"] ?? file, text: values["text"], lastWordEnd: end,
          pauses: pauses))
    }
  }

  /// The recordings of some speakers, whole speakers only, so that pauses can be learned.
  ///
  /// - Parameters:
  ///   - count: How many recordings there are at least, if there are so many.
  ///   - seed: Chooses the speakers.
  /// - Returns: The recordings in the order of the list.
  public func ofSomeSpeakers(atLeast count: Int, seed: UInt64) -> [Row] {
    var chance = Chance(seed: seed)
    var speakers = Array(Set(rows.map(\.speaker))).sorted()
    var chosen: Set<String> = []
    var found: [Row] = []
    while found.count < count, !speakers.isEmpty {
      chosen.insert(speakers.remove(at: chance.below(speakers.count)))
      found = rows.filter { chosen.contains($0.speaker) }
    }
    return found
  }

  private static func pauses(_ text: String) -> [TurnClip.Pause]? {
    var pauses: [TurnClip.Pause] = []
    for pair in text.split(whereSeparator: { " ,;".contains($0) }) {
      let ends = pair.split(separator: "-").compactMap { Double($0) }
      guard ends.count == 2, ends[0] < ends[1] else { return nil }
      pauses.append(TurnClip.Pause(start: ends[0], end: ends[1]))
    }
    return pauses
  }
}
