import Bench
import Dialogue
import FoundationEssentials
import Journal

/// `kith bench text`.
enum TextBenchRun {
  /// The corpus of the project, in a checkout.
  private static let ownCorpus = "Tests/Fixtures/text"
  /// How many wrong cases are told.
  private static let mostTold = 50

  static func run(_ context: Context) throws -> BenchReport {
    let folders = folders(context)
    var corpus = TextCorpus()
    for folder in folders { try add(folder, to: &corpus) }
    guard !corpus.cases.isEmpty else {
      throw Problem(
        .fileMissing, "There are no texts to measure.",
        action: """
          Give --corpus DIR with tables (*.tsv with the columns written and spoken) or sentences \
          (*.json with cases of text and sentences).
          """)
    }
    let measured = TextBench.run(corpus.cases) { done in
      context.output.progress("\(done) of \(corpus.cases.count) texts")
    }
    let wrong = measured.runs.filter { $0.figures["right"] != 1 }
    for run in wrong.prefix(mostTold) {
      context.output.tell("\(run.file): \(run.notes.joined(separator: " · "))")
    }
    return BenchReport(
      bench: "text", metrics: measured.metrics, corpus: folders.joined(separator: ", "),
      engines: ["text"], models: [], machine: Machine.current(), commit: BuildCommit.text, seed: 0,
      runs: measured.runs)
  }

  /// The folder that is given; else the texts of `KITH_CASES` and those of the project.
  private static func folders(_ context: Context) -> [String] {
    if let given = context.arguments.values["--corpus"] { return [given] }
    let cases = context.environment["KITH_CASES"].map { $0 + "/text" }
    return [cases, ownCorpus].compactMap(\.self).filter {
      FileManager.default.fileExists(atPath: $0)
    }
  }

  private static func add(_ folder: String, to corpus: inout TextCorpus) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw Problem(.fileMissing, "The folder \(folder) can't be read.", action: "Name another.")
    }
    for name in names.sorted() where name.hasSuffix(".tsv") || name.hasSuffix(".json") {
      guard let bytes = FileManager.default.contents(atPath: folder + "/" + name),
        bytes.count <= TextCorpus.largestFile
      else {
        throw Problem(
          .fileUnreadable, "\(name) can't be read or is larger than 4 MB.",
          action: "Mend or remove it.")
      }
      if name.hasSuffix(".tsv") {
        corpus.add(table: String(decoding: bytes, as: UTF8.self), name: name)
      } else {
        corpus.add(sentences: bytes, name: name)
      }
    }
  }
}
