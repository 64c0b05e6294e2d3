/// Sound read from a file.
public struct SoundFile: Sendable, Equatable {
  /// The longest sound read unless said otherwise.
  public static let standardLimit = Duration.seconds(600)

  /// What becomes of several channels.
  public enum Channels: Sendable {
    /// One or two are mixed; more are refused.
    case mixed
    /// The first is taken alone, as of a row of microphones; up to 64 of them.
    case first

    /// How many there may be.
    var most: Int {
      switch self {
      case .mixed: 2
      case .first: 64
      }
    }
  }

  /// The sound, mixed down to mono.
  public var clip: SoundClip

  /// Whether the file ends before the sound it declares; the clip holds what is there.
  public var isTruncated: Bool

  /// Reads a WAV, FLAC, Ogg (Vorbis, Opus) or MP3 file at 8–192 kHz.
  ///
  /// The kind of file is told from its content, never from its name. A WAV file whose header gives
  /// no length is read to its end. Samples that are not numbers become silence.
  ///
  /// Blocks until the file is read; call it away from the cooperative threads.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - limit: The longest sound accepted. It is checked against the header before anything is
  ///     read and again while reading, so no more than this is ever held.
  ///   - rate: The sample rate wanted in Hz, within ``Resampler/rates``; nil keeps the file's own.
  ///     Given, the sound is resampled while it is read.
  ///   - channels: What becomes of several channels.
  /// - Returns: The sound and whether it was cut off.
  /// - Throws: What is wrong with the path, the content or the length.
  public static func read(
    path: String, limit: Duration = standardLimit, rate: Int? = nil, channels: Channels = .mixed
  ) throws(SoundError) -> SoundFile {
    let reader = try SoundFileReader(path: path, channels: channels)
    let most = mostSamples(limit, rate: reader.rate)
    let tooLong = SoundError.tooLong(limitSeconds: Int(limit.components.seconds))
    if let declared = reader.declaredLength, declared > most { throw tooLong }

    let resampler = Resampler(from: reader.rate, to: rate ?? reader.rate)
    var samples: [Float] = []
    var count = 0
    while let block = reader.next() {
      count += block.count
      guard count <= most else { throw tooLong }
      samples += resampler.process(block)
    }
    samples += resampler.finish()
    guard count > 0 else { throw .noSamples }
    let isShort = reader.declaredLength.map { count < $0 } ?? false
    return SoundFile(
      clip: SoundClip(rate: rate ?? reader.rate, samples: samples),
      isTruncated: reader.isTruncated || isShort)
  }

  private static func mostSamples(_ limit: Duration, rate: Int) -> Int {
    let (seconds, attoseconds) = limit.components
    let fraction = Int(Double(attoseconds) / 1e18 * Double(rate))
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: rate)
    return overflow ? Int.max : whole + fraction
  }
}
