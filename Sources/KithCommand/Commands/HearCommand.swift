import Dialogue
import Engines
import Hearing
import Sound

/// `kith hear FILE`: transcribes a recording.
enum HearCommand: Command {
  static let name = "hear"
  static let summary = "write down what is said in a recording"
  static let options = OptionList(
    options: [.json, .data], positional: "FILE", positionalCount: 1...1)
  static let example = """
    kith hear interview.flac
    kith hear interview.flac --json
    """

  static func run(_ context: Context) async throws -> Int32 {
    let clip = try SoundInput.read(context.arguments.positional[0])
    let engines = try EngineSet(environment: context.environment)
    let sound = clip.resampled(to: 16_000).samples
    var spoken: [Printed.Segment] = []
    let segments = try await segments(of: sound, engines)
    for (index, segment) in segments.enumerated() {
      try Task.checkCancellation()
      context.output.progress("hearing \(index + 1) of \(segments.count) …")
      let first = max(0, Int(segment.start.milliseconds) - 300) * 16
      let last = min(sound.count, (Int(segment.end.milliseconds) + 200) * 16)
      let words = try await engines.transcriber.transcribe(
        Array(sound[min(first, last)..<last]), urgency: .final)
      guard !words.isEmpty else { continue }
      spoken.append(
        .init(startMs: segment.start.milliseconds, endMs: segment.end.milliseconds, text: words))
    }
    context.output.progress("")
    let text = spoken.map(\.text).joined(separator: " ")
    if context.wantsJSON {
      try context.output.json(
        Printed(text: text, segments: spoken, durationMs: clip.milliseconds))
    } else if text.isEmpty {
      context.output.tell("Nothing was said in this recording.")
    } else {
      context.output.result(text)
    }
    return 0
  }

  private static func segments(
    of sound: [Float], _ engines: EngineSet
  ) async throws -> [SpeechSegmenter.Segment] {
    let stream = try await engines.activity.makeStream()
    var segmenter = SpeechSegmenter()
    var found: [SpeechSegmenter.Segment] = []
    for start in stride(from: 0, to: sound.count - 511, by: 512) {
      let probability = try await stream.probability(of: Array(sound[start..<start + 512]))
      let time = SampleTime(samples: Int64(start) * 3 / 2)
      if let segment = segmenter.heard(Activity(start: time, probability: probability)) {
        found.append(segment)
      }
    }
    if let last = segmenter.finish() { found.append(last) }
    return found
  }

  private struct Printed: Encodable {
    struct Segment: Encodable {
      var startMs: Double
      var endMs: Double
      var text: String

      private enum CodingKeys: String, CodingKey {
        case text
        case startMs = "start_ms"
        case endMs = "end_ms"
      }
    }

    var text: String
    var segments: [Segment]
    var durationMs: Double

    private enum CodingKeys: String, CodingKey {
      case text, segments
      case durationMs = "duration_ms"
    }
  }
}
