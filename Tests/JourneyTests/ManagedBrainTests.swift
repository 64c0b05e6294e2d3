import Dialogue
import Engines
import Glibc
import Journal
import Providers
import TestSupport
import Testing
import Transport

/// The built-in brain as the program joins it, over its real server.
private struct Brain {
  static let absence: Comment = "The parts are not here; scripts/setup fetches them."

  /// Whether the server and its small model are here.
  static let isHere: Bool = {
    guard let parts = try? SharedEngines.installedParts() else { return false }
    return (try? parts.path("llama-server", of: "llama-server")) != nil
      && (try? parts.path("model.gguf", of: BrainModel.small.part)) != nil
  }()

  let server: ManagedLlamaServer
  let replier: ChatCompletionsReplier

  init() throws {
    let client = try HTTPClient(reach: .asked)
    let server = ManagedLlamaServer(
      model: .small, parts: try SharedEngines.installedParts(), environment: [:], journal: .none,
      health: { endpoint in
        await LlamaHealth.isReady(client: client, socket: endpoint.socket) ? .ready : .loading
      })
    self.server = server
    replier = ChatCompletionsReplier(client: client) {
      let endpoint = try await server.endpoint()
      return (.socket(endpoint.socket), Secret(endpoint.key))
    }
  }

  /// The text of a reply and its last event.
  func reply(to prompt: Prompt) async throws -> (texts: [String], last: ReplyEvent?) {
    var texts: [String] = []
    var last: ReplyEvent?
    for try await event in replier.reply(to: prompt) {
      if case .text(let text) = event { texts.append(text) }
      last = event
    }
    return (texts, last)
  }
}

private func prompt(_ words: String, tokens: Int = 24) -> Prompt {
  Prompt(
    messages: [
      Message(.system, "You are a friendly companion. Answer in one short sentence."),
      Message(.user, words),
    ], maximumTokens: tokens, temperature: 0)
}

@Suite(.enabled(if: Brain.isHere, Brain.absence), .serialized)
struct ManagedBrainTests {
  @Test func `the built-in brain says hello, word by word`() async throws {
    let brain = try Brain()
    await brain.replier.readAhead(prompt("Say hello."))
    let (texts, last) = try await brain.reply(to: prompt("Say hello."))
    #expect(texts.count > 1)
    #expect(texts.joined().contains { $0.isLetter })
    #expect(last == .finished(.stop) || last == .finished(.length))
    await brain.server.stop()
  }

  @Test func `a reply that is interrupted makes room for the next one`() async throws {
    let brain = try Brain()
    for try await event in brain.replier.reply(to: prompt("Count to a hundred.", tokens: 2000)) {
      if case .text = event { break }
    }
    let (texts, last) = try await brain.reply(to: prompt("Say hello."))
    #expect(!texts.isEmpty)
    #expect(last == .finished(.stop) || last == .finished(.length))
    await brain.server.stop()
  }

  @Test func `a brain that is killed comes back for the next reply`() async throws {
    let brain = try Brain()
    _ = try await brain.reply(to: prompt("Say hello."))
    let process = try #require(await brain.server.process)
    kill(process, SIGKILL)
    let (texts, last) = try await brain.reply(to: prompt("Say hello again."))
    #expect(!texts.isEmpty)
    #expect(last == .finished(.stop) || last == .finished(.length))
    #expect(await brain.server.process != process)
    await brain.server.stop()
  }
}
