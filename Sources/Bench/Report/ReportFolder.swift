import FoundationEssentials
import Glibc
public import Sound

/// The folder of a report: `index.html`, and the recordings in `clips`.
///
/// It shows what people said, so it is made for its owner alone.
/// Until ``finish(_:)`` an earlier report in the folder stays as it is. Every call blocks until the
/// disk has taken what is written.
public struct ReportFolder: Sendable {
  /// Where the page is when the report is finished.
  public var page: String { path + "/index.html" }

  private let path: String
  private let isNew: Bool
  private var pagePart: String { page + ".part" }
  private var clips: String { path + "/clips" }
  private var clipsPart: String { clips + ".part" }

  /// Takes the folder at `path`, which is made if there is none.
  ///
  /// - Throws: ``ReportError`` when it holds something other than a report, or can't be written to.
  public init(_ path: String) throws(ReportError) {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.path = path
    isNew = try Self.make(path)
    guard try Self.isFree(path) else { throw .notAReport(path) }
    // The unfinished page shows the folder to be ours, should the program be ended half-way.
    try Self.write(ReportPage.beginning, to: pagePart)
    removeClips(in: clipsPart)
    _ = try Self.make(clipsPart)
  }

  /// Keeps the recording of a clip as WAV.
  ///
  /// - Parameters:
  ///   - clip: The sound.
  ///   - number: The place of the clip in the list, from 1.
  ///   - name: The name the clip goes by.
  /// - Returns: The path from the page; nil for a clip beyond those the page lists.
  /// - Throws: ``ReportError``, such as a full disk.
  public func keep(
    _ clip: SoundClip, number: Int, name: String
  ) throws(ReportError) -> String? {
    try keep(PCM16.samples(clip.samples), rate: clip.rate, .wav, number, name)
  }

  /// Keeps the sound of the reply to a clip as FLAC.
  ///
  /// - Parameters:
  ///   - samples: The sound at ``SampleTime/rate``.
  ///   - number: The place of the clip in the list, from 1.
  ///   - name: The name the clip goes by.
  /// - Returns: The path from the page; nil when there is no sound, or the page does not list it.
  /// - Throws: ``ReportError``, such as a full disk.
  public func keep(
    reply samples: [Int16], number: Int, name: String
  ) throws(ReportError) -> String? {
    guard !samples.isEmpty else { return nil }
    return try keep(samples, rate: SampleTime.rate, .flac, number, name, "-reply")
  }

  /// Puts the page and the recordings in their place; an earlier report is replaced.
  ///
  /// - Throws: ``ReportError``, such as a full disk; an earlier page is then still there.
  public func finish(_ page: ReportPage) throws(ReportError) {
    try Self.write(page.html, to: pagePart)
    _ = try Self.make(clips)
    removeClips(in: clips, keepingFolder: true)
    for name in Self.names(in: clipsPart) {
      try Self.move(clipsPart + "/" + name, to: clips + "/" + name)
    }
    unsafe rmdir(clipsPart)
    try Self.move(pagePart, to: self.page)
  }

  /// Removes what was written of an unfinished report.
  public func cancel() {
    unsafe unlink(pagePart)
    removeClips(in: clipsPart)
    // Removes nothing but an empty folder.
    if isNew { unsafe rmdir(path) }
  }

  private func keep(
    _ samples: [Int16], rate: Int, _ format: SoundFileFormat, _ number: Int, _ name: String,
    _ kind: String = ""
  ) throws(ReportError) -> String? {
    guard number <= ReportPage.mostClips else { return nil }
    let file = Self.fileName(number, name, kind, format)
    do {
      let writer = try SoundFileWriter(path: clipsPart + "/" + file, format: format, rate: rate)
      try writer.append(samples)
      try writer.finish()
    } catch {
      throw ReportError(error, at: clipsPart)
    }
    return "clips/" + file
  }
}

// MARK: - Names

extension ReportFolder {
  /// A name for a file that is safe everywhere: `007-en-quilter.wav`.
  private static func fileName(
    _ number: Int, _ name: String, _ kind: String, _ format: SoundFileFormat
  ) -> String {
    let digits = String(number)
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
    let plain = stem.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
      default: "-"
      }
    }
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-"
      + String(plain.suffix(60)) + kind + "." + format.rawValue
  }

  /// Whether a report gave a file this name; other files in its folder are left alone.
  static func isClip(_ name: String) -> Bool {
    let digits = name.prefix { ("0"..."9").contains($0) }
    let isSound = [".wav", ".flac", ".part"].contains { name.hasSuffix($0) }
    return digits.count >= 4 && name.dropFirst(digits.count).first == "-" && isSound
  }

  private func removeClips(in folder: String, keepingFolder: Bool = false) {
    for name in Self.names(in: folder) where Self.isClip(name) {
      unsafe unlink(folder + "/" + name)
    }
    if !keepingFolder { unsafe rmdir(folder) }
  }
}

// MARK: - The disk

extension ReportFolder {
  /// Whether the folder is empty or holds a report, finished or not.
  private static func isFree(_ path: String) throws(ReportError) -> Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw ReportError(EACCES, at: path)
    }
    return names.isEmpty || begins(path + "/index.html") || begins(path + "/index.html.part")
  }

  private static func begins(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let expected = Array(ReportPage.beginning.utf8)
    var bytes = [UInt8](repeating: 0, count: expected.count)
    return unsafe read(descriptor, &bytes, bytes.count) == bytes.count && bytes == expected
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// Makes the folder at `path` and those above it.
  ///
  /// - Returns: Whether there was none.
  private static func make(_ path: String) throws(ReportError) -> Bool {
    if unsafe mkdir(path, 0o700) == 0 { return true }
    var code = errno
    if code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      _ = try make(String(path[..<slash]))
      if unsafe mkdir(path, 0o700) == 0 { return true }
      code = errno
    }
    var facts = stat()
    guard code == EEXIST, unsafe stat(path, &facts) == 0 else { throw ReportError(code, at: path) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path) }
    return false
  }

  private static func move(_ from: String, to path: String) throws(ReportError) {
    guard unsafe rename(from, path) == 0 else { throw ReportError(errno, at: path) }
  }

  private static func write(_ text: String, to path: String) throws(ReportError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0, let file = unsafe fdopen(descriptor, "w") else {
      throw ReportError(errno, at: path)
    }
    let bytes = Array(text.utf8)
    let isWritten =
      unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
      && fsync(descriptor) == 0
    let code = errno
    guard unsafe fclose(file) == 0, isWritten else {
      throw ReportError(isWritten ? errno : code, at: path)
    }
  }
}
