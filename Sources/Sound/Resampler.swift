import CSpeexDSP

/// Changes the sample rate of a stream of mono sound.
///
/// A wrapper of the Speex resampler (a windowed sinc after J. O. Smith's "Digital Audio Resampling")
/// at quality 5. The filter's delay is removed at the start and its tail flushed at the end, so the
/// whole output lines up with the input and is `input × to / from` samples long, rounded. How the
/// input is cut into pieces makes no difference to the output.
///
/// Use one from one task at a time.
@safe public final class Resampler {
  /// The sample rates a resampler takes, in Hz.
  public static let rates = 8_000...192_000

  private static let quality: Int32 = 5
  private static let block = 4096

  private let from: Int
  private let to: Int
  private let state: OpaquePointer?
  private var consumed = 0
  private var produced = 0
  private var isFinished = false

  /// A resampler from `from` Hz to `to` Hz.
  ///
  /// - Precondition: both rates lie in ``rates``.
  public init(from: Int, to: Int) {
    precondition(
      Self.rates.contains(from) && Self.rates.contains(to), "rates lie in 8–192 kHz")
    self.from = from
    self.to = to
    guard from != to else {
      unsafe state = nil
      return
    }
    var status: Int32 = 0
    unsafe state = unsafe speex_resampler_init(
      1, UInt32(from), UInt32(to), Self.quality, &status)
    guard unsafe state != nil else { preconditionFailure("out of memory for a resampler") }
    unsafe speex_resampler_skip_zeros(state)
  }

  deinit {
    if unsafe state != nil { unsafe speex_resampler_destroy(state) }
  }

  /// Takes the next samples and returns what is ready, which lags by a few milliseconds.
  ///
  /// - Precondition: ``finish()`` was not called.
  public func process(_ samples: [Float]) -> [Float] {
    precondition(!isFinished, "a finished resampler takes no more samples")
    consumed += samples.count
    guard unsafe state != nil else { return samples }
    let output = run(samples)
    produced += output.count
    return output
  }

  /// Returns the samples still inside; nothing can be processed afterwards.
  public func finish() -> [Float] {
    guard !isFinished, unsafe state != nil else { return [] }
    isFinished = true
    let due = Int((Double(consumed) * Double(to) / Double(from)).rounded()) - produced
    guard due > 0 else { return [] }
    var tail: [Float] = []
    let silence = [Float](repeating: 0, count: from / 100)
    while tail.count < due { tail += run(silence) }
    return Array(tail.prefix(due))
  }

  private func run(_ samples: [Float]) -> [Float] {
    let capacity = samples.count * to / from + 64
    return unsafe samples.withUnsafeBufferPointer { input in
      unsafe [Float](unsafeUninitializedCapacity: capacity) { output, count in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        var taken = 0
        while taken < input.count {
          var inputLength = UInt32(min(Self.block, input.count - taken))
          var outputLength = UInt32(capacity - count)
          unsafe speex_resampler_process_float(
            state, 0, source + taken, &inputLength, target + count, &outputLength)
          if inputLength == 0 && outputLength == 0 { break }
          taken += Int(inputLength)
          count += Int(outputLength)
        }
      }
    }
  }
}

@available(*, unavailable, message: "a resampler belongs to one task")
extension Resampler: Sendable {}

extension SoundClip {
  /// The same sound at another sample rate.
  ///
  /// - Precondition: both rates lie in ``Resampler/rates``.
  public func resampled(to newRate: Int) -> SoundClip {
    guard newRate != rate else { return self }
    let resampler = Resampler(from: rate, to: newRate)
    return SoundClip(rate: newRate, samples: resampler.process(samples) + resampler.finish())
  }
}
