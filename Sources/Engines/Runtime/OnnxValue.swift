import COnnxRuntime

/// A tensor in the memory of ONNX Runtime.
///
/// What a model gives can be handed to its next run as it is, without copying.
@safe final class OnnxValue: @unchecked Sendable {  // never changed once made
  let handle: OpaquePointer
  private let environment: OnnxEnvironment
  private let engine: String

  /// Takes over a value that the runtime made.
  init(owning handle: OpaquePointer, environment: OnnxEnvironment, engine: String) {
    unsafe self.handle = unsafe handle
    self.environment = environment
    self.engine = engine
  }

  /// A copy of `tensor`.
  ///
  /// - Precondition: The shape holds as many numbers as there are.
  /// - Throws: `modelFailed` when there is no memory.
  init(_ tensor: Tensor, environment: OnnxEnvironment, engine: String) throws(EngineError) {
    precondition(tensor.shape.reduce(1, *) == tensor.values.count, "a shape holds its numbers")
    let api = unsafe environment.api
    let type =
      switch tensor.values {
      case .float: ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT
      case .int64: ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64
      case .bool: ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL
      }
    let shape = tensor.shape.map(Int64.init)
    var memory: UnsafeMutablePointer<OrtAllocator>?
    try unsafe environment.check(
      api.pointee.GetAllocatorWithDefaultOptions(&memory), engine: engine, "memory")
    var made: OpaquePointer?
    try unsafe environment.check(
      api.pointee.CreateTensorAsOrtValue(memory, shape, shape.count, type, &made),
      engine: engine, "input")
    guard let handle = unsafe made else { throw .modelFailed(engine: engine, reason: "input") }
    unsafe self.handle = unsafe handle
    self.environment = environment
    self.engine = engine
    // From here on `deinit` releases the value, also when this throws.
    try fill(with: tensor.values)
  }

  deinit {
    unsafe environment.api.pointee.ReleaseValue(handle)
  }

  private func fill(with values: Tensor.Values) throws(EngineError) {
    guard let target = unsafe try numbers(), values.count > 0 else { return }
    func copy(_ bytes: UnsafeRawBufferPointer) {
      if let source = bytes.baseAddress {
        unsafe target.copyMemory(from: source, byteCount: bytes.count)
      }
    }
    switch values {
    case .float(let numbers): unsafe numbers.withUnsafeBytes { unsafe copy($0) }
    case .int64(let numbers): unsafe numbers.withUnsafeBytes { unsafe copy($0) }
    case .bool(let flags): unsafe flags.withUnsafeBytes { unsafe copy($0) }
    }
  }

  /// Where the numbers are.
  private func numbers() throws(EngineError) -> UnsafeMutableRawPointer? {
    var place: UnsafeMutableRawPointer?
    try unsafe environment.check(
      environment.api.pointee.GetTensorMutableData(handle, &place), engine: engine, "data")
    return unsafe place
  }

  /// A copy of the shape and the numbers.
  ///
  /// - Returns: The tensor.
  /// - Throws: `modelFailed` when it is of a type that ``Tensor`` does not hold.
  func tensor() throws(EngineError) -> Tensor {
    let api = unsafe environment.api
    var made: OpaquePointer?
    try unsafe environment.check(
      api.pointee.GetTensorTypeAndShape(handle, &made), engine: engine, "output")
    guard let facts = unsafe made else { throw .modelFailed(engine: engine, reason: "output") }
    defer { unsafe api.pointee.ReleaseTensorTypeAndShapeInfo(facts) }
    let port = try unsafe OnnxPort(name: "", facts: facts, environment: environment, engine: engine)
    let count = port.shape.reduce(1, *)
    let place = unsafe try numbers()
    let values: Tensor.Values
    switch port.element {
    case .float: values = .float(unsafe Self.copy(count, from: place))
    case .int64: values = .int64(unsafe Self.copy(count, from: place))
    case .bool: values = .bool(unsafe Self.copy(count, from: place))
    case .other: throw .modelFailed(engine: engine, reason: "an output of an unknown type")
    }
    return Tensor(shape: port.shape, values: values)
  }

  private static func copy<Number: BitwiseCopyable>(
    _ count: Int, from place: UnsafeMutableRawPointer?
  ) -> [Number] {
    guard let place = unsafe place, count > 0 else { return [] }
    return unsafe Array(
      UnsafeBufferPointer(start: place.assumingMemoryBound(to: Number.self), count: count))
  }
}
