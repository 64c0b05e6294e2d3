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
    var values: [(name: String, value: OnnxValue)] = []
    for input in inputs { values.append((input.name, try value(of: input.tensor))) }
    var results: [Tensor] = []
    for value in try run(values, outputs: outputs) { results.append(try value.tensor()) }
    return results
  }

  /// Runs the model once with values the runtime already holds; it checks them itself.
  ///
  /// - Parameters:
  ///   - inputs: Every input of the model, by name.
  ///   - outputs: The names of the wanted outputs.
  /// - Returns: The wanted outputs in the order asked for.
  /// - Throws: `modelFailed`.
  func run(
    _ inputs: [(name: String, value: OnnxValue)], outputs: [String]
  ) throws(EngineError) -> [OnnxValue] {
    let given = unsafe inputs.map { unsafe Optional($0.value.handle) }
    var made = unsafe [OpaquePointer?](repeating: nil, count: outputs.count)
    let status = unsafe withNames(inputs.map(\.name)) { inputNames in
      unsafe withNames(outputs) { outputNames in
        unsafe environment.api.pointee.Run(
          handle, nil, inputNames, given, given.count, outputNames, outputs.count, &made)
      }
    }
    // Taken over before the status is looked at, so that nothing is left behind.
    let values = unsafe made.compactMap { handle in
      unsafe handle.map {
        unsafe OnnxValue(owning: $0, environment: environment, engine: engine)
      }
    }
    try unsafe environment.check(status, engine: engine, "running")
    guard values.count == outputs.count else {
      throw .modelFailed(engine: engine, reason: "no output")
    }
    return values
  }

  /// A copy of `tensor` in the runtime's memory.
  func value(of tensor: Tensor) throws(EngineError) -> OnnxValue {
    try OnnxValue(tensor, environment: environment, engine: engine)
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
