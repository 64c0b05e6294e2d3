import CSndFile

/// A kind of sound file that can be written.
public enum SoundFileFormat: String, Sendable, CaseIterable {
  /// WAV with 16-bit samples, at any rate.
  case wav
  /// FLAC with 16-bit samples, at any rate.
  case flac
  /// MP3, at 8, 11.025, 12, 16, 22.05, 24, 32, 44.1 or 48 kHz.
  case mp3
  /// Opus in Ogg, at 8, 12, 16, 24 or 48 kHz.
  case opus

  /// The name a person knows it by.
  public var name: String {
    switch self {
    case .wav: "WAV"
    case .flac: "FLAC"
    case .mp3: "MP3"
    case .opus: "Opus"
    }
  }

  /// The format a file name asks for by its ending; nil when the ending is none of these.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "wav", "wave": self = .wav
    case "flac": self = .flac
    case "mp3": self = .mp3
    case "opus", "ogg": self = .opus
    default: return nil
    }
  }

  /// libsndfile's number for it.
  var code: Int32 {
    switch self {
    case .wav: Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_16)
    case .flac: Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    case .mp3: Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    case .opus: Int32(SF_FORMAT_OGG | SF_FORMAT_OPUS)
    }
  }

  /// Whether it can hold sound at `rate` Hz.
  func takes(rate: Int) -> Bool {
    switch self {
    case .wav, .flac: Resampler.rates.contains(rate)
    case .mp3:
      [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].contains(rate)
    case .opus: [8000, 12_000, 16_000, 24_000, 48_000].contains(rate)
    }
  }
}
