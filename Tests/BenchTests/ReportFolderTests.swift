import Sound
import TestSupport
import Testing

@testable import Bench

struct ReportFolderTests {
  private let home: TemporaryFolder
  private let clip = SoundClip(rate: 16_000, samples: [Float](repeating: 0.25, count: 1_600))
  private let page = ReportPage(
    BenchReport(
      bench: "voice", metrics: [:], corpus: "", engines: [], models: [], machine: .current(),
      commit: "", seed: 0, runs: []), measured: "today")

  init() throws {
    home = try TemporaryFolder()
  }

  private func names(_ path: String) -> [String] {
    TemporaryFolder.names(in: path)
  }

  @Test func `a report is a page with its recordings, for its owner alone`() throws {
    let path = home.file("deep/er/report/")
    let folder = try ReportFolder(path)
    #expect(try folder.keep(clip, number: 1, name: "en/a b.flac") == "clips/0001-en-a-b.wav")
    #expect(try folder.keep(reply: [1, 2, 3], number: 1, name: "é") == "clips/0001---reply.flac")
    #expect(try folder.keep(reply: [], number: 2, name: "b") == nil)
    #expect(try folder.keep(clip, number: ReportPage.mostClips + 1, name: "c") == nil)
    try folder.finish(page)
    #expect(names(path) == ["clips", "index.html"])
    #expect(names(path + "/clips") == ["0001---reply.flac", "0001-en-a-b.wav"])
    #expect(String(decoding: bytes(of: path + "/index.html"), as: UTF8.self) == page.html)
    #expect(permissions(of: path) == 0o700 && permissions(of: path + "/index.html") == 0o600)
    let kept = try SoundFile.read(path: path + "/clips/0001-en-a-b.wav").clip
    #expect(kept.rate == 16_000 && kept.samples.count == 1_600)
  }

  @Test func `an earlier report is replaced, what lies beside it is left alone`() throws {
    let path = home.file("report")
    let first = try ReportFolder(path)
    _ = try first.keep(clip, number: 1, name: "old")
    try first.finish(page)
    try write([1], to: path + "/notes.txt")
    try write([1], to: path + "/clips/mine.wav")
    let second = try ReportFolder(path)
    _ = try second.keep(clip, number: 1, name: "new")
    #expect(names(path + "/clips").contains("0001-old.wav"), "until the new one is finished")
    try second.finish(page)
    #expect(names(path) == ["clips", "index.html", "notes.txt"])
    #expect(names(path + "/clips") == ["0001-new.wav", "mine.wav"])
  }

  @Test func `a folder with other things in it is refused and not touched`() throws {
    try write(Array("<html>my own page</html>".utf8), to: home.file("index.html"))
    #expect(throws: ReportError.notAReport(home.path)) { try ReportFolder(home.path) }
    #expect(names(home.path) == ["index.html"])
  }

  @Test func `a file and a place that may not be written are refused`() throws {
    let file = home.file("file")
    try write([1], to: file)
    #expect(throws: ReportError.notAFolder(file)) { try ReportFolder(file) }
    #expect(throws: ReportError.self) { try ReportFolder(file + "/below") }
    #expect(throws: ReportError.self) { try ReportFolder("/proc/report") }
  }

  @Test func `what is given up leaves nothing, and an earlier report as it was`() throws {
    let path = home.file("report")
    let first = try ReportFolder(path)
    _ = try first.keep(clip, number: 1, name: "a")
    first.cancel()
    #expect(!exists(path))
    try ReportFolder(path).finish(page)
    let second = try ReportFolder(path)
    _ = try second.keep(clip, number: 1, name: "a")
    second.cancel()
    #expect(names(path) == ["clips", "index.html"] && names(path + "/clips") == [])
  }

  @Test func `a run that was ended half-way does not bar the next`() throws {
    let path = home.file("report")
    let killed = try ReportFolder(path)
    _ = try killed.keep(clip, number: 1, name: "a")
    let next = try ReportFolder(path)
    try next.finish(page)
    #expect(names(path) == ["clips", "index.html"] && names(path + "/clips") == [])
  }

  @Test(arguments: [
    ("0001-a.wav", true), ("12345-b-reply.flac", true), ("0001-a.wav.part", true),
    ("mine.wav", false), ("0001.wav", false), ("001-a.wav", false), ("0001-a.txt", false),
  ])
  func `which files a report may remove`(name: String, isClip: Bool) {
    #expect(ReportFolder.isClip(name) == isClip)
  }
}
