import Glibc

/// Triangular filters spaced evenly on the mel scale, each of the same area.
///
/// The scale is the one of M. Slaney's Auditory Toolbox (1998): linear below 1 kHz, logarithmic
/// above, as Whisper's features use it.
struct MelFilters: Sendable {
  /// One triangle: the first spectral bin it touches and its weights from there.
  struct Filter: Sendable {
    var first: Int
    var weights: [Float]
  }

  /// The filters, the lowest first.
  let filters: [Filter]

  /// Filters over the bins of a spectrum.
  ///
  /// - Parameters:
  ///   - count: How many filters.
  ///   - bins: How many bins the spectrum has, from 0 Hz to half the sample rate.
  ///   - rate: The sample rate in Hz.
  init(count: Int, bins: Int, rate: Double) {
    let top = Self.mel(rate / 2)
    let edges = (0..<count + 2).map { Self.hertz(top * Double($0) / Double(count + 1)) }
    filters = (0..<count).map { index in
      let (low, middle, high) = (edges[index], edges[index + 1], edges[index + 2])
      let weights = (0..<bins).map { bin in
        let hertz = rate / 2 * Double(bin) / Double(bins - 1)
        let slope = min((hertz - low) / (middle - low), (high - hertz) / (high - middle))
        return Float(max(0, slope) * 2 / (high - low))
      }
      let first = weights.firstIndex { $0 > 0 } ?? 0
      let last = weights.lastIndex { $0 > 0 } ?? first
      return Filter(first: first, weights: Array(weights[first...last]))
    }
  }

  private static func mel(_ hertz: Double) -> Double {
    hertz < 1000 ? hertz * 3 / 200 : 15 + log(hertz / 1000) * 27 / log(6.4)
  }

  private static func hertz(_ mel: Double) -> Double {
    mel < 15 ? mel * 200 / 3 : 1000 * exp((mel - 15) * log(6.4) / 27)
  }
}
