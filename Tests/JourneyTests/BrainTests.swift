import Dialogue
import Glibc
import PretendProvider
import TestSupport
import Testing

extension Errands {
  /// What a model server does, and what a person is told of it; in writing, so no engine is needed.
  struct BrainTests {
    /// A server and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
      var name: String
      var script: Script
      var code: String?
      var complete = false
      var kept: [String]
      var testDescription: String { name }
    }

    static let question = "How many?"

    static let cases = [
      Case(
        name: "an answer", script: .saying("Forty-two. I counted."), complete: true,
        kept: [question, "Forty-two. I counted."]),
      Case(
        name: "a thought before the answer",
        script: .saying("<think>The person asks how many.</think>\n\nForty-two."), complete: true,
        kept: [question, "Forty-two."]),
      Case(
        name: "a thought that only ends",
        script: .saying("The person asks how many. Let me count.</think>Forty-two."),
        complete: true,
        kept: [question, "Forty-two."]),
      Case(
        name: "a stream broken in the middle of a word",
        script: Script([.breakOff("I counted them all. There are forty-two.", afterBytes: 33)]),
        code: "brain_broke_off", kept: [question, "I counted them all. There are for"]),
      Case(
        name: "a web page", script: Script([.page]), code: "brain_not_a_model_server",
        kept: [question]),
      Case(
        name: "nothing at all", script: Script([.empty]), code: "brain_silent", kept: [question]),
      Case(
        name: "a model that is loading at first",
        script: Script([.loading, .loading, .reply("Forty-two.")]), complete: true,
        kept: [question, "Forty-two."]),
      Case(
        name: "a wrong key", script: Script([.failure(401, "Invalid key")]),
        code: "brain_refused_key", kept: [question]),
      Case(
        name: "a slow brain",
        script: .saying("Forty-two.", at: Pace(firstToken: .seconds(3), tokensPerSecond: 20)),
        complete: true, kept: [question, "Forty-two."]),
    ]

    @Test(arguments: cases) func `every answer is told as it is`(_ wanted: Case) async throws {
      let home = try Home()
      let brain = try ScriptedProvider(wanted.script)
      let outcome = try await home.run([
        "chat", "--once", Self.question, "--json", "--brain", brain.address, "--model", "pretend",
      ])
      let answer = try JSON(outcome.output)
      #expect(outcome.code == (wanted.code == nil ? 0 : 1), "\(outcome)")
      #expect(answer["complete"] == .flag(wanted.complete))
      #expect(answer["problem"]["code"] == (wanted.code.map { .string($0) } ?? .null))
      #expect(outcome.told.count == (wanted.code == nil ? 0 : 1), "\(outcome.errors)")
      #expect(!outcome.output.contains("The person asks"))
      let kept = try await home.turns()
      #expect(kept.map { $0["text"].text } == wanted.kept)
      #expect(
        kept.last?["ending"].text
          == (wanted.code == nil || kept.count == 1 ? "whole" : "incomplete"))
      await brain.stop()
    }

    @Test func `a brain that is not there is told in one sentence, and no word is lost`()
      async throws
    {
      let home = try Home()
      let brain = try ScriptedProvider(.saying("Nobody hears this."))
      let address = brain.address
      await brain.stop()
      let outcome = try await home.run([
        "chat", "--once", Self.question, "--json", "--brain", address, "--model", "pretend",
      ])
      #expect(outcome.code == 1)
      #expect(try JSON(outcome.output)["problem"]["code"].text == "brain_unreachable")
      #expect(outcome.told.count == 1)
      #expect(outcome.told.first?.contains("Nothing answers at 127.0.0.1:") == true)
      #expect(try await home.turns().map { $0["text"].text } == [Self.question])
    }

    @Test func `a reply that is only a tool call is told as that`() async throws {
      let home = try Home()
      let call =
        #"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":"#
        + #"{"name":"get_weather","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}"#
      let brain = try ScriptedProvider(
        Script([
          .recorded(Array("data: \(call)\n\ndata: [DONE]\n\n".utf8), type: "text/event-stream")
        ]))
      let outcome = try await home.run(["chat", "--once", "Rain?", "--brain", brain.address])
      #expect(outcome.output.isEmpty && outcome.told.count == 1, "\(outcome)")
      #expect(outcome.told.first?.contains("asked for the tool get_weather") == true)
      await brain.stop()
    }

    @Test func `a folder for sockets whose path is too long is told with what to do`() async throws
    {
      let home = try Home()
      let long = home.folder.file(String(repeating: "long", count: 30))
      mkdir(long, 0o700)
      let outcome = try await home.run(
        ["chat", "--once", "Hello.", "--built-in", "0.5B"], environment: ["XDG_RUNTIME_DIR": long])
      #expect(outcome.code == 1 && outcome.told.count == 1, "\(outcome)")
      #expect(outcome.told.first?.contains("Set XDG_RUNTIME_DIR to a shorter path") == true)
    }

    @Test func `thoughts are not printed for a person either`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(.saying("<think>Hm.</think>It is **four**."))
      let outcome = try await home.run(["chat", "--once", "Two and two?", "--brain", brain.address])
      #expect(outcome.output == "It is **four**.\n")
      await brain.stop()
    }
  }
}

