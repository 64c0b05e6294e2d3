public import Dialogue
import Hearing
public import Sound

/// Measures how many words are heard rightly, and what it costs.
public struct HearBench: Sendable {
  /// A recording with the words that are said in it.
  public struct Clip: Sendable {
    /// The name it goes by.
    public var name: String
    /// The sound.
    public var sound: SoundClip
    /// What is said.
    public var text: String

    /// A recording in which `text` is said.
    public init(name: String, sound: SoundClip, text: String) {
      self.name = name
      self.sound = sound
      self.text = text
    }
  }

  private let transcriber: any Transcriber

  /// A measurement of `transcriber`.
  public init(_ transcriber: any Transcriber) {
    self.transcriber = transcriber
  }

  /// Transcribes every clip once.
  ///
  /// - Parameters:
  ///   - clips: The recordings, loaded.
  ///   - folder: Where the recordings are kept, if anywhere.
  ///   - progress: Is told before each clip which one it is.
  /// - Returns: The figures by clip and the metrics.
  /// - Throws: What stops a transcript, or a full disk.
  public func run(
    _ clips: [Clip], keeping folder: ReportFolder? = nil,
    progress: @Sendable (Int, String) -> Void
  ) async throws -> (runs: [BenchReport.Run], metrics: [String: Metric]) {
    var runs: [BenchReport.Run] = []
    var all = WordErrorRate(errors: 0, words: 0)
    var cost: [Double] = []
    for (index, clip) in clips.enumerated() {
      progress(index + 1, clip.name)
      let sound = clip.sound.resampled(to: 16_000).samples
      let before = ProcessorTime.cpuMilliseconds()
      let heard = try await transcriber.transcribe(sound, urgency: .final)
      let cpu = ProcessorTime.cpuMilliseconds() - before
      let rate = WordErrorRate(of: heard, against: clip.text)
      all = all + rate
      let seconds = clip.sound.milliseconds / 1000
      if seconds >= 2 { cost.append(cpu / seconds * 3) }
      runs.append(
        .init(
          file: clip.name,
          figures: [
            "errors": Double(rate.errors), "words": Double(rate.words), "cpu_ms": cpu,
            "seconds": seconds,
          ], counts: true, notes: [],
          evidence: ClipEvidence(
            said: clip.text, heard: heard,
            recording: try folder?.keep(clip.sound, number: index + 1, name: clip.name))))
    }
    var metrics = ["word_error_rate": Metric.value(all.rate * 100, unit: "%")]
    metrics["cpu_ms_per_3_s"] = Metric(cost, unit: "ms")
    metrics["words"] = .value(Double(all.words), unit: "words")
    return (runs, metrics)
  }

  /// Measures the transcript of exactly three seconds of speech, the length of a common sentence.
  ///
  /// - Parameters:
  ///   - speech: At least three seconds at 16 kHz.
  ///   - times: How often.
  /// - Returns: The processor time of each, in milliseconds.
  /// - Throws: What stops a transcript.
  public func threeSeconds(_ speech: [Float], times: Int) async throws -> [Double] {
    let piece = Array(speech.prefix(48_000))
    var costs: [Double] = []
    for _ in 0..<times {
      let before = ProcessorTime.cpuMilliseconds()
      _ = try await transcriber.transcribe(piece, urgency: .final)
      costs.append(ProcessorTime.cpuMilliseconds() - before)
    }
    return costs
  }
}
