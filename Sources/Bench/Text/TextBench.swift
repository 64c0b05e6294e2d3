import Language
import Speaking

/// Measures how many texts are said, and how many sentences are cut, as they should be.
///
/// A case is right when the result is the expected one and the same however the text is cut.
public enum TextBench {
  /// What came of a case.
  struct Outcome {
    var result: String
    var isRight: Bool
    /// A way of cutting the text that gives something else, if there is one.
    var otherCut: [String]?
  }

  /// Tries every case.
  ///
  /// - Parameters:
  ///   - cases: The cases.
  ///   - progress: Is told now and then how many were tried.
  /// - Returns: The figures by case and the metrics.
  public static func run(
    _ cases: [TextCase], progress: (Int) -> Void
  ) -> (runs: [BenchReport.Run], metrics: [String: Metric]) {
    var tally = TextTally()
    var runs: [BenchReport.Run] = []
    for (index, item) in cases.enumerated() {
      if index % 20 == 0 { progress(index) }
      let outcome = outcome(item)
      tally.add(item, outcome)
      runs.append(run(item, outcome))
    }
    var metrics = tally.metrics
    metrics["delta_us"] = Metric(cases.map { cost($0.written) }, unit: "µs")
    metrics["long_delta_us"] = Metric(EndlessReply.all.map { cost($0.text) }, unit: "µs")
    return (runs, metrics)
  }

  static func outcome(_ item: TextCase) -> Outcome {
    let whole = result(item, [item.written])
    let other = TextSplits(item.written).first { result(item, $0) != whole }
    return Outcome(
      result: whole.joined(separator: separator(item)),
      isRight: other == nil && isExpected(item, whole), otherCut: other)
  }

  /// What a text becomes when it comes in these pieces.
  private static func result(_ item: TextCase, _ pieces: [String]) -> [String] {
    if case .sentences = item.expectation {
      var splitter = SentenceSplitter()
      return pieces.flatMap { splitter.feed($0) } + splitter.finish()
    }
    var reply = ReplyText(cutsFirstClause: false, language: item.spokenLanguage)
    var read: [ReplyText.Piece] = []
    for piece in pieces {
      let retractions = reply.retractions
      let more = reply.feed(piece)
      if reply.retractions > retractions { read = [] }
      read += more
    }
    read += reply.finish()
    if case .spoken = item.expectation { return read.map(\.spoken).filter { !$0.isEmpty } }
    return read.map(\.written).filter { !$0.isEmpty }
  }

  private static func isExpected(_ item: TextCase, _ result: [String]) -> Bool {
    switch item.expectation {
    case .spoken(let words):
      SpokenForm.folded(result.joined(separator: " ")) == SpokenForm.folded(words)
    case .sentences(let sentences), .plainSentences(let sentences):
      result == sentences.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    }
  }

  private static func separator(_ item: TextCase) -> String {
    if case .spoken = item.expectation { " " } else { " | " }
  }

  private static func run(_ item: TextCase, _ outcome: Outcome) -> BenchReport.Run {
    let expected =
      switch item.expectation {
      case .spoken(let words): words
      case .sentences(let sentences), .plainSentences(let sentences):
        sentences.joined(separator: separator(item))
      }
    var notes = [item.language.isEmpty ? "?" : item.language, item.kind]
    if !outcome.isRight { notes += ["expected: \(expected)", "is: \(outcome.result)"] }
    if let cut = outcome.otherCut {
      notes.append("differs when cut: \(cut.joined(separator: "¦"))")
    }
    return BenchReport.Run(
      file: item.name, figures: ["right": outcome.isRight ? 1 : 0], counts: true, notes: notes,
      evidence: ClipEvidence(said: expected, heard: outcome.result))
  }

  /// The processor time of a delta of four scalars, in microseconds, when `text` comes in such.
  private static func cost(_ text: String) -> Double {
    let deltas = Array(text.unicodeScalars).chunked(by: 4)
    let times = max(1, 64 / max(1, deltas.count))
    let before = ProcessorTime.ofThreadMicroseconds()
    for _ in 0..<times {
      var reply = ReplyText(cutsFirstClause: true)
      for delta in deltas { _ = reply.feed(delta) }
      _ = reply.finish()
    }
    return (ProcessorTime.ofThreadMicroseconds() - before) / Double(times * max(1, deltas.count))
  }
}

extension [Unicode.Scalar] {
  /// The text in pieces of `length` scalars.
  fileprivate func chunked(by length: Int) -> [String] {
    stride(from: 0, to: count, by: length).map { start in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: self[start..<Swift.min(count, start + length)])
      return String(view)
    }
  }
}

/// Replies as long as they may get, each of a form that is costly to read.
enum EndlessReply: CaseIterable {
  case words, solid, parentheses, brackets, stars, angles, ticks, quotes, stops, digits, japanese,
    braces

  static let all = allCases
  /// The longest reply, in bytes.
  static let longest = 16_384

  /// The text.
  var text: String {
    let part =
      switch self {
      case .words: "and then we went on, "
      case .solid: "x"
      case .parentheses: "("
      case .brackets: "[a"
      case .stars: "*a "
      case .angles: "<a"
      case .ticks: "`a "
      case .quotes: "\"a "
      case .stops: "a. "
      case .digits: "1 000 000,50 € "
      case .japanese: "これは長い話です"
      case .braces: "{\"a\":"
      }
    return String(repeating: part, count: Self.longest / part.utf8.count)
  }
}
