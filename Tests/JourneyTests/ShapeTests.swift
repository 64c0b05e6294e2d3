import PretendProvider
import TestSupport
import Testing

extension Errands {
  /// The JSON that scripts rely on.
  struct ShapeTests {
    @Test func `say --print`() async throws {
      let home = try Home()
      let printed = try await home.run([
        "say", "Dr. Smith paid $5 at 3:30. Nice 😊", "--print", "--json",
      ])
      #expect(printed.code == 0, "\(printed.errors)")
      let sentences = try JSON(printed.output)["sentences"].list
      #expect(sentences.map { $0["written"].text } == ["Dr. Smith paid $5 at 3:30.", "Nice"])
      #expect(sentences[0]["spoken"].text.contains("five dollars"))
      #expect(sentences.allSatisfy { $0.names.isSuperset(of: ["written", "spoken", "cues"]) })
      let piped = try await home.run(["say", "-", "--print"], input: "First line.\nSecond line.")
      #expect(piped.output == "First line.\nSecond line.\n")
    }

    @Test func `chat --once and turns`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(.saying("It is **noon**."))
      let chat = try await home.run([
        "chat", "--once", "When do we eat?", "--json", "--brain", brain.address,
      ])
      let answer = try JSON(chat.output)
      #expect(answer["text"].text == "It is **noon**." && answer["spoken"].text == "It is noon.")
      #expect(answer["reasoning_hidden"] == .flag(false) && answer["complete"].isTrue)
      #expect(answer["finish"].text == "stop" && answer["tool_calls"] == .array([]))
      #expect(answer.names.contains("problem") && answer["problem"] == .null)
      let turns = try await home.turns()
      #expect(turns.map { $0["id"] } == [answer["turn"], answer["reply"]])
      for turn in turns {
        #expect(turn.names.isSuperset(of: ["id", "speaker", "text", "ending", "started_at_ms"]))
        #expect(turn["started_at_ms"].value > 1.7e12)
      }
      let last = try await home.run(["turns", "--json", "--last", "1"])
      #expect(try JSON(last.output).list.map { $0["text"].text } == ["It is noon."])
      await brain.stop()
    }

    @Test func `doctor runs when nothing is here and says what to do`() async throws {
      let home = try Home()
      let outcome = try await home.run(
        ["doctor", "--json"], environment: ["XDG_CACHE_HOME": home.folder.file("empty")])
      #expect(outcome.code == 1)
      let report = try JSON(outcome.output)
      #expect(report["ok"] == .flag(false))
      let bad = report["findings"].list.filter { $0["state"].text == "bad" }
      #expect(bad.contains { $0["action"].text.contains("scripts/setup") })
      #expect(bad.allSatisfy { !$0["action"].text.isEmpty })
      let text = try await home.run(
        ["doctor"], environment: ["XDG_CACHE_HOME": home.folder.file("empty")])
      #expect(text.code == 1 && text.output.contains("scripts/setup"))
      #expect(!exists(home.data))
    }

    @Test(arguments: [
      ["hear", "RECORDING"], ["converse", "RECORDING"], ["say", "Hello.", "--out", "OUT"],
      ["chat", "--once", "Hello."],
    ])
    func `when nothing is here every command says to set up`(arguments: [String]) async throws {
      let home = try Home()
      let words = arguments.map {
        $0 == "RECORDING" ? Speech.path("stop") : $0 == "OUT" ? home.folder.file("o.wav") : $0
      }
      let outcome = try await home.run(
        words + ["--json"], environment: ["XDG_CACHE_HOME": home.folder.file("empty")])
      #expect(outcome.code == 1)
      #expect(outcome.told.count == 1 && outcome.errors.contains("scripts/setup"), "\(outcome)")
      #expect(try JSON(outcome.output)["problem"]["code"].text == "part_missing")
    }
  }
}

