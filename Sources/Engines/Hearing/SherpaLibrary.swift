import CSherpaOnnx

/// The functions of sherpa-onnx that Kith uses, looked up at run time.
@safe struct SherpaLibrary: @unchecked Sendable {  // C functions, which never change
  typealias Recognizer = OpaquePointer
  typealias Stream = OpaquePointer
  typealias Result = UnsafePointer<SherpaOnnxOfflineRecognizerResult>

  let createRecognizer:
    @convention(c) (UnsafePointer<SherpaOnnxOfflineRecognizerConfig>?) -> Recognizer?
  let destroyRecognizer: @convention(c) (Recognizer?) -> Void
  let createStream: @convention(c) (Recognizer?) -> Stream?
  let destroyStream: @convention(c) (Stream?) -> Void
  let accept: @convention(c) (Stream?, Int32, UnsafePointer<Float>?, Int32) -> Void
  let decode: @convention(c) (Recognizer?, Stream?) -> Void
  let result: @convention(c) (Stream?) -> Result?
  let destroyResult: @convention(c) (Result?) -> Void

  /// Looks the functions up in the library at `path`, whose size has been checked.
  ///
  /// - Throws: `libraryUnusable`.
  init(path: String) throws(EngineError) {
    let library = try DynamicLibrary(path: path, part: "sherpa-onnx")
    func find<Function>(_ name: String, _ type: Function.Type) throws(EngineError) -> Function {
      try library.function("SherpaOnnx" + name, as: type)
    }
    unsafe createRecognizer = try unsafe find(
      "CreateOfflineRecognizer",
      (@convention(c) (UnsafePointer<SherpaOnnxOfflineRecognizerConfig>?) -> Recognizer?).self)
    unsafe destroyRecognizer = try unsafe find(
      "DestroyOfflineRecognizer", (@convention(c) (Recognizer?) -> Void).self)
    unsafe createStream = try unsafe find(
      "CreateOfflineStream", (@convention(c) (Recognizer?) -> Stream?).self)
    unsafe destroyStream = try unsafe find(
      "DestroyOfflineStream", (@convention(c) (Stream?) -> Void).self)
    unsafe accept = try unsafe find(
      "AcceptWaveformOffline",
      (@convention(c) (Stream?, Int32, UnsafePointer<Float>?, Int32) -> Void).self)
    unsafe decode = try unsafe find(
      "DecodeOfflineStream", (@convention(c) (Recognizer?, Stream?) -> Void).self)
    unsafe result = try unsafe find(
      "GetOfflineStreamResult", (@convention(c) (Stream?) -> Result?).self)
    unsafe destroyResult = try unsafe find(
      "DestroyOfflineRecognizerResult", (@convention(c) (Result?) -> Void).self)
  }
}
