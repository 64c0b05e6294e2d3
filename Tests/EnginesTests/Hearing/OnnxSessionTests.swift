import Glibc
import Testing

@testable import Engines

struct OnnxSessionTests {
  private static func makeSession() throws -> OnnxSession {
    let parts = try installedParts()
    return try OnnxSession(
      runtime: OnnxRuntime(parts: parts), model: parts.path("silero_vad.onnx", of: "silero"),
      engine: "Silero")
  }

  private static let fitting: [(name: String, tensor: Tensor)] = [
    ("input", Tensor(shape: [1, 576], values: .float([Float](repeating: 0, count: 576)))),
    ("state", Tensor(shape: [2, 1, 128], values: .float([Float](repeating: 0, count: 256)))),
    ("sr", Tensor(shape: [], values: .int64([16000]))),
  ]

  @Test func `a model tells what it takes and gives`() throws {
    let session = try Self.makeSession()
    #expect(session.inputs.map(\.name) == ["input", "state", "sr"])
    #expect(session.outputs.map(\.name) == ["output", "stateN"])
    #expect(session.inputs.map(\.element) == [.float, .float, .int64])
  }

  @Test func `a thousand runs leave memory as it was`() async {
    // In a process of its own, since other tests load models meanwhile.
    await #expect(processExitsWith: .success) {
      let session = try Self.makeSession()
      func run() throws { _ = try session.run(Self.fitting, outputs: ["output", "stateN"]) }
      for _ in 0..<200 { try run() }
      let before = residentKilobytes()
      for _ in 0..<1000 { try run() }
      let growth = residentKilobytes() - before
      try #require(growth < 500, "\(growth) KB more")
    }
  }

  @Test func `outputs have the shapes and values the model gives`() throws {
    let results = try Self.makeSession().run(Self.fitting, outputs: ["stateN", "output"])
    #expect(results.map(\.shape) == [[2, 1, 128], [1, 1]])
    #expect(results[0].floats?.count == 256)
    let probability = try #require(results[1].floats?.first)
    #expect(probability < 0.1)
  }

  @Test func `names, types and shapes that do not fit are refused before the C call`() throws {
    let session = try Self.makeSession()
    var wrong: [[(name: String, tensor: Tensor)]] = []
    wrong.append(Array(Self.fitting.dropLast()))
    wrong.append(Self.fitting.dropLast() + [("rate", Self.fitting[2].tensor)])
    wrong.append(Self.fitting.dropLast() + [Self.fitting[0]])
    wrong.append(
      Self.fitting.dropLast() + [("sr", Tensor(shape: [], values: .float([16000])))])
    wrong.append(
      Self.fitting.dropLast() + [("sr", Tensor(shape: [], values: .int64([])))])
    for shape in [[576], [1, 2], [-1, 576], [1, .max, 3]] {
      wrong.append(
        [("input", Tensor(shape: shape, values: Self.fitting[0].tensor.values))]
          + Self.fitting.dropFirst())
    }
    for inputs in wrong {
      #expect(throws: EngineError.self) { try session.run(inputs, outputs: ["output"]) }
    }
    #expect(throws: EngineError.self) { try session.run(Self.fitting, outputs: ["speech"]) }
  }

  @Test func `a file that is no model is an error, not the end of the program`() throws {
    let parts = try installedParts()
    let runtime = OnnxRuntime(parts: parts)
    let path = try parts.path("tokenizer.bin", of: "moonshine")
    for file in [path, "/nowhere/model.onnx"] {
      #expect(throws: EngineError.self) {
        try OnnxSession(runtime: runtime, model: file, engine: "Test")
      }
    }
  }
}

/// The parts of this machine.
func installedParts() throws -> PartsFolder {
  var environment: [String: String] = [:]
  for name in ["HOME", "XDG_CACHE_HOME"] {
    if let value = getenv(name) { environment[name] = String(cString: value) }
  }
  return PartsFolder(
    cache: PartsFolder.standardCache(environment: environment), list: try .embedded())
}

/// The memory of this process that is in RAM.
func residentKilobytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  return (Int(text.split(separator: " ")[1]) ?? 0) * 4
}
