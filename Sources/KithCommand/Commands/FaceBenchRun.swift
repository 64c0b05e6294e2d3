import Bench
import FoundationEssentials

/// `kith bench face`.
enum FaceBenchRun {
  /// What the browser loads, in a checkout that was set up.
  private static let wasm = "Web/face/face.wasm"

  static func run(_ context: Context) -> BenchReport {
    let machine = Machine.current()
    _ = FaceBench.run(frames: 600, seed: 1)
    var metrics: [String: Metric] = [:]
    metrics["frame_ms"] = Metric(FaceBench.run(frames: 36_000, seed: 1), unit: "ms")
    if let bytes = FileManager.default.contents(atPath: wasm) {
      metrics["wasm_bytes"] = .value(Double(bytes.count), unit: "bytes")
    } else {
      context.output.tell("There is no \(wasm) here to weigh; scripts/face builds it.")
    }
    return BenchReport(
      bench: "face", metrics: metrics, corpus: "ten busy minutes", engines: ["face"], models: [],
      machine: machine, commit: BuildCommit.text, seed: 1, runs: [])
  }
}
