import Glibc
import Sound
import Testing

/// The bytes of a WAV file.
func wave(
  rate: Int, channels: Int = 1, tag: Int = 1, bits: Int = 16, data: [UInt8],
  declared: Int? = nil
) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let block = channels * bits / 8
  return Array("RIFF".utf8) + little((declared ?? data.count) + 36, 4) + Array("WAVEfmt ".utf8)
    + little(16, 4) + little(tag, 2) + little(channels, 2) + little(rate, 4)
    + little(rate * block, 4) + little(block, 2) + little(bits, 2) + Array("data".utf8)
    + little(declared ?? data.count, 4) + data
}

struct SoundFileTests {
  @Test(arguments: [8000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000], [1, 2])
  func `every usual rate is read, stereo as the mean`(rate: Int, channels: Int) throws {
    let folder = try Folder()
    let frames: [[Int16]] = [[1000, 3000], [-2000, 0], [32_767, 32_767]]
    let data = frames.flatMap { PCM16.littleEndian(Array($0.prefix(channels))) }
    let path = folder.write("a.wav", wave(rate: rate, channels: channels, data: data))
    let clip = try SoundFile.read(path: path).clip
    #expect(clip.rate == rate)
    #expect(
      PCM16.samples(clip.samples)
        == (channels == 1 ? [1000, -2000, 32_767] : [2000, -1000, 32_767]))
  }

  @Test func `more than two channels are refused with a way out`() throws {
    let folder = try Folder()
    let path = folder.write(
      "a.wav", wave(rate: 48_000, channels: 6, data: [UInt8](repeating: 1, count: 1200)))
    #expect(throws: SoundError.tooManyChannels(6)) { try SoundFile.read(path: path) }
    #expect(SoundError.tooManyChannels(6).remedy.contains("-ac 1"))
  }

  @Test(arguments: [1, 2, 8, 64])
  func `of a row of microphones the first is read where it is asked for`(channels: Int) throws {
    let folder = try Folder()
    let frames: [[Int16]] = [100, -200, 300].map { first in
      [first] + [Int16](repeating: 7, count: channels - 1)
    }
    let data = frames.flatMap { PCM16.littleEndian($0) }
    let path = folder.write("a.wav", wave(rate: 16_000, channels: channels, data: data))
    let clip = try SoundFile.read(path: path, channels: .first).clip
    #expect(PCM16.samples(clip.samples) == [100, -200, 300])
  }

  @Test func `more than 64 channels are refused even so`() throws {
    let folder = try Folder()
    let path = folder.write(
      "a.wav", wave(rate: 16_000, channels: 65, data: [UInt8](repeating: 1, count: 1300)))
    #expect(throws: SoundError.tooManyChannels(65)) {
      try SoundFile.read(path: path, channels: .first)
    }
  }

  @Test func `samples that are not numbers become silence`() throws {
    let folder = try Folder()
    let values: [Float] = [0.5, .nan, .infinity, -.infinity, -0.25, 1e30]
    let data = values.flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
    }
    let path = folder.write("a.wav", wave(rate: 16_000, tag: 3, bits: 32, data: data))
    #expect(try SoundFile.read(path: path).clip.samples == [0.5, 0, 0, 0, -0.25, 16])
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, 0xFFFF_FFDB])
  func `a length the writer did not know is the rest of the file`(declared: Int) throws {
    let folder = try Folder()
    let data = PCM16.littleEndian([1, 2, 3, 4])
    let path = folder.write("a.wav", wave(rate: 24_000, data: data, declared: declared))
    let sound = try SoundFile.read(path: path)
    #expect(PCM16.samples(sound.clip.samples) == [1, 2, 3, 4])
    #expect(!sound.isTruncated)
  }

  @Test func `a file cut anywhere is read as far as it goes or refused, never a crash`() throws {
    let folder = try Folder()
    let data = PCM16.littleEndian((0..<200).map { Int16($0) })
    let whole = wave(rate: 24_000, data: data)
    for length in 0..<whole.count {
      let path = folder.write("a.wav", Array(whole[..<length]))
      if let sound = try? SoundFile.read(path: path) {
        #expect(sound.clip.samples.count == (length - 44) / 2)
        #expect(sound.isTruncated)
      } else {
        #expect(length < 46)
      }
    }
  }

  @Test(arguments: [SoundFileFormat.flac, .mp3, .opus])
  func `a compressed file cut in the middle says so`(format: SoundFileFormat) throws {
    let folder = try Folder()
    let writer = try SoundFileWriter(path: folder.path + "/whole", format: format)
    try writer.append(sine(440, rate: 24_000, count: 72_000))
    try writer.finish()
    #expect(try !SoundFile.read(path: folder.path + "/whole").isTruncated)
    let bytes = try contents(folder.path + "/whole")
    let path = folder.write("half", Array(bytes[..<(bytes.count * 2 / 3)]))
    let sound = try SoundFile.read(path: path)
    #expect(sound.isTruncated)
    #expect(sound.clip.milliseconds < 2900)
  }

  @Test func `damaged bytes give sound or an error, never a crash`() throws {
    let folder = try Folder()
    var generator = SystemRandomNumberGenerator()
    for format in SoundFileFormat.allCases {
      let writer = try SoundFileWriter(path: folder.path + "/whole", format: format)
      try writer.append(sine(440, rate: 24_000, count: 6000))
      try writer.finish()
      let bytes = try contents(folder.path + "/whole")
      for _ in 0..<100 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let place = Int.random(in: 0..<min(damaged.count, 600), using: &generator)
          damaged[place] = UInt8.random(in: 0...255, using: &generator)
        }
        let path = folder.write("damaged", damaged)
        let clip = try? SoundFile.read(path: path, limit: .seconds(5)).clip
        #expect(clip?.samples.allSatisfy(\.isFinite) != false)
      }
    }
  }

  @Test func `a pipe is refused at once`() throws {
    let folder = try Folder()
    mkfifo(folder.path + "/pipe", 0o600)
    #expect(throws: SoundError.notAFile) { try SoundFile.read(path: folder.path + "/pipe") }
    #expect(throws: SoundError.notAFile) { try SoundFile.read(path: "/dev/zero") }
    #expect(throws: SoundError.missing) { try SoundFile.read(path: "") }
    #expect(throws: SoundError.missing) { try SoundFile.read(path: "/tmp\u{0}/a.wav") }
  }

  @Test func `a limit is kept while reading when the header gives no length`() throws {
    let folder = try Folder()
    let data = [UInt8](repeating: 0, count: 96_000)
    for declared in [0, 0xFFFF_FFFF] {
      let path = folder.write("a.wav", wave(rate: 24_000, data: data, declared: declared))
      #expect(throws: SoundError.tooLong(limitSeconds: 1)) {
        try SoundFile.read(path: path, limit: .seconds(1))
      }
      #expect(try SoundFile.read(path: path, limit: .seconds(2)).clip.samples.count == 48_000)
    }
  }

  @Test(arguments: [SoundFileFormat.wav, .flac])
  func `an hour of silence is refused at once and without memory`(format: SoundFileFormat) async {
    // A process of its own, because memory is counted for a whole process.
    await #expect(processExitsWith: .success) { [name = format.rawValue as String] in
      let format = try #require(SoundFileFormat(rawValue: name))
      let folder = try Folder()
      let writer = try SoundFileWriter(path: folder.path + "/hour", format: format, rate: 8000)
      let minute = [Int16](repeating: 0, count: 8000 * 60)
      for _ in 0..<60 { try writer.append(minute) }
      try writer.finish()
      let memory = residentPages()
      let time = ContinuousClock().measure {
        #expect(throws: SoundError.tooLong(limitSeconds: 600)) {
          try SoundFile.read(path: folder.path + "/hour")
        }
      }
      #expect(time < .milliseconds(50))
      #expect(residentPages() - memory < 1024)
    }
  }
}

/// The bytes of a file.
func contents(_ path: String) throws -> [UInt8] {
  let file = try #require(fopen(path, "rb"))
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 10_000_000)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

/// The most memory this process has held, in pages of 4 KiB.
func residentPages() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss / 4
}
