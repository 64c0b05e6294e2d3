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
  /// Which of the models that come with Kith it is; nil for a server.
  let builtIn: BrainModel?
  /// Keeps the built-in model; nil for a server.
  let tenure: BrainTenure?

  /// The brain that `settings` choose; nothing is started or contacted.
  ///
  /// - Parameters:
  ///   - settings: What the owner chose.
  ///   - network: The way out.
  ///   - parts: Where the built-in models are.
  ///   - environment: The environment of the process.
  ///   - journal: Where starts and ends are noted.
  /// - Throws: A `ProblemConvertible` error for an address that may not be used.
  init(
    settings: Settings, over network: HTTPClient, parts: PartsFolder,
    environment: [String: String], journal: Journal
  ) throws {
    switch settings.brain {
    case .server(let address, let model):
      let client = network.reaching(Self.reach(address))
      replier = try ChatCompletionsReplier(
        client: client, address: address, model: model, key: settings.key)
      title = model ?? "the model of the server"
      builtIn = nil
      tenure = nil
    case .builtIn(let size):
      let client = network.reaching(.thisMachine)
      let model = size?.model ?? BrainModel.fitting(parts)
      let server = ManagedLlamaServer(
        model: model, parts: parts, environment: environment, journal: journal,
        health: { endpoint in
          await LlamaHealth.isReady(client: client, socket: endpoint.socket) ? .ready : .loading
        })
      let tenure = BrainTenure(server)
      self.tenure = tenure
      title = model.title
      builtIn = model
      replier = ChatCompletionsReplier(
        client: client,
        managed: {
          let endpoint = try await tenure.server.endpoint()
          return (.socket(endpoint.socket), Secret(endpoint.key))
        })
    }
  }

  /// Whom a brain at `address` may reach: that server alone.
  private static func reach(_ address: String) -> Reach {
    // What is wrong with an address is told by whoever is to use it.
    guard let server = try? ServerAddress(address) else { return .thisMachine }
    return server.isOpenAI ? .openAI(at: server) : .ownNetwork(thinking: [server])
  }

  /// Whether Kith runs the model itself.
  var isBuiltIn: Bool { tenure != nil }

  /// The process of the built-in model, while it runs.
  var process: Int32? {
    get async { await tenure?.server.process }
  }

  /// Starts the built-in model and lets it read who the companion is; does nothing for a server.
  func warm(_ writer: PromptWriter) async throws {
    guard let tenure else { return }
    _ = try await tenure.server.endpoint()
    await replier.readAhead(
      writer.prompt(answering: "", after: [], in: PromptWriter.Situation(moment: "now")))
  }

  /// Ends the built-in model.
  func close() async {
    await tenure?.server.stop()
  }
}

/// Ends the built-in model once nobody can ask it any more: conversations that began with it go on
/// with it, even when another brain was chosen meanwhile.
final class BrainTenure: Sendable {
  /// The model's process.
  let server: ManagedLlamaServer

  init(_ server: ManagedLlamaServer) {
    self.server = server
  }

  deinit {
    // Nobody is left who could wait for it.
    Task { [server] in await server.stop() }
  }
}

extension Settings.BrainSize {
  /// The model of this size.
  var model: BrainModel {
    switch self {
    case .large: .large
    case .small: .small
    }
  }
}
