import Glibc

/// The log-mel picture of sound that Whisper (Radford et al., 2022) and models after it look at.
///
/// Frames of 25 ms every 10 ms, 80 mel bands, logarithm to base 10, everything more than 8 below
/// the loudest raised to that floor, then scaled to about -1…1.
final class WhisperFeatures: Sendable {
  /// The seconds of sound in a picture.
  static let seconds = 8
  /// Samples in a picture.
  static let samples = seconds * hearingRate
  /// Frames in a picture.
  static let frames = samples / hop
  /// Mel bands.
  static let bands = 80

  private static let hop = 160
  private static let frame = 400

  private let spectrum: PowerSpectrum
  private let mel: MelFilters

  /// Throws: `modelFailed` when there is no memory.
  init() throws(EngineError) {
    spectrum = try PowerSpectrum(length: Self.frame)
    mel = MelFilters(count: Self.bands, bins: spectrum.bins, rate: Double(hearingRate))
  }

  /// The picture of the last 8 s of `speech`, with silence in front when there is less.
  ///
  /// The sound is first brought to a mean of 0 and a variance of 1, silence included.
  ///
  /// - Returns: 80 bands of 800 frames, band after band.
  func picture(of speech: [Float]) -> [Float] {
    let heard = speech.suffix(Self.samples)
    let silent = Self.samples - heard.count
    let sound = padded(normalized(heard), silent: silent)
    // Frames that lie in the silence are all alike, so one stands for them.
    let alike = max(0, min(Self.frames, (silent - Self.frame / 2) / Self.hop))
    var picture = [Float](repeating: 0, count: Self.bands * Self.frames)
    var power = [Float](repeating: 0, count: spectrum.bins)
    var loudest = -Float.infinity
    for time in max(0, alike - 1)..<Self.frames {
      spectrum.measure(sound, at: time * Self.hop, into: &power)
      for (band, filter) in mel.filters.enumerated() {
        var energy: Float = 0
        for (index, weight) in filter.weights.enumerated() {
          energy += weight * power[filter.first + index]
        }
        let level = log10(max(1e-10, energy))
        loudest = max(loudest, level)
        picture[band * Self.frames + time] = level
      }
    }
    for band in 0..<Self.bands where alike > 1 {
      let start = band * Self.frames
      for time in 0..<alike - 1 { picture[start + time] = picture[start + alike - 1] }
    }
    return picture.map { (max($0, loudest - 8) + 4) / 4 }
  }

  /// `heard` and the silence before it, as if both were one sound of mean 0 and variance 1.
  private func normalized(_ heard: ArraySlice<Float>) -> (sound: [Float], silence: Float) {
    let count = Double(Self.samples)
    let mean = heard.reduce(0.0) { $0 + Double($1) } / count
    let squares = heard.reduce(0.0) { $0 + Double($1) * Double($1) } / count
    let gain = 1 / (max(0, squares - mean * mean) + 1e-7).squareRoot()
    return (heard.map { Float((Double($0) - mean) * gain) }, Float(-mean * gain))
  }

  /// The sound with half a frame mirrored at both ends, so that frame 0 is centred on sample 0.
  private func padded(
    _ part: (sound: [Float], silence: Float), silent: Int
  ) -> [Float] {
    let half = Self.frame / 2
    var sound = [Float](repeating: part.silence, count: half + silent)
    sound.reserveCapacity(Self.samples + Self.frame)
    sound += part.sound
    for offset in 1...half { sound.append(sound[half + Self.samples - 1 - offset]) }
    for offset in 1...half { sound[half - offset] = sound[half + offset] }
    return sound
  }
}
