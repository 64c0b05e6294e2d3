import Dialogue
import Engines
import FoundationEssentials
import Journal
import Providers
import Replying
import Transport

/// Who thinks: the built-in model, or a model server the owner named.
struct Brain: Sendable {
  /// Answers.
  let replier: any Replier
  /// What a person reads.
  let title: String
  private let server: ManagedLlamaServer?

  /// The brain that `settings` choose; nothing is started or contacted.
  ///
  /// - Parameters:
  ///   - settings: What the owner chose.
  ///   - parts: Where the built-in models are.
  ///   - environment: The environment of the process.
  ///   - journal: Where starts and ends are noted.
  /// - Throws: A `ProblemConvertible` error for an address that may not be used.
  init(
    settings: Settings, parts: PartsFolder, environment: [String: String], journal: Journal
  ) throws {
    let client = try HTTPClient()
    switch settings.brain {
    case .server(let address, let model):
      replier = try ChatCompletionsReplier(
        client: client, address: address, model: model, key: settings.key)
      title = model ?? "the model of the server"
      server = nil
    case .builtIn(let size):
      let model = size.flatMap { BrainModel(rawValue: $0.rawValue) } ?? BrainModel.fitting(parts)
      let server = ManagedLlamaServer(
        model: model, parts: parts, environment: environment, journal: journal,
        health: { endpoint in
          await LlamaHealth.isReady(client: client, socket: endpoint.socket) ? .ready : .loading
        })
      self.server = server
      title = model.title
      replier = ChatCompletionsReplier(
        client: client,
        managed: {
          let endpoint = try await server.endpoint()
          return (.socket(endpoint.socket), endpoint.key)
        })
    }
  }

  /// Whether Kith runs the model itself.
  var isBuiltIn: Bool { server != nil }

  /// The process of the built-in model, while it runs.
  var process: Int32? {
    get async { await server?.process }
  }

  /// Starts the built-in model and lets it read who the companion is; does nothing for a server.
  func warm(_ writer: PromptWriter) async throws {
    guard let server else { return }
    _ = try await server.endpoint()
    await replier.readAhead(
      writer.prompt(answering: "", after: [], in: PromptWriter.Situation(moment: "now")))
  }

  /// Ends the built-in model.
  func close() async {
    await server?.stop()
  }
}
