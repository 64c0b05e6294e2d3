public import Dialogue

/// Voice activity by level alone, for scripted sound: loud is speech.
public struct LevelActivity: VoiceActivityModel {
  /// A model that calls everything above a tenth of full scale speech.
  public init() {}

  public func makeStream() async throws -> any VoiceActivityStream {
    Stream()
  }

  private struct Stream: VoiceActivityStream {
    func probability(of window: [Float]) async throws -> Float {
      let loudest = window.reduce(0) { max($0, abs($1)) }
      return loudest > 0.1 ? 0.95 : 0.02
    }
  }
}
