import PretendProvider
import Providers
import TestSupport
import Testing

struct `The doors to model servers` {
  @Test func `servers of this machine are found when asked for, and not before`() async throws {
    let models =
      #"{"data":[{"id":"nomic-embed-text","owned_by":"library"},{"id":"whisper-1"},{"id":"llama3.2"}]}"#
    let first = try ScriptedProvider(
      Script(
        [.silence],
        models: .answer(
          status: 200, fields: ["content-type": "application/json"], body: models)))
    let second = try ScriptedProvider(.saying("a"), model: "tiny")
    let page = try ScriptedProvider(Script([.page], models: .page))
    let gone = try ScriptedProvider(.saying(""))
    let places = [first, gone, second, page].map {
      ServerSearch.Place($0.port, "KoboldCpp")
    }
    await gone.stop()
    try await Served.run(places: places) { kith in
      _ = try await kith.send("GET /kith/settings")
      _ = try await kith.send("GET /kith/problems")
      #expect(await first.requests.isEmpty)
      let answer = try await kith.send("POST /kith/servers/find")
      #expect(
        answer.body == """
          {"servers":[{"address":"\(first.address)","kind":"Ollama","models":["llama3.2","whisper-1"]},\
          {"address":"\(second.address)","kind":"KoboldCpp","models":["tiny"]}]}

          """)
      #expect(await first.requests.map(\.path) == ["/v1/models"])
      #expect(await first.requests.first?.headers["authorization"] == nil)
    }
    for server in [first, second, page] { await server.stop() }
  }

  @Test func `a server that keeps silent is not waited for`() async throws {
    let mute = try ScriptedProvider(Script([.silence], models: .silence))
    let places = [ServerSearch.Place(mute.port, "Ollama")]
    try await Served.run(places: places, patience: .hasty) { kith in
      let answer = try await kith.send("POST /kith/servers/find")
      #expect(answer.body == "{\"servers\":[]}\n")
    }
    await mute.stop()
  }

  @Test func `a server that works is told with the time it took`() async throws {
    let provider = try ScriptedProvider(.saying("Yes."), model: "tiny")
    try await Served.run(
      ["--brain": "127.0.0.1:9"], environment: ["KITH_BRAIN_KEY": "secret-key"]
    ) { kith in
      let answer = try await kith.send(
        "POST /kith/servers/check", #"{"address":"\#(provider.address)","model":"tiny"}"#)
      #expect(answer.status == 200)
      #expect(answer.body.contains(#""reachable":true"#))
      #expect(answer.body.contains(#""models":["tiny"]"#))
      #expect(answer.body.contains(#""first_token_ms":"#))
      #expect(answer.body.contains("It works"))
      let requests = await provider.requests
      #expect(requests.map(\.path) == ["/v1/models", "/v1/chat/completions"])
      // The key belongs to another server.
      #expect(requests.allSatisfy { $0.headers["authorization"] == nil })
      #expect(requests.last?.body.contains("Answer with one word: yes.") == true)
    }
    await provider.stop()
  }

  @Test func `the key goes to its own server and comes back nowhere`() async throws {
    let provider = try ScriptedProvider(
      Script([.failure(400, "The key secret-key is odd")]), model: "tiny")
    try await Served.run(
      ["--brain": provider.address], environment: ["KITH_BRAIN_KEY": "secret-key"]
    ) { kith in
      let answer = try await kith.send(
        "POST /kith/servers/check", #"{"address":"\#(provider.address)"}"#)
      #expect(answer.body.contains("is odd"))
      #expect(!answer.body.contains("secret-key"))
      #expect(
        await provider.requests.allSatisfy { $0.headers["authorization"] == "Bearer secret-key" })
    }
    await provider.stop()
  }

  @Test(
    arguments: [
      (#"{"address":"http://example.com"}"#, "Plain http is for your own network only"),
      (#"{"address":"ftp://here"}"#, "http:// or https://"), (#"{"address":""}"#, "is empty"),
      (#"{"address":"127.0.0.1:9"}"#, "Nothing answers at 127.0.0.1:9."),
    ])
  func `what can't be reached is told in a sentence`(body: String, sentence: String) async throws {
    try await Served.run { kith in
      let answer = try await kith.send("POST /kith/servers/check", body)
      #expect(answer.status == 200)
      #expect(answer.body.contains(#""reachable":false"#))
      #expect(answer.body.contains(sentence))
    }
  }

  @Test(arguments: [
    "", "{}", "[]", #"{"address":7}"#, #"{"address":"a","model":""}"#,
    #"{"address":"a","model":7}"#,
  ])
  func `what is no question is refused`(body: String) async throws {
    try await Served.run { kith in
      let answer = try await kith.send("POST /kith/servers/check", body)
      #expect(answer.status == 400)
    }
  }
}
