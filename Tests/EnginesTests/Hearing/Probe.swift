import TestSupport
import Testing
@testable import Engines
struct Probe {
  @Test func `ports`() throws {
    let parts = try SharedEngines.installedParts()
    let r = OnnxRuntime(parts: parts)
    for f in ["encoder_model.ort", "decoder_model_merged.ort"] {
      let s = try OnnxSession(runtime: r, model: parts.path(f, of: "moonshine"), engine: f)
      print(f); for p in s.inputs { print("  in", p.name, p.element, p.shape) }
      for p in s.outputs { print("  out", p.name, p.element, p.shape) }
    }
  }
}
