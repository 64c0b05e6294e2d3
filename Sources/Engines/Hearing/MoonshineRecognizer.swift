import CSherpaOnnx
import Glibc

/// Moonshine loaded by sherpa-onnx; used on one thread.
@safe final class MoonshineRecognizer: @unchecked Sendable {  // only the queue's thread calls it
  private let library: SherpaLibrary
  private let handle: OpaquePointer

  /// Loads the model.
  ///
  /// sherpa-onnx ends the whole program when a file is missing or wrong, so each is checked by its
  /// exact size first.
  ///
  /// - Throws: `partMissing`, `partDamaged`, `libraryUnusable` or `modelFailed`.
  init(parts: PartsFolder) throws(EngineError) {
    let encoder = try parts.path("encoder_model.ort", of: "moonshine")
    let decoder = try parts.path("decoder_model_merged.ort", of: "moonshine")
    let tokens = try parts.path("tokens.txt", of: "moonshine")
    library = try SherpaLibrary(
      path: try parts.path("libsherpa-onnx-c-api.so", of: "sherpa-onnx"))
    var strings = unsafe [UnsafeMutablePointer<CChar>?]()
    defer { unsafe strings.forEach { unsafe free($0) } }
    func text(_ swift: String) -> UnsafePointer<CChar>? {
      let copy = unsafe strdup(swift)
      unsafe strings.append(copy)
      return unsafe UnsafePointer(copy)
    }
    var facts = unsafe SherpaOnnxOfflineRecognizerConfig()
    unsafe facts.feat_config.sample_rate = Int32(hearingRate)
    unsafe facts.feat_config.feature_dim = 80
    unsafe facts.model_config.moonshine.encoder = text(encoder)
    unsafe facts.model_config.moonshine.merged_decoder = text(decoder)
    unsafe facts.model_config.tokens = text(tokens)
    unsafe facts.model_config.num_threads = 1
    unsafe facts.model_config.provider = text("cpu")
    unsafe facts.decoding_method = text("greedy_search")
    guard let handle = unsafe library.createRecognizer(&facts) else {
      throw .modelFailed(engine: "Moonshine", reason: "loading")
    }
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe library.destroyRecognizer(handle)
  }

  /// The words in `speech`, which is mono sound at 16 kHz.
  ///
  /// - Throws: `modelFailed`.
  func words(in speech: [Float]) throws(EngineError) -> String {
    guard let stream = unsafe library.createStream(handle) else {
      throw .modelFailed(engine: "Moonshine", reason: "stream")
    }
    defer { unsafe library.destroyStream(stream) }
    unsafe library.accept(stream, Int32(hearingRate), speech, Int32(speech.count))
    unsafe library.decode(handle, stream)
    guard let result = unsafe library.result(stream) else {
      throw .modelFailed(engine: "Moonshine", reason: "no result")
    }
    defer { unsafe library.destroyResult(result) }
    guard let text = unsafe result.pointee.text else { return "" }
    return unsafe String(cString: text)
  }
}
