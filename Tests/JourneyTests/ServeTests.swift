import Glibc
import Memory
import PretendProvider
import TestSupport
import Testing
import Transport

extension Errands {
  /// `kith serve` and who comes to it.
  struct ServeTests {
    /// A Kith that serves, and where.
    private func served(
      _ home: Home, _ arguments: [String] = []
    ) async throws -> (process: TestedProgram, address: String, after: Duration) {
      let began = ContinuousClock.now
      let process = try home.start(["serve", "--port", "0"] + arguments)
      let line = try #require(await process.line())
      let address = try #require(line.split(separator: " ").last)
      return (process, String(address), ContinuousClock.now - began)
    }

    private func get(_ address: String, _ path: String) async throws -> (status: Int, body: String)
    {
      let client = try HTTPClient(reach: .asked)
      let exchange = try await client.send(
        HTTPRequest(.get, path, at: .server(try ServerAddress(address)), for: .kith))
      var status = 0
      var body: [UInt8] = []
      while let piece = try await exchange.next() {
        switch piece {
        case .head(let head): status = head.status
        case .bytes(let bytes): body += bytes
        case .quiet: break
        }
      }
      return (status, String(decoding: body, as: UTF8.self))
    }

    @Test func `it answers soon, keeps its address to itself, and tidies up`() async throws {
      let home = try Home()
      let (serve, address, printed) = try await served(home)
      let began = ContinuousClock.now
      let health = try await get(address, "/health")
      let after = printed + (ContinuousClock.now - began)
      print("serve: /health answered \(after) after the start")
      #expect(after < .seconds(3))
      #expect(health.status == 200)
      #expect(try JSON(health.body)["status"].text == "ok")
      let page = try await get(address, "/")
      #expect(page.status == 200 && page.body.contains("Kith"))
      #expect(permissions(of: home.data + "/run.json") == 0o600)
      #expect(permissions(of: home.data) == 0o700)
      let token = try #require(DataFolder.holder(of: home.data)?.token)
      serve.signal(SIGTERM)
      let outcome = try await serve.outcome(within: .seconds(10))
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(!outcome.output.contains(token) && !outcome.errors.contains(token))
      #expect(!exists(home.data + "/run.json"))
    }

    @Test func `a chat becomes a guest of the Kith that has the data folder`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(Script([.reply("Hello to you."), .page]))
      let (serve, _, _) = try await served(home, ["--brain", brain.address, "--model", "pretend"])
      let chat = try await home.run(["chat", "--once", "Hello.", "--json"])
      #expect(chat.code == 0, "\(chat.errors)")
      let answer = try JSON(chat.output)
      #expect(answer["text"].text == "Hello to you." && answer["complete"].isTrue)
      let failing = try await home.run(["chat", "--once", "Again.", "--json"])
      #expect(failing.code == 1 && failing.told.count == 1, "\(failing.errors)")
      #expect(try JSON(failing.output)["problem"]["code"].text == "brain_not_a_model_server")

      // The turns are read beside the one that keeps them.
      #expect(
        try await home.turns().map { $0["text"].text } == ["Hello.", "Hello to you.", "Again."])
      // Whoever can't be a guest is told who has the folder.
      let refused = try await home.run(["converse", Speech.path("stop"), "--json"])
      #expect(refused.code == 1 && refused.told.count == 1, "\(refused.errors)")
      #expect(try JSON(refused.output)["problem"]["code"].text == "data_folder_in_use")
      #expect(refused.errors.contains("\(serve.pid)"))
      // The words would go to the brain of the one that serves, whatever was asked for.
      for option in ["--brain", "--model", "--built-in"] {
        let value = option == "--built-in" ? "0.5B" : option == "--brain" ? brain.address : "m"
        let rest = option == "--model" ? ["--brain", brain.address] : []
        let misled = try await home.run(["chat", "--once", "Hello.", option, value] + rest)
        #expect(misled.code == 2 && misled.told.count == 1, "\(misled.errors)")
        #expect(misled.told.first?.contains("has no effect on the Kith that runs") == true)
      }
      let second = try await home.run(["serve"])
      #expect(second.code == 1 && second.told.count == 1, "\(second.errors)")

