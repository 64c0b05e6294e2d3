import Glibc
import Sound
import Testing

/// A folder of its own for one test, removed with everything in it afterwards.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/kith-sound-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func write(_ name: String, _ bytes: [UInt8]) -> String {
    let file = fopen("\(path)/\(name)", "wb")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return "\(path)/\(name)"
  }
}

struct SoundFileWriterTests {
  @Test(arguments: [SoundFileFormat.wav, .flac])
  func `16-bit samples come back unchanged`(format: SoundFileFormat) throws {
    let folder = try Folder()
    let samples = (0..<5000).map { Int16(truncatingIfNeeded: $0 &* 7919) }
    let writer = try SoundFileWriter(path: folder.path + "/a", format: format)
    try writer.append(Array(samples[..<1234]))
    #expect(folder.names == ["a.part"])
    try writer.append(Array(samples[1234...]))
    try writer.finish()
    #expect(folder.names == ["a"])
    let sound = try SoundFile.read(path: folder.path + "/a")
    #expect(PCM16.samples(sound.clip.samples) == samples)
    #expect(sound.clip.rate == 24_000)
    #expect(!sound.isTruncated)
  }

  @Test(arguments: [SoundFileFormat.mp3, .opus])
  func `a tone survives lossy formats`(format: SoundFileFormat) throws {
    let folder = try Folder()
    let writer = try SoundFileWriter(path: folder.path + "/a.wav", format: format)
    try writer.append(sine(440, rate: 24_000, count: 24_000))
    try writer.finish()
    let clip = try SoundFile.read(path: folder.path + "/a.wav", rate: 24_000).clip
    #expect(abs(clip.milliseconds - 1000) < 120)
    #expect(abs(Level(Array(clip.samples[6000..<18_000])).rms - -9.03) < 0.5)
  }

  @Test func `a dropped or cancelled writer leaves what was there before`() throws {
    let folder = try Folder()
    let path = folder.write("a.wav", [1, 2, 3])
    do {
      let writer = try SoundFileWriter(path: path)
      try writer.append([1, 2, 3] as [Int16])
    }
    try SoundFileWriter(path: path).cancel()
    #expect(folder.names == ["a.wav"])
    #expect(throws: SoundError.notSound) { try SoundFile.read(path: path) }
  }

  @Test func `a place that can't be written to is named at the start`() throws {
    let folder = try Folder()
    #expect(throws: SoundError.unwritable(ENOENT)) {
      try SoundFileWriter(path: folder.path + "/none/a.wav")
    }
    #expect(throws: SoundError.notAFile) { try SoundFileWriter(path: folder.path) }
    #expect(throws: SoundError.unwritable(EINVAL)) { try SoundFileWriter(path: "-") }
    #expect(throws: SoundError.formatUnusable(format: "Opus", rate: 44_100)) {
      try SoundFileWriter(path: folder.path + "/a", format: .opus, rate: 44_100)
    }
  }

  @Test(arguments: SoundFileFormat.allCases)
  func `a full disk gives an error and leaves nothing`(format: SoundFileFormat) async {
    await #expect(processExitsWith: .success) { [name = format.rawValue as String] in
      let format = try #require(SoundFileFormat(rawValue: name))
      let folder = try Folder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var generator = SystemRandomNumberGenerator()
      let noise = (0..<24_000).map { _ in Int16.random(in: -9000...9000, using: &generator) }
      var failure: SoundError?
      do {
        let writer = try SoundFileWriter(path: folder.path + "/a", format: format)
        for _ in 0..<60 { try writer.append(noise) }
        try writer.finish()
      } catch {
        failure = error as? SoundError
      }
      #expect(failure == .diskFull)
      #expect(folder.names.isEmpty)
    }
  }
}
