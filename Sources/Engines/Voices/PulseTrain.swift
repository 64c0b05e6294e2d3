import Glibc

/// A train of band-limited pulses at the pitch of a voice: what the vocal cords give.
///
/// Every harmonic up to ``highest`` has the same strength. Their sum has a closed form, Dirichlet's
/// kernel: Σ cos(h·t) for h = 1…H is sin((H + ½)·t) / (2·sin(t/2)) − ½.
enum PulseTrain {
  /// Below this pitch, in Hz, a frame is unvoiced.
  static let lowestPitch: Float = 40

  /// The highest harmonic, in Hz; just below half the sample rate.
  static let highest: Float = 11_000

  /// The pulses for a pitch curve.
  ///
  /// - Parameters:
  ///   - pitch: One value in Hz for each frame, 0 where it is unvoiced.
  ///   - hop: Samples in a frame.
  ///   - rate: Samples per second.
  /// - Returns: `pitch.count × hop` samples.
  static func make(pitch: [Float], hop: Int, rate: Double) -> [Float] {
    var pulses: [Float] = []
    pulses.reserveCapacity(pitch.count * hop)
    var phase = 0.0
    for frame in pitch.indices {
      let before = pitch[max(frame - 1, 0)]
      let here = pitch[frame]
      let after = pitch[min(frame + 1, pitch.count - 1)]
      for sample in 0..<hop {
        // The value of a frame holds in its middle, and runs evenly to the next one's.
        let place = (Float(sample) + 0.5) / Float(hop) - 0.5
        let value = place < 0 ? here + (before - here) * -place : here + (after - here) * place
        let frequency = max(value, lowestPitch)
        phase += Double(frequency) / rate
        phase -= phase.rounded(.down)
        pulses.append(
          value > lowestPitch ? pulse(at: Float(phase * 2 * .pi), frequency: frequency) : 0)
      }
    }
    return pulses
  }

  private static func pulse(at angle: Float, frequency: Float) -> Float {
    let order = (highest / frequency).rounded(.down) + 0.5
    let divisor = 2 * sinf(angle * 0.5)
    // At the top of a pulse the quotient is 0/0, and its limit the order.
    return (abs(divisor) <= 2e-3 ? order : sinf(order * angle) / divisor) - 0.5
  }
}
