import COnnxRuntime

/// An input or output of a model: its name, type and shape.
struct OnnxPort: Sendable, Equatable {
  /// What the numbers are.
  enum Element: Sendable, Equatable {
    case float, int64, bool, other
  }

  /// The name in the model.
  var name: String
  /// What the numbers are.
  var element: Element
  /// The length of each dimension; negative where any length will do.
  var shape: [Int]

  /// Whether `tensor` has the type and a shape this port takes, and as many numbers as it claims.
  func accepts(_ tensor: Tensor) -> Bool {
    switch (element, tensor.values) {
    case (.float, .float), (.int64, .int64), (.bool, .bool): break
    default: return false
    }
    guard tensor.shape.count == shape.count, tensor.shape.allSatisfy({ $0 >= 0 }) else {
      return false
    }
    var count = 1
    for length in tensor.shape {
      let (product, overflow) = count.multipliedReportingOverflow(by: length)
      guard !overflow else { return false }
      count = product
    }
    return count == tensor.values.count
      && zip(shape, tensor.shape).allSatisfy { $0 < 0 || $0 == $1 }
  }
}

extension OnnxPort {
  /// Reads what the runtime says about a tensor.
  init(
    name: String, facts: OpaquePointer, environment: OnnxEnvironment, engine: String
  ) throws(EngineError) {
    let api = unsafe environment.api
    var type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED
    try unsafe environment.check(
      api.pointee.GetTensorElementType(facts, &type), engine: engine, "description")
    var count = 0
    try unsafe environment.check(
      api.pointee.GetDimensionsCount(facts, &count), engine: engine, "description")
    var lengths = [Int64](repeating: 0, count: count)
    try unsafe environment.check(
      api.pointee.GetDimensions(facts, &lengths, count), engine: engine, "description")
    self.name = name
    shape = lengths.map(Int.init)
    element =
      switch type {
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT: .float
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64: .int64
      case ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL: .bool
      default: .other
      }
  }
}

/// Asks a session what it takes and gives.
@safe struct OnnxDescription {
  let environment: OnnxEnvironment
  let session: OpaquePointer
  let memory: UnsafeMutablePointer<OrtAllocator>
  let engine: String

  /// What the model takes.
  func inputs() throws(EngineError) -> [OnnxPort] {
    let api = unsafe environment.api.pointee
    return try unsafe ports(
      api.SessionGetInputCount, api.SessionGetInputName, api.SessionGetInputTypeInfo)
  }

  /// What the model gives.
  func outputs() throws(EngineError) -> [OnnxPort] {
    let api = unsafe environment.api.pointee
    return try unsafe ports(
      api.SessionGetOutputCount, api.SessionGetOutputName, api.SessionGetOutputTypeInfo)
  }

  private typealias Count =
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<Int>?
    ) -> OpaquePointer?
  private typealias Name =
    @convention(c) (
      OpaquePointer?, Int, UnsafeMutablePointer<OrtAllocator>?,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> OpaquePointer?
  private typealias Facts =
    @convention(c) (
      OpaquePointer?, Int, UnsafeMutablePointer<OpaquePointer?>?
    ) -> OpaquePointer?

  private func ports(
    _ countOf: Count, _ nameOf: Name, _ typeOf: Facts
  ) throws(EngineError) -> [OnnxPort] {
    var count = 0
    try unsafe check(countOf(session, &count))
    var ports: [OnnxPort] = []
    for index in 0..<count {
      var text: UnsafeMutablePointer<CChar>?
      try unsafe check(nameOf(session, index, memory, &text))
      guard let text = unsafe text else {
        throw .modelFailed(engine: engine, reason: "description")
      }
      let name = unsafe String(cString: text)
      try unsafe check(environment.api.pointee.AllocatorFree(memory, text))
      var made: OpaquePointer?
      try unsafe check(typeOf(session, index, &made))
      guard let type = unsafe made else {
        throw .modelFailed(engine: engine, reason: "description")
      }
      defer { unsafe environment.api.pointee.ReleaseTypeInfo(type) }
      var facts: OpaquePointer?
      try unsafe check(environment.api.pointee.CastTypeInfoToTensorInfo(type, &facts))
      // A port that is no tensor (a list, a map) has no such facts; no model here uses one.
      guard let facts = unsafe facts else { continue }
      ports.append(
        try unsafe OnnxPort(name: name, facts: facts, environment: environment, engine: engine))
    }
    return ports
  }

  private func check(_ status: OpaquePointer?) throws(EngineError) {
    try unsafe environment.check(status, engine: engine, "description")
  }
}
