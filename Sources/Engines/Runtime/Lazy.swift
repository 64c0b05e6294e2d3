import Synchronization

/// A model that is loaded when it is first needed, once.
///
/// Only jobs of one ``InferenceQueue`` ask for it, so callers that come while it loads wait in the
/// queue and find it ready. A load that failed is tried again by the next caller: set-up may have
/// mended the part meanwhile.
final class Lazy<Model: Sendable>: Sendable {
  private let load: @Sendable () throws(EngineError) -> Model
  private let loaded = Mutex<Model?>(nil)

  init(_ load: @escaping @Sendable () throws(EngineError) -> Model) {
    self.load = load
  }

  /// The model, loaded now unless it is there; blocks.
  ///
  /// - Returns: The same model every time.
  /// - Throws: What loading throws.
  func get() throws(EngineError) -> Model {
    try loaded.withLock { known throws(EngineError) in
      if let known { return known }
      let model = try load()
      known = model
      return model
    }
  }
}
