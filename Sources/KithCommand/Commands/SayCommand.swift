import Dialogue
import Engines
import Journal
import Language
import Personality
import Sound
import Speaking

/// `kith say TEXT`: speaks a text, or shows what would be spoken.
enum SayCommand: Command {
  static let name = "say"
  static let summary = "speak a text into a sound file, or show what would be said"
  static let options = OptionList(
    options: [
      .init(name: "--out", value: "F.wav", meaning: "write the sound there"),
      .init(
        name: "--print", value: nil, meaning: "no sound: show sentence by sentence what is said"),
      .init(
        name: "--rate", value: "PERCENT", meaning: "how fast, 50 to 200 (default: as set, else 100)"
      ),
      .init(
        name: "--language", value: "TAG",
        meaning: "en, de, fr, es or ja: what the text is in, where its words do not tell"),
      .voice, .json, .data,
    ], positional: "TEXT", positionalCount: 1...1)
  static let example = """
    kith say 'Dr. Smith paid $5 at 3:30.' --out smith.wav
    kith say - --print --json < letter.txt
    """

  /// The longest text spoken at once, in bytes.
  private static let longestText = 65_536

  static func run(_ context: Context) async throws -> Int32 {
    let text = try await text(context)
    let tag = context.arguments.values["--language"]
    let language = tag.flatMap { SpokenLanguage(tag: $0) }
    if let tag, language == nil {
      throw WrongUse("There are no rules for the language \(tag): en, de, fr, es or ja.")
    }
    var reply = ReplyText(cutsFirstClause: false, language: language)
    let pieces = reply.feed(text) + reply.finish()
    if context.arguments.flags.contains("--print") {
      return try show(pieces, context)
    }
    guard let path = context.arguments.values["--out"] else {
      throw WrongUse("Give --out F.wav for the sound, or --print to see what would be said.")
    }
    guard pieces.contains(where: \.spoken.isPronounceable) else {
      throw Problem(
        .wrongUse, "There is nothing in this text that the voices can say.",
        action: "Give words in English; --print shows what is said of a text.")
    }
    return try await speak(pieces, to: path, context)
  }

  private static func text(_ context: Context) async throws -> String {
    let given = context.arguments.positional[0]
    let text = given == "-" ? await StandardInput().all(limit: longestText) : given
    guard text.utf8.count <= longestText else {
      throw WrongUse("The text is longer than 64 KB; speak it in parts.")
    }
    return text
  }

  private static func show(_ pieces: [ReplyText.Piece], _ context: Context) throws -> Int32 {
    if context.wantsJSON {
      try context.output.json(
        Printed(
          sentences: pieces.map { .init(written: $0.written, spoken: $0.spoken, cues: $0.cues) })
      )
    } else {
      for piece in pieces {
        let cues = piece.cues.map { " [\($0)]" }.joined()
        context.output.result(piece.spoken + cues)
      }
    }
    return 0
  }

  private static func speak(
    _ pieces: [ReplyText.Piece], to path: String, _ context: Context
  ) async throws -> Int32 {
    let writer = try SoundOutput.open(path)
    do {
      let percent = try context.arguments.number("--rate", in: 50...200)
      let settings = try Settings(arguments: context.arguments, environment: context.environment)
      let engines = try EngineSet(environment: context.environment)
      let voice = try engines.voice(named: settings.voice, fitting: .female)
      let reading = try await ReadingAloud(
        pieces, by: voice, rate: percent.map { Double($0) / 100 } ?? settings.speed
      ) { index in
        context.output.progress("speaking \(index + 1) of \(pieces.count) …")
      }
      let samples = reading.samples
      context.output.progress("")
      try SoundOutput.write(samples, to: writer, at: path)
      if context.wantsJSON {
        try context.output.json(
          Printed(
            sampleRate: SampleTime.rate,
            durationMs: Double(samples.count) * 1000 / Double(SampleTime.rate),
            words: reading.words.map(Printed.Word.init)))
      }
      return 0
    } catch {
      writer.cancel()
      throw error
    }
  }

  private struct Printed: Encodable {
    struct Sentence: Encodable {
      var written: String
      var spoken: String
      var cues: [String]
    }

    struct Word: Encodable {
      var text: String
      var startMs: Double
      var endMs: Double

      init(_ word: TimedWord) {
        text = word.text
        startMs = word.start.milliseconds
        endMs = word.end.milliseconds
      }

      private enum CodingKeys: String, CodingKey {
        case text
        case startMs = "start_ms"
        case endMs = "end_ms"
      }
    }

    var sentences: [Sentence]?
    var sampleRate: Int?
    var durationMs: Double?
    var words: [Word]?

    private enum CodingKeys: String, CodingKey {
      case sentences, words
      case sampleRate = "sample_rate"
      case durationMs = "duration_ms"
    }
  }
}

extension String {
  /// Whether any of it is written in Latin letters or digits: the voices know no other.
  fileprivate var isPronounceable: Bool {
    unicodeScalars.contains { scalar in
      ("0"..."9").contains(scalar)
        || (scalar.properties.isAlphabetic
          && (scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)))
    }
  }
}
