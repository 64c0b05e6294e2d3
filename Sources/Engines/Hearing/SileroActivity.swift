public import Dialogue
import Synchronization

/// Voice activity by Silero VAD 5.
///
/// The model judges 512 samples at a time and is given the 64 samples before them, as its authors'
/// own reader does (snakers4/silero-vad, `utils_vad.py`).
public final class SileroActivity: VoiceActivityModel {
  /// Samples in a window: 32 ms.
  static let window = 512
  /// Samples repeated from the window before.
  static let context = 64

  private let queue: InferenceQueue
  private let session: Lazy<OnnxSession>

  /// A model that is loaded by the first window.
  ///
  /// - Parameters:
  ///   - runtime: The runtime of this process.
  ///   - parts: Where the model is.
  ///   - queue: A queue of its own, so that listening never waits for other inference.
  public init(runtime: OnnxRuntime, parts: PartsFolder, queue: InferenceQueue) {
    self.queue = queue
    session = Lazy { () throws(EngineError) in
      try OnnxSession(
        runtime: runtime, model: try parts.path("silero_vad.onnx", of: "silero"),
        engine: "Voice activity")
    }
  }

  /// Loads the model unless it is loaded.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func load() async throws {
    try await queue.run(.stopWord) { [session] in _ = try session.get() }
  }

  /// Loads the model and runs it once, so that the first window is as quick as the next.
  ///
  /// - Throws: ``EngineError``, or `CancellationError`.
  public func warm() async throws {
    _ = try await makeStream().probability(of: [Float](repeating: 0, count: Self.window))
  }

  public func makeStream() async throws -> any VoiceActivityStream {
    SileroStream(session: session, queue: queue)
  }
}

/// What Silero remembers of one microphone.
final class SileroStream: VoiceActivityStream {
  private struct Memory {
    var state = [Float](repeating: 0, count: 256)
    var context = [Float](repeating: 0, count: SileroActivity.context)
  }

  private let session: Lazy<OnnxSession>
  private let queue: InferenceQueue
  private let memory = Mutex(Memory())

  init(session: Lazy<OnnxSession>, queue: InferenceQueue) {
    self.session = session
    self.queue = queue
  }

  func probability(of window: [Float]) async throws -> Float {
    guard window.count == SileroActivity.window else {
      throw EngineError.inputUnusable("a window of \(window.count) samples instead of 512")
    }
    return try await queue.run(.stopWord) { try self.judge(window.bounded) }
  }

  /// Runs the model; only the thread of the queue comes here, so the lock is never waited for.
  private func judge(_ window: [Float]) throws(EngineError) -> Float {
    let session = try session.get()
    return try memory.withLock { memory throws(EngineError) in
      let sound = memory.context + window
      let results = try session.run(
        [
          ("input", Tensor(shape: [1, sound.count], values: .float(sound))),
          ("state", Tensor(shape: [2, 1, 128], values: .float(memory.state))),
          ("sr", Tensor(shape: [], values: .int64([Int64(hearingRate)]))),
        ], outputs: ["output", "stateN"])
      guard let probability = results[0].floats?.first, probability.isFinite,
        let state = results[1].floats, state.count == memory.state.count
      else { throw .modelFailed(engine: "Voice activity", reason: "no probability") }
      memory.state = state
      memory.context = Array(sound.suffix(SileroActivity.context))
      return min(1, max(0, probability))
    }
  }
}
