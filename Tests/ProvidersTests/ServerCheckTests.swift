import PretendProvider
import Testing
import Transport

@testable import Providers

struct `A look at a model server` {
  private func verdict(
    _ script: Script, model: String? = nil, path: String = "",
    clock: any Clock<Duration> = LeapClock()
  ) async throws -> ServerVerdict {
    let provider = try ScriptedProvider(script, model: "llama3.2:latest")
    // However busy the machine is, a server that answers is waited for.
    let client = try HTTPClient(reach: .asked)
    let check = ServerCheck(client: client, time: .seconds(200), clock: clock)
    let verdict = try await check.check(provider.address + path, model: model, key: nil)
    await provider.stop()
    return verdict
  }

  @Test func `a wrong name suggests the nearest and asks nothing`() async throws {
    let provider = try ScriptedProvider(.saying("Yes."), model: "qwen2.5:7b")
    let check = ServerCheck(client: try HTTPClient(reach: .asked), time: .seconds(200))
    for (name, sentence) in [
      ("qwen2.5", "It has no model qwen2.5. Did you mean qwen2.5:7b?"),
      ("qwen25:7b", "It has no model qwen25:7b. Did you mean qwen2.5:7b?"),
      ("gpt-4", "It has no model gpt-4. Choose one of those it has, or load it there."),
    ] {
      let verdict = try await check.check(provider.address, model: name, key: nil)
      #expect(verdict.isReachable && verdict.firstToken == nil)
      #expect(verdict.models == ["qwen2.5:7b"])
      #expect(verdict.sentence == sentence)
    }
    #expect(await provider.requests.allSatisfy { $0.path == "/v1/models" })
    await provider.stop()
  }

  @Test func `the usual ending of a name may be left out`() async throws {
    let verdict = try await verdict(
      .saying("Yes."), model: "llama3.2", clock: ContinuousClock())
    #expect(verdict.firstToken != nil, "\(verdict.sentence)")
    #expect(verdict.sentence.hasPrefix("It works"))
  }

  @Test(arguments: [Script([.loading]), Script([.silence])])
  func `a model that is still loaded is waking up`(script: Script) async throws {
    let verdict = try await verdict(script)
    #expect(verdict.isReachable && verdict.firstToken == nil)
    #expect(verdict.sentence.contains("waking up"))
  }

  @Test(
    arguments: [
      (Script([.page], models: .page), "is not a model server"),
      (Script([.page], models: .failure(401, "No")), "refused the key"),
      (Script([.empty]), "answered with nothing"),
      (Script([.failure(500, "Out of memory")]), "could not answer"),
      (
        Script(
          [.empty],
          models: .answer(
            status: 200, fields: ["content-type": "application/json"],
            body: #"{"data":[{"id":"nomic-embed-text"}]}"#)), "has no model to talk with"
      ),
    ])
  func `what is wrong is said in a sentence`(script: Script, sentence: String) async throws {
    let verdict = try await verdict(script, clock: ContinuousClock())
    #expect(verdict.isReachable && verdict.firstToken == nil)
    #expect(verdict.sentence.contains(sentence), "\(verdict.sentence)")
  }

  @Test func `what the server wrote stands apart from the sentence`() async throws {
    let verdict = try await verdict(
      Script([.failure(500, "Out of memory")]), clock: ContinuousClock())
    #expect(verdict.details == "status 500: Out of memory")
    #expect(!verdict.sentence.contains("memory") && !verdict.sentence.contains("500"))
  }

  @Test func `a server without a list is asked all the same`() async throws {
    let verdict = try await verdict(
      Script([.reply("Yes.")], models: .failure(404, "Nothing is here")), model: "m",
      clock: ContinuousClock())
    #expect(verdict.firstToken != nil && verdict.models.isEmpty)
  }

  @Test(
    arguments: [
      ("llama", ["mistral", "llama3.2"], "llama3.2"), ("lama3.2", ["llama3.2"], "llama3.2"),
      ("LLAMA3.2", ["llama3.2", "llama3.1"], "llama3.2"), ("x", ["mistral"], nil),
      ("a", [], nil),
    ] as [(String, [String], String?)])
  func `the nearest name`(name: String, known: [String], nearest: String?) {
    #expect(NearestName.of(name, among: known) == nearest)
  }
}
