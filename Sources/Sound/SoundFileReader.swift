import CSndFile

/// Reads a sound file block by block through libsndfile, mixed down to mono.
///
/// Use one from one task at a time.
@safe final class SoundFileReader {
  /// Samples per second.
  let rate: Int

  /// The number of samples a channel the header promises; nil when it promises none.
  let declaredLength: Int?

  /// Whether the file ends before its declared samples.
  let isTruncated: Bool

  private static let block = 16_384

  /// Beyond this a sample is damage rather than loudness (24 dB over full scale).
  private static let loudest: Float = 16

  private let file: InputFile
  private let handle: OpaquePointer
  private let channels: Int
  private let wanted: SoundFile.Channels
  private var interleaved: [Float]
  private var mix: StereoMix

  /// Opens the file at `path` after looking at what it holds.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - channels: What becomes of several channels.
  /// - Throws: What is wrong with the path or the content.
  init(path: String, channels: SoundFile.Channels) throws(SoundError) {
    wanted = channels
    file = try InputFile(path: path)
    guard file.size > 0 else { throw .empty }
    switch SoundContent(file.bytes(at: 0, count: 256)) {
    case .readable: break
    case .text: throw .text
    case .unsupported(let name): throw .unsupported(name)
    case .unknown: throw .notSound
    }
    let header = WaveHeader(file)
    if let header { try Self.check(rate: header.rate, channels: header.channels, for: channels) }

    var info = SF_INFO()
    let unsized = header.flatMap(Self.unsized)
    if let unsized { info = unsized.info }
    // libsndfile closes the descriptor when opening fails, whatever it was asked, so it gets its own.
    let descriptor = try file.duplicate()
    guard let handle = unsafe sf_open_fd(descriptor, Int32(SFM_READ), &info, 1) else {
      throw header == nil ? .notSound : .noSamples
    }
    if var start = unsized?.start {
      unsafe sf_command(
        handle, Int32(SFC_SET_RAW_START_OFFSET), &start, Int32(MemoryLayout<sf_count_t>.size))
      unsafe sf_seek(handle, 0, Int32(SEEK_SET))
      info.frames = 0
    }
    unsafe self.handle = unsafe handle
    self.channels = Int(info.channels)
    rate = Int(info.samplerate)
    // libsndfile gives the largest number when a stream does not know its length.
    declaredLength = info.frames > 0 && info.frames < Int64.max / 2 ? Int(info.frames) : nil
    isTruncated = header?.isTruncated ?? OggEnding.isMissing(file)
    interleaved = [Float](
      repeating: 0, count: Self.block * max(1, min(channels.most, self.channels)))
    mix = StereoMix(rate: rate)
    try Self.check(rate: rate, channels: self.channels, for: channels)
  }

  deinit {
    unsafe sf_close(handle)
  }

  /// The next block of mono samples; nil at the end or where the file is damaged.
  func next() -> [Float]? {
    let frames = unsafe Int(
      sf_readf_float(handle, &interleaved, sf_count_t(Self.block)))
    guard frames > 0 else { return nil }
    if wanted == .first {
      return stride(from: 0, to: frames * channels, by: channels).map {
        Self.repaired(interleaved[$0])
      }
    }
    let samples = interleaved[0..<frames * channels].map(Self.repaired)
    return channels == 2 ? mix.mix(samples) : samples
  }

  private static func repaired(_ sample: Float) -> Float {
    guard sample.isFinite else { return 0 }
    return min(loudest, max(-loudest, sample))
  }

  /// How to read a WAV file whose writer left the size at zero: as samples without a header.
  ///
  /// libsndfile takes a size of zero at its word.
  private static func unsized(_ header: WaveHeader) -> (info: SF_INFO, start: sf_count_t)? {
    guard let start = header.unsizedStart, let format = rawFormat(header.encoding) else {
      return nil
    }
    var info = SF_INFO()
    info.format = format
    info.samplerate = Int32(header.rate)
    info.channels = Int32(header.channels)
    return (info, sf_count_t(start))
  }

  /// libsndfile's number for headerless samples of an encoding; nil for compressed ones.
  private static func rawFormat(_ encoding: WaveHeader.Encoding) -> Int32? {
    let subtype: Int? =
      switch (encoding.tag, encoding.bits) {
      case (1, 8): SF_FORMAT_PCM_U8
      case (1, 16): SF_FORMAT_PCM_16
      case (1, 24): SF_FORMAT_PCM_24
      case (1, 32): SF_FORMAT_PCM_32
      case (3, 32): SF_FORMAT_FLOAT
      case (3, 64): SF_FORMAT_DOUBLE
      case (6, _): SF_FORMAT_ALAW
      case (7, _): SF_FORMAT_ULAW
      default: nil
      }
    return subtype.map { Int32(SF_FORMAT_RAW | SF_ENDIAN_LITTLE | $0) }
  }

  private static func check(
    rate: Int, channels: Int, for wanted: SoundFile.Channels
  ) throws(SoundError) {
    guard Resampler.rates.contains(rate) else { throw .rateUnusable(rate) }
    guard channels <= wanted.most else { throw .tooManyChannels(channels) }
    guard channels >= 1 else { throw .notSound }
  }
}