      serve.signal(SIGINT)
      #expect(try await serve.outcome(within: .seconds(10)).code == 0)
      #expect(
        try await home.turns().map { $0["text"].text } == ["Hello.", "Hello to you.", "Again."])
      await brain.stop()
    }

    @Test func `a guest is told that the model wakes`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(Script([.loading, .reply("Here I am.")]))
      let (serve, _, _) = try await served(home, ["--brain", brain.address, "--model", "m"])
      let chat = try home.start(["chat", "--once", "Hello."], columns: 80)
      #expect(try await chat.hasSaid("Mira is waking up …"))
      #expect(try await chat.hasSaid("Here I am."))
      #expect(try await chat.outcome().code == 0)
      serve.signal(SIGTERM)
      #expect(try await serve.outcome().code == 0)
      await brain.stop()
    }

    @Test func `serve --warm tells no address when a part is missing`() async throws {
      let home = try Home()
      let outcome = try await home.run(
        ["serve", "--warm"], environment: ["XDG_CACHE_HOME": home.folder.file("empty")])
      #expect(outcome.code == 1 && outcome.told.count == 1, "\(outcome.errors)")
      #expect(outcome.output.isEmpty && outcome.errors.contains("scripts/setup"))
      #expect(!exists(home.data + "/run.json"))
    }

    @Test func `a port that is taken is told in one sentence`() async throws {
      let home = try Home()
      let taken = try ScriptedProvider(.saying(""))
      let outcome = try await home.run(["serve", "--port", "\(taken.port)"])
      #expect(outcome.code == 1 && outcome.told.count == 1, "\(outcome.errors)")
      #expect(outcome.told.first?.contains("\(taken.port)") == true)
      #expect(!exists(home.data + "/run.json"))
      await taken.stop()
    }

    @Test func `SIGINT while serving a guest ends within 3 s and keeps the reply as cut`()
      async throws
    {
      let home = try Home()
      let brain = try ScriptedProvider(
        .saying(longReply, at: Pace(firstToken: .zero, tokensPerSecond: 25)))
      let (serve, _, _) = try await served(home, ["--brain", brain.address, "--model", "pretend"])
      let guest = try home.start(["chat", "--once", "Tell me a story."])
      #expect(try await guest.hasSaid("a ship."))
      serve.signal(SIGINT)
      let began = ContinuousClock.now
      #expect(try await serve.outcome(within: .seconds(20)).code == 0)
      #expect(ContinuousClock.now - began < .seconds(3))
      let outcome = try await guest.outcome(within: .seconds(20))
      #expect(outcome.code != 0, "\(outcome)")
      let turns = try await home.turns()
      #expect(turns.map { $0["ending"].text } == ["whole", "cut"])
      #expect(turns.last?["text"].text.hasPrefix("Once there was a ship.") == true)
      await brain.stop()
    }
  }
}

/// A reply that goes on for many seconds at an ordinary pace.
let longReply =
  "Once there was a ship. "
  + String(repeating: "It sailed on and on, and nobody knew where to. ", count: 40)

extension Errands {
  /// Who presses Ctrl-C.
  struct StoppingTests {
    @Test(arguments: [true, false])
    func `SIGINT while chatting ends within 3 s and keeps the reply as cut`(json: Bool) async throws
    {
      let home = try Home()
      let brain = try ScriptedProvider(
        .saying(longReply, at: Pace(firstToken: .zero, tokensPerSecond: 25)))
      let chat = try home.start(
        ["chat", "--brain", brain.address, "--model", "pretend"] + (json ? ["--json"] : []))
      chat.write("Tell me a story.")
      if json {
        #expect(try await chat.hasSaid("acknowledged"))
        // Time for the first sentences, unless it ends before.
        _ = await brain.arrival(ofRequest: 0)
        _ = try await chat.lines(for: .seconds(2))
      } else {
        #expect(try await chat.hasSaid("a ship. It"))
      }
      chat.signal(SIGINT)
      let began = ContinuousClock.now
      let outcome = try await chat.outcome(within: .seconds(20))
      #expect(ContinuousClock.now - began < .seconds(3))
      #expect(outcome.code == 1, "\(outcome)")
      let turns = try await home.turns()
      #expect(turns.map { $0["ending"].text } == ["whole", "cut"])
      #expect(longReply.hasPrefix(turns.last?["text"].text ?? "?"))
      if json {
        let last = try JSON(
          try #require(outcome.output.split(separator: "\n").last.map(String.init)))
        #expect(last["reply"] == turns.last?["id"])
        #expect(last["complete"] == .flag(false))
      }
      await brain.stop()
    }

    @Test func `SIGINT while waiting for a line ends at once`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(.echo)
      let chat = try home.start(["chat", "--json", "--brain", brain.address, "--model", "pretend"])
      chat.write("One.")
      #expect(try await chat.hasSaid(#""complete":true"#))
      chat.signal(SIGINT)
      let outcome = try await chat.outcome(within: .seconds(3))
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
      await brain.stop()
    }
  }
}

extension Script {
  fileprivate static let echo = Script([.echo()])
}

extension Journeys {
  @Suite(.enabled(if: Needs.engines, Needs.absence)) struct StoppedConversationTests {
    @Test func `SIGINT while conversing ends within 3 s with the children gone`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(
        .saying(longReply, at: Pace(firstToken: .zero, tokensPerSecond: 40)))
      let talk = try home.start([
        "converse", Speech.path("where-does-my-sister-live"), "--json", "--realtime", "--brain",
        brain.address, "--model", "pretend", "--out", home.folder.file("reply.wav"),
      ])
      _ = await brain.arrival(ofRequest: 0)
      // Time for the reply to begin, unless it ends before.
      _ = try await talk.lines(for: .seconds(5))
      let children = talk.children
      talk.signal(SIGINT)
      let began = ContinuousClock.now
      let outcome = try await talk.outcome(within: .seconds(20))
      #expect(ContinuousClock.now - began < .seconds(3))
      #expect(outcome.code == 1, "\(outcome)")
      for child in children { #expect(try await isGone(child, within: .seconds(1))) }
      let turns = try await home.turns()
      #expect(turns.map { $0["ending"].text } == ["whole", "cut"])
      #expect(longReply.hasPrefix(turns.last?["text"].text ?? "?"))
      let printed = try JSON(outcome.output)
      #expect(printed["turns"][0]["companion"]["complete"] == .flag(false))
      await brain.stop()
    }
  }
}
