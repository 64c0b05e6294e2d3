import Glibc

/// Makes voices equally loud and cuts the silence around speech.
enum SpeechLevel {
  /// The root mean square of speech, pauses left out, in dBFS.
  static let target: Float = -20

  /// The samples in a window of 5 ms at 24 kHz.
  private static let window = 120

  /// Windows this far below the loudest are silence, in dB.
  private static let silenceBelow: Float = 46

  /// Windows this far below the loudest are no speech to measure, in dB.
  private static let pauseBelow: Float = 30

  /// The part of `samples` that holds speech, to 5 ms.
  ///
  /// - Parameter samples: Sound at 24 kHz.
  /// - Returns: A range of places, empty when there is no sound at all.
  static func speech(in samples: [Float]) -> Range<Int> {
    let powers = powers(of: samples)
    guard let loudest = powers.max(), loudest > 1e-10 else { return 0..<0 }
    let threshold = loudest * powf(10, -silenceBelow / 10)
    guard let first = powers.firstIndex(where: { $0 > threshold }),
      let last = powers.lastIndex(where: { $0 > threshold })
    else { return 0..<0 }
    return first * window..<min(samples.count, (last + 1) * window)
  }

  /// The same sound at the ``target`` level, its highest peaks rounded off below full scale.
  static func levelled(_ samples: [Float]) -> [Float] {
    let powers = powers(of: samples)
    guard let loudest = powers.max(), loudest > 1e-10 else { return samples }
    let spoken = powers.filter { $0 > loudest * powf(10, -pauseBelow / 10) }
    let mean = spoken.reduce(0, +) / Float(spoken.count)
    // More than 20 dB would only lift noise.
    let gain = min(powf(10, target / 20) / mean.squareRoot(), 10)
    return samples.map { rounded($0 * gain) }
  }

  /// Above this height a peak is rounded off; full scale is never reached.
  private static let knee: Float = 0.8

  private static func rounded(_ sample: Float) -> Float {
    let height = abs(sample)
    guard height > knee else { return sample }
    let room = 0.98 - knee
    let soft = knee + room * tanhf((height - knee) / room)
    return sample < 0 ? -soft : soft
  }

  private static func powers(of samples: [Float]) -> [Float] {
    stride(from: 0, to: samples.count, by: window).map { start in
      let end = min(start + window, samples.count)
      var sum: Float = 0
      for index in start..<end { sum += samples[index] * samples[index] }
      return sum / Float(end - start)
    }
  }
}
