/// What can go wrong when sound files are read and written.
public enum SoundError: Error, Sendable, Equatable {
  /// There is no file at the path.
  case missing
  /// The file exists but may not be opened; the payload is the system's error number.
  case unreadable(Int32)
  /// The path leads to a folder, a pipe or a device.
  case notAFile
  /// The file holds no bytes.
  case empty
  /// The file is a sound file that holds no samples.
  case noSamples
  /// The file is text, such as an error message saved as sound.
  case text
  /// The content is no kind of sound file that is known.
  case notSound
  /// The content is a kind of sound file that can't be read yet; the payload is its name.
  case unsupported(String)
  /// The sound has more than two channels; the payload is how many.
  case tooManyChannels(Int)
  /// The file gives a sample rate outside 8–192 kHz; the payload is that rate.
  case rateUnusable(Int)
  /// The sound is longer than the limit; the payload is the limit in seconds.
  case tooLong(limitSeconds: Int)
  /// The file can't be created or moved to its place; the payload is the system's error number.
  case unwritable(Int32)
  /// The disk is full, or the file would be larger than allowed.
  case diskFull
  /// The format can't hold sound at this sample rate; the payloads are the format and the rate.
  case formatUnusable(format: String, rate: Int)
}

extension SoundError {
  /// One sentence that says what is wrong.
  public var sentence: String {
    switch self {
    case .missing: "The sound file does not exist."
    case .unreadable(let code): "The sound file can't be opened (system error \(code))."
    case .notAFile: "The path does not lead to a regular file."
    case .empty: "The sound file is empty: it has no bytes."
    case .noSamples: "The sound file has a header but no sound."
    case .text: "The file holds text, not sound."
    case .notSound: "The file is not a sound file."
    case .unsupported(let name): "\(name) files are not supported yet."
    case .tooManyChannels(let count):
      "The sound has \(count) channels; mono and stereo can be read."
    case .rateUnusable(let rate):
      "The sample rate of the file is \(rate) Hz; 8000 to 192000 Hz can be read."
    case .tooLong(let limit): "The sound is longer than \(Self.length(seconds: limit))."
    case .unwritable(let code): "The sound file can't be written (system error \(code))."
    case .diskFull: "The sound file could not be written to its end: the disk is full."
    case .formatUnusable(let format, let rate): "\(format) can't hold sound at \(rate) Hz."
    }
  }

  /// One sentence that says what to do.
  public var remedy: String {
    switch self {
    case .missing: "Check the path for a typing mistake."
    case .unreadable: "Check that you may read the file."
    case .notAFile: "Give the path of a WAV, FLAC, Ogg or MP3 file."
    case .empty: "Record or download it again."
    case .noSamples: "Record it again and check that the microphone is on."
    case .text:
      "Give a recording; if a server sent this file, open it to read what the server says."
    case .notSound, .unsupported:
      "Convert it first: ffmpeg -i INPUT -ac 1 -ar 24000 OUTPUT.wav"
    case .tooManyChannels:
      "Mix it down first: ffmpeg -i INPUT -ac 1 OUTPUT.wav"
    case .rateUnusable: "Convert it first: ffmpeg -i INPUT -ar 24000 OUTPUT.wav"
    case .tooLong(let limit):
      "Cut it into shorter pieces: ffmpeg -i INPUT -f segment -segment_time \(limit) OUTPUT%03d.wav"
    case .unwritable: "Check that the folder exists and that you may write there."
    case .diskFull: "Free some space and try again; nothing half-written was left behind."
    case .formatUnusable: "Use 24000 Hz, or write a WAV file."
    }
  }

  private static func length(seconds: Int) -> String {
    if seconds % 60 == 0, seconds >= 60 {
      return seconds == 60 ? "1 minute" : "\(seconds / 60) minutes"
    }
    return seconds == 1 ? "1 second" : "\(seconds) seconds"
  }
}
