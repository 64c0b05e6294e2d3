import Bench
import Dialogue
import FoundationEssentials
import HTTPServer
import Journal
import Server

/// `kith bench server`.
enum ServerBenchRun {
  static func run(_ context: Context) async throws -> BenchReport {
    let machine = Machine.current()
    let page = try page()
    let bench = ServerBench { request, _ in
      page.response(to: request) ?? Response(.notFound, text: "")
    }
    let metrics = try await bench.run { context.output.progress($0) }
    return BenchReport(
      bench: "server", metrics: metrics,
      corpus: "a file of \(ServerBench.fileBytes) bytes, messages of \(ServerBench.messageBytes)",
      engines: ["http"], models: [], machine: machine, commit: BuildCommit.text, seed: 0, runs: [])
  }

  /// A page of one file, read as the real one is; its size does not change with our page.
  private static func page() throws -> WebFolder {
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "kith-bench-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(repeating: UInt8(ascii: "k"), count: ServerBench.fileBytes)
        .write(to: folder.appending(component: "index.html"))
      return WebFolder.installed(environment: ["KITH_WEB": folder.path()])
    } catch {
      throw Problem(
        .fileUnreadable, "A file to serve can't be written to \(folder.path()).",
        action: "Let TMPDIR name a folder with some room.")
    }
  }
}
