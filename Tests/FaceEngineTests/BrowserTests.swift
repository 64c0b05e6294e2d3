import FaceEngine
import Foundation
import Testing

/// The face as the browser has it: the same numbers, small, and on its own.
struct BrowserTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let wasm = checkout.appending(path: "Web/face/face.wasm")
  private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The calls that both faces get.
  private static let calls: [FaceCall] = {
    var random = RandomCalls(seed: 11, wild: true)
    var calls: [FaceCall] = []
    for index in 0..<4000 {
      if index % 3 == 0 { calls.append(random.next()) }
      calls.append(index % 40 == 0 ? random.step() : FaceCall(kind: 0, first: 1 / 60))
    }
    return calls
  }()

  @Test func `the module is small and asks for nothing`() throws {
    let bytes = [UInt8](try Data(contentsOf: BrowserTests.wasm))
    #expect(bytes.prefix(8) == [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
    #expect(bytes.count <= 40 * 1024)
    // Sections follow each other: a number, a length in seven-bit groups, the content.
    var sections: [UInt8] = []
    var place = 8
    while place < bytes.count {
      sections.append(bytes[place])
      var (length, shift) = (0, 0)
      repeat {
        place += 1
        length |= Int(bytes[place] & 0x7f) << shift
        shift += 7
      } while bytes[place] & 0x80 != 0
      place += 1 + length
    }
    let imports: UInt8 = 2
    #expect(!sections.contains(imports))
  }

  @Test(
    .enabled(
      if: chromium != nil, "There is no chromium to compare with; Debian's package is chromium."))
  func `in the browser every bit is the same`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "kith-face-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    try Data(try BrowserTests.page().utf8).write(to: page)
    let browser = Process()
    browser.executableURL = URL(filePath: BrowserTests.chromium ?? "/usr/bin/chromium")
    browser.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--timeout=60000",
      "--user-data-dir=\(folder.path(percentEncoded: false))/profile", "--dump-dom",
      page.absoluteString,
    ]
    let output = Pipe()
    browser.standardOutput = output
    browser.standardError = FileHandle.nullDevice
    try browser.run()
    let dumped = try output.fileHandleForReading.readToEnd() ?? Data()
    browser.waitUntilExit()
    #expect(String(decoding: dumped, as: UTF8.self).contains("hash \(BrowserTests.nativeHash())"))
  }

  /// FNV-1a over the bits of every number after every step.
  private static func nativeHash() -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    var face = Face(seed: 77)
    for call in calls {
      call.apply(to: &face)
      guard call.kind == 0 else { continue }
      for number in face.output { hash = (hash ^ number.bitPattern) &* 16_777_619 }
    }
    return hash
  }

  private static func page() throws -> String {
    let module = try Data(contentsOf: wasm).base64EncodedString()
    // Bits, since not every number has a text.
    let bits = calls.flatMap {
      [
        String($0.kind), String($0.first.bitPattern), String($0.second.bitPattern),
        String($0.third.bitPattern),
      ]
    }.joined(separator: ",")
    return """
      <!doctype html><title>face</title><body><script>
      const bytes = Uint8Array.from(atob("\(module)"), (letter) => letter.charCodeAt(0));
      const face = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports;
      const calls = new Uint32Array([\(bits)]);
      const numbers = new Float32Array(calls.buffer);
      const held = face.face_new(77);
      const made = [
        (a) => face.face_step(held, a), (a) => face.face_state(held, a),
        (a, b) => face.face_express(held, a, b), (a, b) => face.face_look(held, a, b),
        () => face.face_look_around(held), (a, b) => face.face_mouth(held, a, b),
        (a) => face.face_level(held, a), (a, b, c) => face.face_touch(held, a, b, c),
        (a, b, c) => face.face_motion(held, a, b, c),
        (a, b, c) => face.face_accent(held, a, b, c),
        (a) => face.face_reduced_motion(held, a > 0 ? 1 : 0),
      ];
      let hash = 2166136261;
      for (let i = 0; i < calls.length; i += 4) {
        made[calls[i]](numbers[i + 1], numbers[i + 2], numbers[i + 3]);
        if (calls[i] !== 0) continue;
        const out = new Uint32Array(face.memory.buffer, face.face_numbers(held), face.face_count());
        for (const bits of out) hash = Math.imul(hash ^ bits, 16777619);
      }
      document.body.textContent = `hash ${hash >>> 0}`;
      </script>
      """
  }

  @Test func `the page's names are the engine's`() throws {
    let file = BrowserTests.checkout.appending(path: "Web/face/layout.js")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    func names(_ constant: String) -> [String] {
      guard let start = text.range(of: "const \(constant) = enumerate(") else { return [] }
      return text[start.upperBound...].prefix { $0 != ")" }
        .split { " \n`'".contains($0) }.map(String.init)
    }
    #expect(names("STATES") == FaceState.allCases.map { "\($0)" })
    #expect(names("EMOTIONS") == Emotion.allCases.map { "\($0)" })
    #expect(names("EYE_PARTS") == FaceLayout.Eye.allCases.map { "\($0)" })
    #expect(names("HEAD_PARTS") == FaceLayout.Head.allCases.map { "\($0)" })
    #expect(text.contains("EYE_POINTS = \(FaceLayout.pointsPerEye);"))
    #expect(text.contains("MOUTH_POINTS = \(FaceLayout.pointsOfMouth);"))
    #expect(FaceLayout.Eye.count == FaceLayout.Eye.allCases.count)
    #expect(FaceLayout.Head.count == FaceLayout.Head.allCases.count)
    #expect(Emotion.count == Emotion.allCases.count)
    #expect(FaceState.count == FaceState.allCases.count)
  }
}
