import Glibc
import Sound

/// What the Hibari model predicts: for every 12.5 ms how pulses and noise are shaped into speech.
///
/// All tables but the pitch hold ``bins`` rows, one value for each frame in a row. The spectrum of a
/// frame is `e^lh · e^(iπ·tanh θ) · STFT(pulses) + e^ln · Z + e^lr · e^(iφ)` with complex normal
/// noise Z; the equation is the model's own, from the description in its package (hibari-tts).
struct HibariSpectrum: Sendable {
  /// Bins of a spectrum.
  static let bins = 601
  /// Samples in a window.
  static let window = 1200
  /// Samples from one frame to the next.
  static let hop = 300
  /// Samples per second.
  static let rate = 24_000.0

  /// The logarithm of the strength of the pulses.
  var pulseLevel: [Float]
  /// The turn of their phase, before `π · tanh`.
  var pulseTurn: [Float]
  /// The logarithm of the strength of the noise.
  var noiseLevel: [Float]
  /// The logarithm of the strength of the free part.
  var freeLevel: [Float]
  /// The phase of the free part.
  var freePhase: [Float]
  /// The pitch in Hz, one value for each frame.
  var pitch: [Float]

  /// How many frames there are.
  var frames: Int { pitch.count }

  /// Turns the prediction into sound.
  ///
  /// - Parameter noise: The source of the breath in it.
  /// - Returns: ``frames`` × ``hop`` samples at 24 kHz.
  func sound(noise: inout SeededNoise) -> [Float] {
    let shape = shape(noise: &noise)
    let pulses = padded(PulseTrain.make(pitch: pitch, hop: Self.hop, rate: Self.rate))
    let window = Self.hann
    // A unit cosine has the height window/4 in the spectrum, so that e^lh is a harmonic's strength.
    let entry = window.map { $0 / Float(Self.window / 4) }
    var transform = RealTransform(length: Self.window)
    var spectrum = RealTransform.Spectrum(
      real: [Float](repeating: 0, count: Self.bins),
      imaginary: [Float](repeating: 0, count: Self.bins))
    var block = [Float](repeating: 0, count: Self.window)
    var sound = [Float](repeating: 0, count: frames * Self.hop + Self.window)
    var weight = sound
    for frame in 0..<frames {
      let start = frame * Self.hop
      for index in 0..<Self.window { block[index] = pulses[start + index] * entry[index] }
      transform.transform(block, into: &spectrum)
      shape.apply(to: &spectrum, frame: frame, frames: frames)
      transform.invert(spectrum, into: &block)
      for index in 0..<Self.window {
        sound[start + index] += block[index] * window[index]
        weight[start + index] += window[index] * window[index]
      }
    }
    let half = Self.window / 2
    return (half..<half + frames * Self.hop).map { sound[$0] / max(weight[$0], 1e-11) }
  }

  private static let hann = (0..<window).map {
    Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(window)))
  }

  /// The pulses with half a window mirrored at both ends, as the model was trained.
  private func padded(_ pulses: [Float]) -> [Float] {
    guard let last = pulses.indices.last else { return [] }
    let half = Self.window / 2
    let before = (0..<half).map { pulses[min(half - $0, last)] }
    let after = (0..<half).map { pulses[max(0, last - 1 - $0)] }
    return before + pulses + after
  }
}

extension HibariSpectrum {
  /// What each bin of each frame is multiplied with and what is added to it.
  private struct Shape {
    var gainReal: [Float]
    var gainImaginary: [Float]
    var addedReal: [Float]
    var addedImaginary: [Float]

    func apply(to spectrum: inout RealTransform.Spectrum, frame: Int, frames: Int) {
      for bin in 0..<bins {
        let index = bin * frames + frame
        let real = spectrum.real[bin]
        let imaginary = spectrum.imaginary[bin]
        spectrum.real[bin] =
          real * gainReal[index] - imaginary * gainImaginary[index] + addedReal[index]
        spectrum.imaginary[bin] =
          real * gainImaginary[index] + imaginary * gainReal[index] + addedImaginary[index]
      }
      // The lowest and the highest bin of a real sound have no phase.
      spectrum.imaginary[0] = 0
      spectrum.imaginary[bins - 1] = 0
    }
  }

  private func shape(noise: inout SeededNoise) -> Shape {
    let count = pulseLevel.count
    var shape = Shape(
      gainReal: [Float](repeating: 0, count: count), gainImaginary: [], addedReal: [],
      addedImaginary: [])
    shape.gainImaginary = shape.gainReal
    shape.addedReal = shape.gainReal
    shape.addedImaginary = shape.gainReal
    for index in 0..<count {
      let gain = strength(pulseLevel[index])
      let turn = Float.pi * tanhf(pulseTurn[index])
      shape.gainReal[index] = gain * cosf(turn)
      shape.gainImaginary[index] = gain * sinf(turn)
      let breath = strength(noiseLevel[index])
      let free = strength(freeLevel[index])
      let (first, second) = noise.normalPair()
      shape.addedReal[index] = breath * first + free * cosf(freePhase[index])
      shape.addedImaginary[index] = breath * second + free * sinf(freePhase[index])
    }
    return shape
  }

  /// e to the power of `level`, which is kept below what could only be a fault of the model.
  private func strength(_ level: Float) -> Float {
    expf(min(level, 7))
  }
}