extension Journeys {
  @Suite(.enabled(if: Needs.engines, Needs.absence)) struct EngineShapeTests {
    @Test func `doctor, hear and say`() async throws {
      let home = try Home()
      let doctor = try await home.run(["doctor", "--json"])
      let report = try JSON(doctor.output)
      #expect(doctor.code == (report["ok"].isTrue ? 0 : 1))
      #expect(report["findings"].list.contains { $0["title"].text == "Understands words" })
      for finding in report["findings"].list {
        #expect(finding.names.isSuperset(of: ["title", "state", "says"]))
      }

      let hear = try await home.run(["hear", Speech.path("pause-in-the-middle"), "--json"])
      let heard = try JSON(hear.output)
      #expect(
        wordErrorRate(
          of: heard["text"].text, against: "I was thinking that we could go to the beach.") <= 0.1)
      #expect(heard["duration_ms"].value > 2000)
      for segment in heard["segments"].list {
        #expect(segment["start_ms"].value < segment["end_ms"].value)
        #expect(!segment["text"].text.isEmpty)
      }

      let out = home.folder.file("said.wav")
      let say = try await home.run([
        "say", "My sister lives in Lisbon. What time is it?", "--out", out, "--json",
      ])
      let said = try JSON(say.output)
      #expect(said["sample_rate"] == .number(24_000))
      let words = said["words"].list
      #expect(words.map { $0["text"].text }.count == 9)
      let times = words.flatMap { [$0["start_ms"].value, $0["end_ms"].value] }
      #expect(times == times.sorted() && (times.last ?? 0) <= said["duration_ms"].value)
      #expect(
        wordErrorRate(
          of: try await home.heard(in: out), against: "My sister lives in Lisbon. What time is it?")
          <= 0.15)
    }

    @Test func `bench voice and bench hear`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(
        .saying(
          "Here you are. That was easy.",
          at: Pace(firstToken: .milliseconds(100), tokensPerSecond: 40)))
      let clips = home.folder.file("clips.tsv")
      let rows = [
        "clip\tend_s\tuse", "what-time-is-it.flac\t1.1\t1", "stop.flac\t0.9\t1", "no.flac\t1\t1",
      ]
      try write(Array(rows.joined(separator: "\n").utf8), to: clips)
      let folder = String(Speech.path("stop").dropLast("/stop.flac".count))
      let voice = try await home.run([
        "bench", "voice", "--clips", clips, "--corpus", folder, "--limit", "2", "--json", "--brain",
        brain.address, "--model", "pretend", "--report", home.folder.file("report"),
      ])
      #expect(voice.code == 0, "\(voice.errors)")
      #expect(exists(home.folder.file("report/index.html")))
      #expect(exists(home.folder.file("report/clips/0002-stop-reply.flac")))
      let report = try JSON(voice.output)
      let members: Set = [
        "bench", "metrics", "corpus", "engines", "models", "machine", "commit", "seed",
      ]
      #expect(report.names.isSuperset(of: members))
      for name in [
        "voice_to_voice_ms", "end_of_turn_ms", "transcript_ms", "first_token_ms", "first_audio_ms",
        "sentence_gap_ms",
      ] {
        #expect(report["metrics"][name].names == ["p50", "p95", "n", "unit"], "\(name)")
        #expect(report["metrics"][name]["n"].value == 2)
      }
      #expect(report["metrics"]["rss_mb"] != .null && report["metrics"]["cpu_ms_per_turn"] != .null)
      await brain.stop()

      let corpus = home.folder.file("index.tsv")
      try write(
        Array("file\ttext\n\(Speech.path("stop"))\tStop, please.\n".utf8), to: corpus)
      let gate = home.folder.file("gate.json")
      try write(Array(#"{"word_error_rate": {"value": -1}}"#.utf8), to: gate)
      let hear = try await home.run([
        "bench", "hear", "--corpus", home.folder.path, "--json", "--gate", gate,
      ])
      #expect(hear.code == 1, "the gate is missed")
      #expect(try JSON(hear.output).names.isSuperset(of: members))
      #expect(!exists(home.data))
    }
  }
}
