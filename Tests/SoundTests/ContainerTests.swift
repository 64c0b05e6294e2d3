import Glibc
import Sound
import Testing

/// The folder with recordings, when it is there.
let containers: String? = {
  let root = getenv("KITH_CASES").map { String(cString: $0) }
  let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let folder = (root ?? "/\(package)/../shared/cases") + "/audio/containers"
  return access(folder, R_OK) == 0 ? folder : nil
}()

struct ContainerTests {
  struct Readable: CustomTestStringConvertible {
    let name: String
    let rate: Int
    let milliseconds: Double
    var isTruncated = false
    var testDescription: String { name }
  }

  static let readable = [
    Readable(name: "firefox.ogg", rate: 48_000, milliseconds: 3400),
    Readable(name: "mono.mp3", rate: 16_000, milliseconds: 3450),
    Readable(name: "mono.flac", rate: 16_000, milliseconds: 3400),
    Readable(name: "u8.wav", rate: 16_000, milliseconds: 3400),
    Readable(name: "s24.wav", rate: 16_000, milliseconds: 3400),
    Readable(name: "mulaw8k.wav", rate: 8000, milliseconds: 3400),
    Readable(name: "stereo48k.wav", rate: 48_000, milliseconds: 3400),
    Readable(name: "rate44100.wav", rate: 44_100, milliseconds: 3400),
    Readable(name: "odd_chunk_pad.wav", rate: 16_000, milliseconds: 3400),
    Readable(name: "streamed_ffffffff.wav", rate: 16_000, milliseconds: 3400),
    Readable(name: "streamed_zero.wav", rate: 16_000, milliseconds: 3400),
    Readable(name: "extensible.wav", rate: 16_000, milliseconds: 3400),
    Readable(name: "truncated.wav", rate: 16_000, milliseconds: 1700, isTruncated: true),
  ]

  @Test(.enabled(if: containers != nil, "the recordings are not here"), arguments: readable)
  func `one phrase sounds the same from every container`(file: Readable) throws {
    let folder = try #require(containers)
    let sound = try SoundFile.read(path: "\(folder)/\(file.name)")
    #expect(sound.clip.rate == file.rate)
    #expect(abs(sound.clip.milliseconds - file.milliseconds) < 60)
    #expect(sound.isTruncated == file.isTruncated)
    let plain = try SoundFile.read(path: "\(folder)/mono.flac")
    let half = plain.clip.samples.prefix(sound.clip.resampled(to: 16_000).samples.count)
    // ffmpeg splits mono over two channels at 3 dB less each; their mean keeps that.
    let difference = Level(sound.clip.samples).rms - Level(Array(half)).rms
    #expect(abs(difference + (file.name.hasPrefix("stereo") ? 3 : 0)) < 0.6)
    let wire = try SoundFile.read(path: "\(folder)/\(file.name)", rate: 24_000)
    #expect(wire.clip == sound.clip.resampled(to: 24_000))
  }

  struct Refused: CustomTestStringConvertible {
    let name: String
    let error: SoundError
    var testDescription: String { name }
  }

  static let refused = [
    Refused(name: "nowhere.wav", error: .missing),
    Refused(name: "empty.wav", error: .empty),
    Refused(name: "header_only.wav", error: .noSamples),
    Refused(name: "zero_rate.wav", error: .rateUnusable(0)),
    Refused(name: "chrome.webm", error: .unsupported("WebM")),
    Refused(name: "full.webm", error: .unsupported("WebM")),
    Refused(name: "timeslice_0.webm", error: .unsupported("WebM")),
    Refused(name: "timeslice_1.webm_part", error: .notSound),
    Refused(name: "moov_first.m4a", error: .unsupported("M4A and MP4")),
    Refused(name: "safari_fragmented.mp4", error: .unsupported("M4A and MP4")),
    Refused(name: "tts_24k.s16le", error: .notSound),
    Refused(name: ".", error: .notAFile),
  ]

  @Test(.enabled(if: containers != nil, "the recordings are not here"), arguments: refused)
  func `what can't be read is refused with words`(file: Refused) throws {
    let folder = try #require(containers)
    #expect(throws: file.error) { try SoundFile.read(path: "\(folder)/\(file.name)") }
    #expect(file.error.sentence.hasSuffix("."))
    #expect(!file.error.remedy.isEmpty)
  }

  @Test(.enabled(if: containers != nil, "the recordings are not here"))
  func `an error message saved as sound is told as text, and never quoted`() throws {
    let folder = try #require(containers)
    let error = #expect(throws: SoundError.self) {
      try SoundFile.read(path: "\(folder)/error_body.wav")
    }
    #expect(error?.sentence.contains("{") == false)
  }
}
