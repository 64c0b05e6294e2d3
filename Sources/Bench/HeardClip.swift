import Companion
import Dialogue
import Hearing
import Sound

/// A recording as the companion hears it: cut into frames and windows, and judged window by window.
///
/// Heard once, it can be decided on as often as wanted, since every decision is a pure function of
/// the windows and of what the models say of a stretch of sound.
struct HeardClip {
  /// Silence after the recording: more than the longest wait and what the models take.
  static let tail = SampleSpan.milliseconds(3000)

  /// How much like speech each window was, in order.
  let windows: [Activity]
  private let ear: Ear

  /// Hears `clip` and the silence after it.
  ///
  /// - Parameters:
  ///   - clip: The recording.
  ///   - model: Tells speech from other sound.
  /// - Throws: What the model can't do.
  init(_ clip: SoundClip, by model: any VoiceActivityModel) async throws {
    let stream = try await model.makeStream()
    var ear = Ear()
    var windows: [Activity] = []
    var cutter = FrameCutter(start: .zero)
    let silence = [Int16](repeating: 0, count: Int(Self.tail.samples))
    let sound = PCM16.samples(clip.resampled(to: SampleTime.rate).samples) + silence
    for frame in cutter.append(sound) {
      for window in ear.take(frame) {
        windows.append(
          Activity(
            start: window.start, probability: try await stream.probability(of: window.samples)))
      }
    }
    self.ear = ear
    self.windows = windows
  }

  /// What a transcript of `speech` is made from, when the sound has come as far as `now`.
  func sound(of speech: TurnTaking.Speech, now: SampleTime) -> [Float] {
    ear.sound(from: speech.start - Ear.before, to: min(speech.end + Ear.after, now))
  }

  /// What the turn model listens to at `now`.
  func sound(before now: SampleTime) -> [Float] {
    ear.sound(from: now - Ear.lately, to: now)
  }
}
