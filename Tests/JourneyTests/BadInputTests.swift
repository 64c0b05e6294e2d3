import Engines
import Glibc
import Memory
import PretendProvider
import Sound
import TestSupport
import Testing

extension Errands {
  /// What is wrong is told in one sentence with what to do, as JSON too, and with the right exit code.
  struct BadInputTests {
    /// The bytes of a WAV file.
    static func wave(
      format: UInt16 = 1, channels: UInt16 = 1, rate: UInt32 = 16_000, bits: UInt16 = 16,
      data: [UInt8], declared: UInt32? = nil
    ) -> [UInt8] {
      func number(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
      }
      let block = channels * bits / 8
      let size = declared ?? UInt32(data.count)
      return Array("RIFF".utf8) + number(36 &+ size) + Array("WAVEfmt ".utf8) + number(UInt32(16))
        + number(format) + number(channels) + number(rate) + number(rate * UInt32(block))
        + number(block) + number(bits) + Array("data".utf8) + number(size) + data
    }

    static let silence = [UInt8](repeating: 0, count: 32_000)

    struct SoundCase: Sendable, CustomTestStringConvertible {
      var name: String
      var bytes: [UInt8]
      var code: String?
      var testDescription: String { name }
    }

    static let sounds = [
      SoundCase(
        name: "a wrong header", bytes: Array("RIFF\u{0}\u{0}\u{0}\u{0}WAVEjunk".utf8) + silence,
        code: "file_unreadable"),
      SoundCase(
        name: "a length of 0 in the header", bytes: wave(data: silence, declared: 0), code: nil),
      SoundCase(
        name: "a length of 4 GB in the header", bytes: wave(data: silence, declared: .max),
        code: nil),
      SoundCase(
        name: "8 bits", bytes: wave(bits: 8, data: [UInt8](repeating: 128, count: 16_000)),
        code: nil),
      SoundCase(
        name: "six channels", bytes: wave(channels: 6, data: silence), code: "file_unsupported"),
      SoundCase(name: "no bytes", bytes: [], code: "file_empty"),
      SoundCase(name: "no samples", bytes: wave(data: []), code: "file_empty"),
      SoundCase(
        name: "an hour of silence",
        bytes: wave(rate: 8_000, bits: 8, data: [UInt8](repeating: 128, count: 8_000 * 3_600)),
        code: "file_too_long"),
      SoundCase(name: "a text", bytes: Array("404 Not Found\n".utf8), code: "file_unreadable"),
    ]

    @Test(
      .enabled(if: Needs.engines, Needs.absence), arguments: sounds, ["hear", "converse"])
    func `a strange recording`(_ sound: SoundCase, command: String) async throws {
      let home = try Home()
      let path = home.folder.file("strange.wav")
      try write(sound.bytes, to: path)
      try await expect(
        home, [command, path, "--json"], environment: ["KITH_BRAIN": "http://127.0.0.1:9"],
        code: sound.code)
    }

    @Test(.enabled(if: Needs.engines, Needs.absence))
    func `an MP3 file with the name of a WAV file is heard`() async throws {
      let home = try Home()
      let mp3 = home.folder.file("what.mp3")
      let writer = try SoundFileWriter(path: mp3, format: .mp3, rate: 16_000)
      try writer.append(try Speech.clip("what-time-is-it").samples)
      try writer.finish()
      #expect(rename(mp3, home.folder.file("what.wav")) == 0)
      #expect(try await home.heard(in: home.folder.file("what.wav")) == "What time is it?")
    }

    @Test func `paths that lead nowhere, to a folder, or may not be written`() async throws {
      let home = try Home()
      let folder = home.folder.path
      let good = Speech.path("stop")
      for (arguments, code) in [
        (["hear", folder + "/nothing.wav"], "file_missing"),
        (["hear", folder], "file_unreadable"),
        (["converse", folder + "/nothing.wav"], "file_missing"),
        (["converse", good, "--out", folder + "/no/such/folder.wav"], "output_unwritable"),
        (["converse", good, "--out", folder], "output_unwritable"),
        (["say", "Hello.", "--out", folder + "/hello.exe"], "output_unwritable"),
        (["say", "Hello.", "--out", "/proc/hello.wav"], "output_unwritable"),
        (["bench", "hear", "--corpus", folder], "file_missing"),
        (
          ["bench", "voice", "--clips", folder + "/none.tsv", "--corpus", folder], "file_unreadable"
        ),
        (
          ["bench", "hear", "--corpus", folder, "--gate", folder + "/none.json"], "file_unreadable"
        ),
      ] {
        try await expect(home, arguments + ["--json"], code: code)
      }
      #expect(!exists(home.data))
    }

