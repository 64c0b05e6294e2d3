import COnnxRuntime
import Synchronization

/// The one ONNX Runtime of the process, opened when the first model is.
///
/// Made once, where the program is put together, and passed to every engine.
public final class OnnxRuntime: Sendable {
  private let parts: PartsFolder
  private let opened = Mutex<OnnxEnvironment?>(nil)

  /// A runtime whose library is the part `sherpa-onnx`; nothing is opened yet.
  public init(parts: PartsFolder) {
    self.parts = parts
  }

  /// Opens the library unless it is open.
  ///
  /// - Throws: `partMissing`, `partDamaged` or `libraryUnusable`.
  public func open() throws(EngineError) {
    _ = try environment()
  }

  /// The open library.
  ///
  /// - Returns: The same environment for every caller.
  /// - Throws: `partMissing`, `partDamaged` or `libraryUnusable`.
  func environment() throws(EngineError) -> OnnxEnvironment {
    try opened.withLock { known throws(EngineError) in
      if let known { return known }
      let made = try OnnxEnvironment(
        path: try parts.path("libonnxruntime.so", of: "sherpa-onnx"))
      known = made
      return made
    }
  }
}

/// ONNX Runtime's function table and its environment, which must outlive every session.
@safe final class OnnxEnvironment: @unchecked Sendable {  // the C API allows calls from any thread
  let api: UnsafePointer<OrtApi>
  let handle: OpaquePointer
  private let library: DynamicLibrary

  /// Opens the library at `path`, whose size has been checked.
  init(path: String) throws(EngineError) {
    let part = "ONNX Runtime"
    library = try DynamicLibrary(path: path, part: part)
    let base = try unsafe library.function(
      "OrtGetApiBase", as: (@convention(c) () -> UnsafePointer<OrtApiBase>?).self)
    // A library older than the header has no such table and says so with null.
    guard let table = unsafe base(),
      let api = unsafe table.pointee.GetApi(UInt32(ORT_API_VERSION))
    else { throw .libraryUnusable(part, "its version is too old") }
    var handle: OpaquePointer?
    // Only fatal messages: what a model logs could describe what was said.
    let status = unsafe api.pointee.CreateEnv(ORT_LOGGING_LEVEL_FATAL, "kith", &handle)
    if let status = unsafe status { unsafe api.pointee.ReleaseStatus(status) }
    guard let handle = unsafe handle else {
      throw .libraryUnusable(part, "it does not start")
    }
    unsafe self.api = unsafe api
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe api.pointee.ReleaseEnv(handle)
  }

  /// Throws what `status` reports, and releases it.
  ///
  /// - Parameters:
  ///   - status: What a function of the API returned; nil is success.
  ///   - engine: The engine a person is told about.
  ///   - step: What was being done, in a word or two.
  /// - Throws: `modelFailed` with a code; the library's own text may quote input and is dropped.
  func check(_ status: OpaquePointer?, engine: String, _ step: String) throws(EngineError) {
    guard let status = unsafe status else { return }
    let code = unsafe api.pointee.GetErrorCode(status)
    unsafe api.pointee.ReleaseStatus(status)
    throw .modelFailed(engine: engine, reason: "\(step), code \(code.rawValue)")
  }
}
