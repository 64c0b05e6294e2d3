import Sound
import TestSupport
import Testing

struct WaveBytesTests {
  @Test(arguments: [[], [0, 1, -1, 32_767, -32_768]] as [[Int16]])
  func `sound as the bytes of a file is what a reader of files reads`(samples: [Int16]) throws {
    let folder = try TemporaryFolder()
    let bytes = PCM16.wave(samples, rate: 16_000)
    #expect(bytes.count == 44 + samples.count * 2)
    try write(bytes, to: folder.file("a.wav"))
    guard !samples.isEmpty else { return }
    let clip = try SoundFile.read(path: folder.file("a.wav")).clip
    #expect(clip.rate == 16_000)
    #expect(PCM16.samples(clip.samples) == samples)
  }
}
