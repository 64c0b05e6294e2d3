import COnnxRuntime

/// A loaded model.
///
/// Uses one thread, the caller's, and no arena: on a small machine the memory an arena keeps is
/// worth more than the few microseconds it saves. Calls block and belong on an ``InferenceQueue``.
@safe final class OnnxSession: @unchecked Sendable {  // ONNX Runtime allows Run from any thread
  /// What the model takes.
  let inputs: [OnnxPort]
  /// What the model gives.
  let outputs: [OnnxPort]

  private let engine: String
  private let environment: OnnxEnvironment
  private let handle: OpaquePointer
  private let memory: UnsafeMutablePointer<OrtAllocator>

  /// Loads a model.
  ///
  /// - Parameters:
  ///   - runtime: The runtime of this process.
  ///   - path: The model file, its size already checked.
  ///   - engine: The name a person is told when it fails.
  /// - Throws: `modelFailed`, or the problem of the runtime itself.
  init(runtime: OnnxRuntime, model path: String, engine: String) throws(EngineError) {
    let environment = try runtime.environment()
    let api = unsafe environment.api
    let options = try unsafe Self.options(environment, engine: engine)
    defer { unsafe api.pointee.ReleaseSessionOptions(options) }
    var memory: UnsafeMutablePointer<OrtAllocator>?
    try unsafe environment.check(
      api.pointee.GetAllocatorWithDefaultOptions(&memory), engine: engine, "memory")
    var handle: OpaquePointer?
    try unsafe environment.check(
      api.pointee.CreateSession(environment.handle, path, options, &handle),
      engine: engine, "loading")
    guard let handle = unsafe handle, let memory = unsafe memory else {
      throw .modelFailed(engine: engine, reason: "loading")
    }
    do {
      let description = unsafe OnnxDescription(
        environment: environment, session: handle, memory: memory, engine: engine)
      inputs = try description.inputs()
      outputs = try description.outputs()
    } catch {
      unsafe api.pointee.ReleaseSession(handle)
      throw error
    }
    self.engine = engine
    self.environment = environment
    unsafe self.handle = unsafe handle
    unsafe self.memory = unsafe memory
  }

  deinit {
    unsafe environment.api.pointee.ReleaseSession(handle)
  }

  /// Runs the model once, on the calling thread.
  ///
  /// - Parameters:
  ///   - inputs: Every input of the model, by name, in any order.
  ///   - outputs: The names of the wanted outputs.
  /// - Returns: The wanted outputs in the order asked for.
  /// - Throws: `inputUnusable` when a name, type or shape does not fit the model, `modelFailed`.
  func run(
    _ inputs: [(name: String, tensor: Tensor)], outputs: [String]
  ) throws(EngineError) -> [Tensor] {
    try validate(inputs, outputs)
    let api = unsafe environment.api
    var given = unsafe [OpaquePointer?]()
    var made = unsafe [OpaquePointer?](repeating: nil, count: outputs.count)
    defer {
      unsafe (given + made).forEach { unsafe api.pointee.ReleaseValue($0) }
    }
    for input in inputs { unsafe given.append(try value(of: input.tensor)) }
    let status = unsafe withNames(inputs.map(\.name)) { inputNames in
      unsafe withNames(outputs) { outputNames in
        unsafe api.pointee.Run(
          handle, nil, inputNames, given, given.count, outputNames, outputs.count, &made)
      }
    }
    try unsafe environment.check(status, engine: engine, "running")
    var results: [Tensor] = []
    for index in outputs.indices {
      guard let value = unsafe made[index] else {
        throw .modelFailed(engine: engine, reason: "no output")
      }
      results.append(try unsafe tensor(from: value))
    }
    return results
  }

  /// Refuses what does not fit the model, since the C call would only give a number.
  private func validate(
    _ given: [(name: String, tensor: Tensor)], _ wanted: [String]
  ) throws(EngineError) {
    guard Set(given.map(\.name)).count == given.count, given.count == inputs.count else {
      throw .inputUnusable("\(given.count) inputs where \(engine) takes \(inputs.count)")
    }
    for (name, tensor) in given {
      guard let port = inputs.first(where: { $0.name == name }) else {
        throw .inputUnusable("an input named \(name), which \(engine) does not have")
      }
      guard port.accepts(tensor) else {
        throw .inputUnusable("a wrong shape or type for \(name) of \(engine)")
      }
    }
    for name in wanted where !outputs.contains(where: { $0.name == name }) {
      throw .inputUnusable("an output named \(name), which \(engine) does not have")
    }
  }
}

// MARK: - Options