extension Journeys {
  /// A scripted brain behind the real ears and voice.
  @Suite(.enabled(if: Needs.engines, Needs.absence)) struct SpokenBrainTests {
    @Test func `every stage of a turn comes after the one before`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(
        .saying(
          "<think>The person asks for the time.</think>It is noon. Lunch is ready.",
          at: Pace(firstToken: .milliseconds(200), tokensPerSecond: 40)))
      let reply = home.folder.file("reply.wav")
      let outcome = try await home.run([
        "converse", Speech.path("where-does-my-sister-live"), "--json", "--out", reply, "--brain",
        brain.address, "--model", "pretend",
      ])
      #expect(outcome.code == 0, "\(outcome.errors)")
      let turns = try JSON(outcome.output)["turns"].list
      #expect(turns.count == 1)
      let turn = try #require(turns.first)
      #expect(turn["user"]["text"].text == "Where does my sister live?")
      #expect(turn["companion"]["complete"].isTrue)
      #expect(turn["companion"]["text"].text == "It is noon. Lunch is ready.")
      #expect(turn["companion"]["heard"].text == "It is noon. Lunch is ready.")
      let times = [
        "last_word_end_ms", "turn_end_ms", "first_token_ms", "first_sentence_ms", "first_audio_ms",
        "done_ms",
      ].map { turn["timeline"][$0].value }
      #expect(times == times.sorted() && !times.contains(where: \.isNaN), "\(times)")
      #expect(turn["timeline"]["transcript_ms"].value <= turn["timeline"]["first_token_ms"].value)
      #expect(turn["user"]["start_ms"].value < turn["user"]["end_ms"].value)
      let heard = try await home.heard(in: reply)
      #expect(wordErrorRate(of: heard, against: "It is noon. Lunch is ready.") <= 0.15, "\(heard)")
      await brain.stop()
    }

    @Test func `a reply broken in the middle of a word is spoken, kept and told as what it is`()
      async throws
    {
      let home = try Home()
      let brain = try ScriptedProvider(
        Script([.breakOff("It is noon. Lunch is rea", afterBytes: 22)]))
      let outcome = try await home.run([
        "converse", Speech.path("where-does-my-sister-live"), "--json", "--brain", brain.address,
        "--model",
        "pretend",
      ])
      #expect(outcome.code == 1)
      #expect(outcome.told.count == 1, "\(outcome.errors)")
      let printed = try JSON(outcome.output)
      #expect(printed["problem"]["code"].text == "brain_broke_off")
      #expect(printed["turns"][0]["companion"]["complete"] == .flag(false))
      #expect(try await home.turns().last?["ending"].text == "incomplete")
      await brain.stop()
    }
  }
}

/// It is waited for half a minute, in which other tests run.
struct AbsentBrainTests {
  @Test(.enabled(if: Needs.engines, Needs.absence))
  func `without a brain the words are kept and the lack is told once`() async throws {
    let home = try Home()
    let brain = try ScriptedProvider(.saying("Nobody hears this."))
    let address = brain.address
    await brain.stop()
    let outcome = try await home.run([
      "converse", Speech.path("where-does-my-sister-live"), "--json", "--brain", address, "--model",
      "any",
    ])
    #expect(outcome.code == 1)
    #expect(outcome.told.count == 1, "\(outcome.errors)")
    #expect(try JSON(outcome.output)["problem"]["code"].text == "brain_unreachable")
    #expect(try await home.turns().map { $0["text"].text } == ["Where does my sister live?"])
  }
}
