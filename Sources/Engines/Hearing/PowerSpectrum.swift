import CKissFFT
import Glibc

/// The power spectrum of windowed frames, by kissfft.
@safe final class PowerSpectrum: @unchecked Sendable {  // only the inference thread uses it
  /// Samples in a frame; even.
  let length: Int
  /// Bins in a spectrum.
  var bins: Int { length / 2 + 1 }

  private let plan: kiss_fftr_cfg
  private let window: [Float]
  private var frame: [Float]
  private var spectrum: [kiss_fft_cpx]

  /// Spectra of frames of `length` samples under a periodic Hann window.
  ///
  /// - Precondition: `length` is even and positive.
  /// - Throws: `modelFailed` when there is no memory.
  init(length: Int) throws(EngineError) {
    precondition(length > 0 && length.isMultiple(of: 2), "kissfft takes an even length")
    guard let plan = unsafe kiss_fftr_alloc(Int32(length), 0, nil, nil) else {
      throw .modelFailed(engine: "Fourier transform", reason: "memory")
    }
    unsafe self.plan = unsafe plan
    self.length = length
    window = (0..<length).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length))) }
    frame = [Float](repeating: 0, count: length)
    spectrum = [kiss_fft_cpx](repeating: kiss_fft_cpx(), count: length / 2 + 1)
  }

  deinit {
    // kiss_fftr_free is a macro for this.
    unsafe free(UnsafeMutableRawPointer(plan))
  }

  /// Writes the power in every bin of the frame that starts at `start` into `power`.
  ///
  /// - Precondition: A whole frame follows `start`, and `power` holds ``bins`` numbers.
  func measure(_ sound: [Float], at start: Int, into power: inout [Float]) {
    precondition(start >= 0 && start + length <= sound.count && power.count == bins)
    for index in 0..<length { frame[index] = sound[start + index] * window[index] }
    unsafe kiss_fftr(plan, frame, &spectrum)
    for index in 0..<bins {
      let value = spectrum[index]
      power[index] = value.r * value.r + value.i * value.i
    }
  }
}