extension OnnxSession {
  private static func options(
    _ environment: OnnxEnvironment, engine: String
  ) throws(EngineError) -> OpaquePointer {
    let api = unsafe environment.api
    var made: OpaquePointer?
    try unsafe environment.check(api.pointee.CreateSessionOptions(&made), engine: engine, "options")
    guard let options = unsafe made else { throw .modelFailed(engine: engine, reason: "options") }
    do {
      func set(_ status: OpaquePointer?) throws(EngineError) {
        try unsafe environment.check(status, engine: engine, "options")
      }
      try unsafe set(api.pointee.SetIntraOpNumThreads(options, 1))
      try unsafe set(api.pointee.SetInterOpNumThreads(options, 1))
      try unsafe set(api.pointee.SetSessionExecutionMode(options, ORT_SEQUENTIAL))
      try unsafe set(api.pointee.SetSessionGraphOptimizationLevel(options, ORT_ENABLE_ALL))
      try unsafe set(api.pointee.DisableCpuMemArena(options))
      // A memory pattern is kept for every input length ever seen.
      try unsafe set(api.pointee.DisableMemPattern(options))
      // A spinning thread takes a core from everybody else while it waits.
      for key in ["session.intra_op.allow_spinning", "session.inter_op.allow_spinning"] {
        try unsafe set(api.pointee.AddSessionConfigEntry(options, key, "0"))
      }
    } catch {
      unsafe api.pointee.ReleaseSessionOptions(options)
      throw error
    }
    return unsafe options
  }
}

// MARK: - Values

extension OnnxSession {
  /// A value of the runtime's own with the numbers of `tensor`; the caller releases it.
  private func value(of tensor: Tensor) throws(EngineError) -> OpaquePointer {
    let api = unsafe environment.api
    let type =
      switch tensor.values {
      case .float: ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT
      case .int64: ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64
      }
    let shape = tensor.shape.map(Int64.init)
    var made: OpaquePointer?
    try unsafe environment.check(
      api.pointee.CreateTensorAsOrtValue(memory, shape, shape.count, type, &made),
      engine: engine, "input")
    guard let value = unsafe made else { throw .modelFailed(engine: engine, reason: "input") }
    do {
      var target: UnsafeMutableRawPointer?
      try unsafe environment.check(
        api.pointee.GetTensorMutableData(value, &target), engine: engine, "input")
      guard let target = unsafe target else { return unsafe value }  // an empty tensor
      switch tensor.values {
      case .float(let numbers):
        unsafe numbers.withUnsafeBytes { bytes in unsafe copy(bytes, to: target) }
      case .int64(let numbers):
        unsafe numbers.withUnsafeBytes { bytes in unsafe copy(bytes, to: target) }
      }
      return unsafe value
    } catch {
      unsafe api.pointee.ReleaseValue(value)
      throw error
    }
  }

  private func copy(_ bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) {
    guard let source = bytes.baseAddress else { return }
    unsafe target.copyMemory(from: source, byteCount: bytes.count)
  }

  /// A copy of the numbers in `value`.
  private func tensor(from value: OpaquePointer) throws(EngineError) -> Tensor {
    let api = unsafe environment.api
    var made: OpaquePointer?
    try unsafe environment.check(
      api.pointee.GetTensorTypeAndShape(value, &made), engine: engine, "output")
    guard let facts = unsafe made else { throw .modelFailed(engine: engine, reason: "output") }
    defer { unsafe api.pointee.ReleaseTensorTypeAndShapeInfo(facts) }
    let port = try unsafe OnnxPort(
      name: "", facts: facts, environment: environment, engine: engine)
    let count = port.shape.reduce(1, *)
    var source: UnsafeMutableRawPointer?
    try unsafe environment.check(
      api.pointee.GetTensorMutableData(value, &source), engine: engine, "output")
    let bytes = unsafe source
    switch port.element {
    case .float:
      return Tensor(shape: port.shape, values: .float(unsafe numbers(at: bytes, count)))
    case .int64:
      return Tensor(shape: port.shape, values: .int64(unsafe numbers(at: bytes, count)))
    case .other:
      throw .modelFailed(engine: engine, reason: "an output of an unknown type")
    }
  }

  private func numbers<Number: BitwiseCopyable>(
    at source: UnsafeMutableRawPointer?, _ count: Int
  ) -> [Number] {
    guard let source = unsafe source, count > 0 else { return [] }
    return unsafe Array(
      UnsafeBufferPointer(start: source.assumingMemoryBound(to: Number.self), count: count))
  }
}

/// Calls `body` with C strings that live as long as the call.
private func withNames<Result>(
  _ names: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let bytes = names.flatMap { $0.utf8CString }
  var offsets: [Int] = []
  var offset = 0
  for name in names {
    offsets.append(offset)
    offset += name.utf8CString.count
  }
  return unsafe bytes.withUnsafeBufferPointer { all in
    let pointers = unsafe offsets.map { unsafe all.baseAddress?.advanced(by: $0) }
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}