    @Test(.enabled(if: Needs.engines, Needs.absence))
    func `a full disk leaves no half file and loses no word`() async throws {
      let home = try Home()
      let reply = String(repeating: "This sentence is said again and again. ", count: 6)
      let brain = try ScriptedProvider(
        .saying(reply, at: Pace(firstToken: .seconds(1), tokensPerSecond: 1_000)))
      let out = home.folder.file("reply.wav")
      let talk = try home.start([
        "converse", Speech.path("where-does-my-sister-live"), "--out", out, "--json", "--brain",
        brain.address, "--model", "pretend",
      ])
      _ = await brain.arrival(ofRequest: 0)
      // From here on no file may grow beyond 200 KB; the children, which run already, are spared.
      let limiting = try await ChildProcess.start(
        .init("/usr/bin/prlimit", ["--pid", "\(talk.pid)", "--fsize=200000"]))
      #expect(await limiting.exit() == .code(0))
      let outcome = try await talk.outcome()
      #expect(outcome.code == 1, "\(outcome)")
      #expect(try JSON(outcome.output)["problem"]["code"].text == "disk_full", "\(outcome)")
      #expect(outcome.told.count == 1, "\(outcome.errors)")
      #expect(!exists(out) && !exists(out + ".part"))
      #expect(try await home.turns().count == 2)
      await brain.stop()
    }

    // MARK: - The data folder

    @Test func `a database of a newer version is left alone`() async throws {
      let home = try Home()
      try await makeDatabase(in: home)
      // The version stands in the file's head (SQLite's user_version, bytes 60 to 63).
      var newer = bytes(of: home.data + "/memory.db")
      newer.replaceSubrange(60..<64, with: [0, 0, 3, 231])
      try write(newer, to: home.data + "/memory.db")
      let before = bytes(of: home.data + "/memory.db")
      try await expectEverywhere(home, "database_newer")
      #expect(bytes(of: home.data + "/memory.db") == before)
    }

    private func makeDatabase(in home: Home) async throws {
      await (try ConversationHistory.open(in: DataFolder(home.data))).close()
    }

    @Test func `a database of rubbish is left alone`() async throws {
      let home = try Home()
      mkdir(home.data, 0o700)
      let rubbish = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
      try write(rubbish, to: home.data + "/memory.db")
      try await expectEverywhere(home, "database_damaged")
      #expect(bytes(of: home.data + "/memory.db") == rubbish)
    }

    @Test func `a file in the way of the data folder`() async throws {
      let home = try Home()
      try write([1], to: home.data)
      try await expectEverywhere(home, "data_folder_unusable")
      try await expect(
        home, ["turns", "--json", "--data", home.data + "/below"], code: "data_folder_unusable")
      try await expect(
        home, ["chat", "--once", "Hello.", "--json", "--data", "/proc/kith"],
        code: "data_folder_unusable")
    }

    @Test func `reading turns where nothing was begun makes nothing`() async throws {
      let home = try Home()
      let json = try await home.run(["turns", "--json"])
      #expect(json.code == 0 && json.output == "[]\n" && json.errors.isEmpty, "\(json)")
      let text = try await home.run(["turns"])
      #expect(text.code == 0 && text.output.isEmpty && text.told.count == 1, "\(text)")
      #expect(!exists(home.data))
      mkdir(home.data, 0o700)
      #expect(try await home.turns().isEmpty)
      #expect(TemporaryFolder.names(in: home.data).isEmpty)
    }

    @Test func `a recording is never written over`() async throws {
      let home = try Home()
      let recording = bytes(of: Speech.path("stop"))
      let path = home.folder.file("mine.flac")
      try write(recording, to: path)
      symlink(path, home.folder.file("link.flac"))
      link(path, home.folder.file("twin.flac"))
      for out in ["mine.flac", "./mine.flac", "link.flac", "twin.flac"] {
        let refused = try await home.run(["converse", path, "--out", home.folder.file(out)])
        #expect(refused.code == 2 && refused.told.count == 1, "\(refused)")
        #expect(refused.told.first?.contains("--out is the recording itself") == true)
        #expect(bytes(of: path) == recording)
      }
    }

