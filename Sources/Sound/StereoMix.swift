/// Mixes two channels down to one, and takes the louder one alone where mixing would silence them.
///
/// A cable with one wire crossed, or an effect that widens, leaves the channels opposite to each
/// other: their mean is silence while both are loud. Every 100 ms are judged by themselves. Where
/// the mean loses more than 12 dB against the louder channel, that channel is taken alone until the
/// mean loses less than 6 dB, which is what a sound in only one channel loses. Changes take 10 ms,
/// so they don't click.
struct StereoMix {
  /// How much of each channel goes into the mix.
  private struct Shares: Equatable {
    var left: Float
    var right: Float

    static let mean = Shares(left: 0.5, right: 0.5)
    static let left = Shares(left: 1, right: 0)
    static let right = Shares(left: 0, right: 1)
  }

  /// The energies of a piece.
  private struct Energies {
    var left: Float = 0
    var right: Float = 0
    var mean: Float = 0
  }

  private let pieceLength: Int
  private let changeLength: Int
  private var shares = Shares.mean

  /// A mix of channels with `rate` samples a second.
  init(rate: Int) {
    pieceLength = max(1, rate / 10)
    changeLength = max(1, rate / 100)
  }

  /// Mixes the next samples, which lie in pairs of left and right.
  mutating func mix(_ pairs: [Float]) -> [Float] {
    var mixed: [Float] = []
    mixed.reserveCapacity(pairs.count / 2)
    for start in stride(from: 0, to: pairs.count / 2, by: pieceLength) {
      let frames = start..<min(start + pieceLength, pairs.count / 2)
      let before = shares
      shares = choice(Self.energies(of: pairs, frames))
      for frame in frames {
        let done = min(1, Float(frame - start) / Float(changeLength))
        let left = before.left + (shares.left - before.left) * done
        let right = before.right + (shares.right - before.right) * done
        mixed.append(pairs[2 * frame] * left + pairs[2 * frame + 1] * right)
      }
    }
    return mixed
  }

  private func choice(_ energies: Energies) -> Shares {
    let louder = max(energies.left, energies.right)
    // 12 dB are a factor of 16, 6 dB one of 4.
    if energies.mean < louder / 16 {
      guard shares == .mean else { return shares }
      return energies.left >= energies.right ? .left : .right
    }
    return energies.mean > louder / 4 ? .mean : shares
  }

  private static func energies(of pairs: [Float], _ frames: Range<Int>) -> Energies {
    var energies = Energies()
    for frame in frames {
      let left = pairs[2 * frame]
      let right = pairs[2 * frame + 1]
      let mean = (left + right) * 0.5
      energies.left += left * left
      energies.right += right * right
      energies.mean += mean * mean
    }
    return energies
  }
}
