import CKissFFT
import Glibc

/// The Fourier transform of real blocks of one length, and back.
@safe public struct RealTransform: ~Copyable {
  /// Half a spectrum: bins 0…length/2.
  public struct Spectrum: Sendable {
    /// The real parts.
    public var real: [Float]
    /// The imaginary parts.
    public var imaginary: [Float]

    /// A spectrum with these parts, as many of one as of the other.
    public init(real: [Float], imaginary: [Float]) {
      self.real = real
      self.imaginary = imaginary
    }

    /// The spectrum of silence in a block of `length` samples.
    public static func silence(length: Int) -> Spectrum {
      let zeros = [Float](repeating: 0, count: length / 2 + 1)
      return Spectrum(real: zeros, imaginary: zeros)
    }
  }

  private let length: Int
  private let forward: kiss_fftr_cfg
  private let backward: kiss_fftr_cfg
  private var bins: [kiss_fft_cpx]

  /// A transform of blocks of `length` samples.
  ///
  /// - Precondition: `length` is even and positive.
  public init(length: Int) {
    precondition(length > 0 && length % 2 == 0, "kissfft takes real blocks of even length")
    self.length = length
    guard let forward = unsafe kiss_fftr_alloc(Int32(length), 0, nil, nil),
      let backward = unsafe kiss_fftr_alloc(Int32(length), 1, nil, nil)
    else { preconditionFailure("out of memory for a transform") }
    unsafe self.forward = unsafe forward
    unsafe self.backward = unsafe backward
    bins = [kiss_fft_cpx](repeating: kiss_fft_cpx(r: 0, i: 0), count: length / 2 + 1)
  }

  deinit {
    unsafe free(UnsafeMutableRawPointer(forward))
    unsafe free(UnsafeMutableRawPointer(backward))
  }

  /// The spectrum of a block, not scaled.
  ///
  /// - Precondition: `block` has the length of the transform, `spectrum` half of it and one.
  public mutating func transform(_ block: [Float], into spectrum: inout Spectrum) {
    precondition(block.count == length && spectrum.real.count == bins.count, "lengths fit")
    unsafe kiss_fftr(forward, block, &bins)
    for index in bins.indices {
      spectrum.real[index] = bins[index].r
      spectrum.imaginary[index] = bins[index].i
    }
  }

  /// The block with a spectrum, scaled so that it undoes ``transform(_:into:)``.
  ///
  /// - Precondition: as for ``transform(_:into:)``.
  public mutating func invert(_ spectrum: Spectrum, into block: inout [Float]) {
    precondition(block.count == length && spectrum.real.count == bins.count, "lengths fit")
    let scale = 1 / Float(length)
    for index in bins.indices {
      bins[index] = kiss_fft_cpx(
        r: spectrum.real[index] * scale, i: spectrum.imaginary[index] * scale)
    }
    unsafe kiss_fftri(backward, bins, &block)
  }
}