    @Test(arguments: [">&-", ">/dev/full"])
    func `a result that could not be written is exit code 1`(to output: String) async throws {
      let home = try Home()
      let shell = ChildProcess.Program(
        "/bin/sh", ["-c", #""$0" help \#(output)"#, TestedProgram.folder + "/kith"],
        environment: ["KITH_DATA": home.data, "HOME": home.folder.path])
      let child = try await ChildProcess.start(shell)
      #expect(await child.exit() == .code(1))
    }

    @Test func `a reader that went away makes it exit code 1, without a word`() async throws {
      let home = try Home()
      let say = try home.start(["say", "-", "--print"])
      say.closeOutput()
      say.write("Nobody reads this.")
      say.closeInput()
      let outcome = try await say.outcome()
      #expect(outcome.code == 1 && outcome.errors.isEmpty, "\(outcome)")
    }

    @Test func `a file that can't be used is named`() async throws {
      let home = try Home()
      let path = home.folder.file("nothing.wav")
      for arguments in [
        ["hear", path], ["converse", path],
        ["say", "Hello.", "--out", home.folder.file("none/nothing.wav")],
      ] {
        let outcome = try await home.run(arguments)
        #expect(outcome.code == 1 && outcome.told.count == 1, "\(outcome)")
        #expect(outcome.told.first?.contains("nothing.wav") == true)
      }
    }

    @Test(arguments: ["😀🎉", "Привет, как дела?", "你好", "...", ""])
    func `a text without anything to say is told and leaves no file`(text: String) async throws {
      let home = try Home()
      let out = home.folder.file("said.wav")
      let outcome = try await home.run(["say", text, "--out", out, "--json"])
      #expect(outcome.code == 1 && outcome.told.count == 1, "\(outcome)")
      #expect(try JSON(outcome.output)["problem"]["message"].text.contains("nothing in this text"))
      #expect(!exists(out) && !exists(out + ".part"))
    }

    /// Every command that needs the data folder says the same.
    private func expectEverywhere(_ home: Home, _ code: String) async throws {
      for arguments in [
        ["turns", "--json"], ["chat", "--once", "Hello.", "--json"],
        ["converse", Speech.path("stop"), "--json"],
      ] {
        try await expect(home, arguments, code: code)
      }
      let serve = try await home.run(["serve"])
      #expect(serve.code == 1 && serve.told.count == 1, "\(serve)")
      let doctor = try await home.run(["doctor", "--json"])
      #expect(doctor.code == 1)
      let finding = try JSON(doctor.output)["findings"].list.first {
        $0["title"].text == "Data folder"
      }
      #expect(finding?["state"].text == "bad")
    }

    // MARK: - Settings and use

    @Test(arguments: [
      "http://example.com", "http://8.8.8.8:8080", "http://user:secret@127.0.0.1:1", "127.0.0.1:0",
      "127.0.0.1:99999", "ftp://127.0.0.1", "", "not an address",
    ])
    func `an address a brain may not have is refused before anything is sent`(address: String)
      async throws
    {
      let home = try Home()
      let outcome = try await expect(
        home, ["chat", "--once", "Hello.", "--json", "--brain", address], code: "address_refused")
      #expect(!outcome.output.contains("secret") && !outcome.errors.contains("secret"))
      #expect(try await home.turns().isEmpty)
    }

    @Test(arguments: [
      ("{", "it is no JSON"), (#"{"brains": {}}"#, "no key brains"), (#"{"port": "4747"}"#, "port"),
      ("[]", "an object"), ("", "empty"),
      (#"{"port": 70000}"#, "port"), (#"{"brain": {"model": "x"}}"#, "address"),
    ])
    func `a configuration that is wrong is named`(text: String, named: String) async throws {
      let home = try Home()
      mkdir(home.data, 0o700)
      try write(Array(text.utf8), to: home.data + "/config.json")
      // The port of the environment would hide the one of the file.
      let outcome = try await home.run(["serve"], environment: ["KITH_PORT": ""])
      #expect(outcome.code == 1 && outcome.told.count == 1, "\(outcome)")
      #expect(outcome.told.first?.contains(named) == true, "\(outcome.errors)")
    }

    @Test func `comments are allowed in the configuration`() async throws {
      let home = try Home()
      let brain = try ScriptedProvider(.saying("Hello."))
      mkdir(home.data, 0o700)
      let text = """
        {
          // Who thinks.
          "brain": {"address": "\(brain.address)", "model": "pretend",},
        }
        """
      try write(Array(text.utf8), to: home.data + "/config.json")
      let outcome = try await home.run(["chat", "--once", "Hi."])
      #expect(outcome.output == "Hello.\n", "\(outcome.errors)")
      await brain.stop()
    }

    @Test(arguments: [
      ["fly"], ["chat", "--fly"], ["chat", "word"], ["hear"], ["hear", "a", "b"], ["say"],
      ["say", "Hello."], ["say", "Hello.", "--out", "/tmp/x.wav", "--rate", "500"],
      ["chat", "--once"], ["chat", "--once", " "], ["chat", "--json=yes"],
      ["turns", "--last", "0"],
      ["serve", "--port", "99999"], ["converse", "a.wav", "--out"], ["bench", "nothing"],
      ["bench", "voice"], ["bench", "hear"], ["bench", "turns"],
      ["chat", "--built-in", "9B", "--once", "Hi."],
      ["chat", "--model", "x", "--once", "Hi."], ["turns", "--data", ""],
      ["turns", "--data", "--json"], ["say", "Hi.", "--out", "/tmp/x.wav", "--voice", "nobody"],
    ])
    func `wrong use is exit code 2 and one sentence`(arguments: [String]) async throws {
      let home = try Home()
      let outcome = try await home.run(arguments)
      #expect(outcome.code == 2, "\(outcome)")
      #expect(outcome.told.count == 1, "\(outcome.errors)")
      #expect(outcome.told.first?.contains("--help") == true)
      #expect(outcome.output.isEmpty || arguments.contains("--json"))
    }

    @Test func `wrong use is told as JSON too, and help is help`() async throws {
      let home = try Home()
      let wrong = try await home.run(["turns", "--json", "--last", "no"])
      #expect(wrong.code == 2)
      #expect(try JSON(wrong.output)["problem"]["code"].text == "wrong_use")
      for arguments in [
        ["--help"], ["--version"], ["converse", "--help"], ["bench", "-h"], ["help"],
      ] {
        let help = try await home.run(arguments)
        #expect(help.code == 0 && help.errors.isEmpty && help.output.contains("kith"))
      }
      let chat = try await home.run(["help", "chat"])
      #expect(chat.code == 0 && chat.output.contains("--once"))
      #expect(try await home.run(["chat", "--help"]).output == chat.output)
      #expect(try await home.run(["help"]).output == home.run(["--help"]).output)
      #expect(try await home.run(["help", "fly"]).code == 2)
    }

    @Test func `words that are too many are refused with a sentence`() async throws {
      let home = try Home()
      let words = String(repeating: "word ", count: 20_000)
      let chat = try await home.run(
        ["chat", "--json", "--brain", "http://127.0.0.1:9", "--model", "none"], input: words)
      #expect(chat.code == 1 && chat.told.count == 1, "\(chat.errors)")
      #expect(try JSON(chat.output)["problem"]["code"].text == "wrong_use")
      let say = try await home.run(["say", "-", "--print", "--json"], input: words)
      #expect(say.code == 2 && say.told.count == 1, "\(say.errors)")
    }

    /// Runs `arguments`, which contain `--json`; `code` is what is wrong, nil when nothing is.
    @discardableResult
    private func expect(
      _ home: Home, _ arguments: [String], environment: [String: String] = [:], code: String?
    ) async throws -> TestedProgram.Outcome {
      let outcome = try await home.run(arguments, environment: environment, within: .seconds(60))
      let about = Comment(rawValue: "\(arguments): \(outcome)")
      let printed = try JSON(outcome.output)
      #expect(outcome.code == (code == nil ? 0 : 1), about)
      #expect(printed["problem"]["code"] == (code.map { .string($0) } ?? .null), about)
      if let code {
        #expect(outcome.told.count == 1, about)
        #expect(printed.names == ["problem"] || code.hasPrefix("brain"), about)
        // What is wrong and what to do.
        #expect(!printed["problem"]["message"].text.isEmpty, about)
        #expect(!printed["problem"]["action"].text.isEmpty, about)
        #expect(outcome.told.first?.contains(printed["problem"]["action"].text) == true, about)
      }
      return outcome
    }
  }
}
