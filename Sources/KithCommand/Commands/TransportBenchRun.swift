import Bench

/// `kith bench transport`.
enum TransportBenchRun {
  static func run(_ context: Context) async throws -> BenchReport {
    let machine = Machine.current()
    let metrics = try await TransportBench().run { context.output.progress($0) }
    return BenchReport(
      bench: "transport", metrics: metrics,
      corpus: """
        a stream of \(TransportBench.pieces) pieces beside libcurl alone, \
        \(TransportBench.cancels) requests given up, \(TransportBench.servers) servers at once
        """,
      engines: ["libcurl"], models: [], machine: machine, commit: BuildCommit.text, seed: 0,
      runs: [])
  }
}
