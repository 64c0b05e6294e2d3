import Glibc
import TestSupport
import Testing

@testable import Engines

/// Parts that are missing, cut off or damaged: an error with the right name, never the end of the
/// program.
@Suite(.enabled(if: SharedEngines.areHere, "\(SharedEngines.absence)"))
struct HearingPartsTests {
  enum Harm: CaseIterable {
    case missing, cutOff, tooLong, overwritten
  }

  @Test(
    arguments: [
      "silero_vad.onnx", "encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin",
      "smart-turn-v3.2-cpu.onnx", "libonnxruntime.so",
    ], Harm.allCases)
  func `a harmed part is named by the engine that needs it`(file: String, harm: Harm) async throws {
    // A library of the right size is trusted: opening a damaged one is beyond any check but a hash.
    if file == "libonnxruntime.so" && harm == .overwritten { return }
    let copy = try PartsCopy(harming: file, harm)
    defer { copy.remove() }
    let runtime = OnnxRuntime(parts: copy.parts)
    let queue = InferenceQueue(name: "harmed")
    let engines: [@Sendable () async throws -> Void] = [
      { try await SileroActivity(runtime: runtime, parts: copy.parts, queue: queue).warm() },
      { try await MoonshineTranscriber(runtime: runtime, parts: copy.parts, queue: queue).warm() },
      { try await SmartTurn(runtime: runtime, parts: copy.parts, queue: queue).warm() },
    ]
    let needs = [
      ["silero_vad.onnx"], ["encoder_model.ort", "decoder_model_merged.ort", "tokenizer.bin"],
      ["smart-turn-v3.2-cpu.onnx"],
    ]
    for (engine, needed) in zip(engines, needs) {
      guard needed.contains(file) || file == "libonnxruntime.so" else {
        try await engine()
        continue
      }
      let error = await #expect(throws: EngineError.self) { try await engine() }
      switch (harm, try #require(error)) {
      case (.missing, .partMissing), (.cutOff, .partDamaged), (.tooLong, .partDamaged): break
      case (.overwritten, .modelFailed), (.overwritten, .partDamaged): break
      case (_, let other): Issue.record("\(file) \(harm): \(other)")
      }
    }
    await queue.close()
  }

  @Test func `callers that come at once share one load, and a load that failed is tried again`()
    async throws
  {
    let copy = try PartsCopy(harming: "silero_vad.onnx", .missing)
    defer { copy.remove() }
    let queue = InferenceQueue(name: "shared")
    let activity = SileroActivity(
      runtime: OnnxRuntime(parts: copy.parts), parts: copy.parts, queue: queue)
    await #expect(throws: EngineError.self) { try await activity.load() }
    try copy.mend("silero_vad.onnx")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await activity.load() } }
      try await group.waitForAll()
    }
    await queue.close()
  }
}

/// A folder of links to the parts of this machine, one of which is harmed.
private struct PartsCopy: Sendable {
  let parts: PartsFolder
  private let original: PartsFolder
  private let folder: String

  init(harming harmed: String, _ harm: HearingPartsTests.Harm) throws {
    original = try SharedEngines.installedParts()
    var template = Array("/tmp/kith-parts-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw EngineError.partMissing("/tmp") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    parts = PartsFolder(cache: folder, list: original.list)
    mkdir(folder + "/parts", 0o700)
    for part in original.list.parts {
      mkdir(parts.folder(of: part), 0o700)
      for file in part.files + part.derived {
        let source = original.folder(of: part) + "/" + file.to
        let target = parts.folder(of: part) + "/" + file.to
        if file.to != harmed {
          symlink(source, target)
        } else if harm != .missing {
          try Self.copy(source, to: target, harm)
        }
      }
    }
  }

  func mend(_ file: String) throws {
    for part in original.list.parts where part.files.contains(where: { $0.to == file }) {
      symlink(
        original.folder(of: part) + "/" + file, parts.folder(of: part) + "/" + file)
    }
  }

  func remove() {
    for part in parts.list.parts {
      for file in part.files + part.derived { unlink(parts.folder(of: part) + "/" + file.to) }
      rmdir(parts.folder(of: part))
    }
    rmdir(folder + "/parts")
    rmdir(folder)
  }

  private static func copy(
    _ source: String, to target: String, _ harm: HearingPartsTests.Harm
  ) throws {
    guard let input = fopen(source, "rb"), let output = fopen(target, "wb") else {
      throw EngineError.partMissing(source)
    }
    defer {
      fclose(input)
      fclose(output)
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = fread(&block, 1, block.count, input)
      if count == 0 { break }
      bytes += block[..<count]
    }
    switch harm {
    case .missing: break
    case .cutOff: bytes.removeLast(1000)
    case .tooLong: bytes += [0]
    case .overwritten:
      // The first kilobytes and the last: the frame of every format used here.
      for index in 0..<min(4096, bytes.count / 4) {
        bytes[index] = 0xFF
        bytes[bytes.count - 1 - index] = 0xFF
      }
    }
    fwrite(bytes, 1, bytes.count, output)
  }
}
