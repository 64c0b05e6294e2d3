import Bench
import Dialogue
import FoundationEssentials
import Journal
import Sound

/// The recordings that `kith bench turns` listens to.
struct TurnCorpus {
  /// How many recordings `--quick` chooses.
  private static let quick = 80
  /// The largest list that is read, in bytes.
  private static let longestList = 4_194_304

  /// The recordings, each read when its turn comes.
  let clips: [TurnClip]
  /// Chooses the speakers of a quick run.
  let seed: UInt64

  /// Reads `index.tsv` in `folder` and the recordings it names.
  ///
  /// - Parameters:
  ///   - folder: The folder of the recordings.
  ///   - context: The command line.
  /// - Throws: A `Problem` that says what is missing.
  init(_ folder: String, _ context: Context) throws {
    guard let bytes = FileManager.default.contents(atPath: folder + "/index.tsv"),
      bytes.count <= Self.longestList, let list = TurnList(String(decoding: bytes, as: UTF8.self))
    else {
      throw Problem(
        .fileUnreadable, "There is no list of recordings that can be read in \(folder).",
        action: "index.tsv is tab-separated: file, speaker, last_word_end_ms, pauses.")
    }
    seed = UInt64(try context.arguments.number("--seed", in: 0...Int(Int32.max)) ?? 0)
    var rows = list.rows
    if context.arguments.flags.contains("--quick") {
      rows = list.ofSomeSpeakers(atLeast: Self.quick, seed: seed)
    }
    let limit = try context.arguments.number("--limit", in: 1...100_000) ?? rows.count
    clips = try rows.prefix(limit).map { row in
      TurnClip(
        name: row.file, speaker: row.speaker, sound: try SoundInput.read(folder + "/" + row.file),
        lastWordEnd: row.lastWordEnd, pauses: row.pauses, text: row.text)
    }
  }
}
