import Glibc
import Memory
import Providers
import TestSupport
import Testing

@testable import KithCommand

struct `The door to the settings` {
  @Test func `shows what counts and all there is to choose from`() async throws {
    try await Served.run { kith in
      let answer = try await kith.send("GET /kith/settings")
      #expect(answer.status == 200)
      for part in [
        #""brain":{"kind":"built-in"}"#, #""captions":true"#, #""earcons":true"#,
        #""reduced_motion":"system""#, #""speed":1"#, #""theme":"system""#, #""welcomed":false"#,
        #""locked":{}"#, #""name":"hibari""#, #""gender":"male""#, #""size":"1.5B""#,
        #""size":"0.5B""#, #""figures":"Answers in about "#, #""version":""#,
      ] { #expect(answer.body.contains(part), "\(part)") }
      #expect(!exists(kith.data + "/settings.json"))
    }
  }

  @Test func `changes them for good and for conversations to come`() async throws {
    let folder = try TemporaryFolder()
    try await Served.run(in: folder) { kith in
      let before = await kith.residence.current
      let answer = try await kith.send(
        "PUT /kith/settings",
        #"{"speed":1.2,"captions":false,"brain":{"kind":"server","address":"127.0.0.1:9"}}"#)
      #expect(answer.status == 200)
      #expect(answer.body.contains(#""speed":1.2"#))
      #expect(answer.body.contains(#""brain":{"address":"127.0.0.1:9","kind":"server"}"#))
      let after = await kith.residence.current
      #expect(after.settings.speed == 1.2 && before.settings.speed == 1)
      #expect(!after.brain.isBuiltIn && before.brain.isBuiltIn)
      #expect(await kith.residence.edition == 1)
      #expect(permissions(of: kith.data + "/settings.json") == 0o600)
      // What only the page is concerned with changes nothing for a conversation.
      #expect(try await kith.send("PUT /kith/settings", #"{"theme":"dark"}"#).status == 200)
      #expect(await kith.residence.edition == 1)
      #expect(await kith.residence.current.brain.replier is ChatCompletionsReplier)
    }
    try await Served.run(in: folder) { kith in
      let answer = try await kith.send("GET /kith/settings")
      #expect(answer.body.contains(#""speed":1.2"#) && answer.body.contains(#""theme":"dark""#))
      let back = try await kith.send("PUT /kith/settings", #"{"speed":null,"brain":null}"#)
      #expect(back.body.contains(#""speed":1,"#))
      #expect(back.body.contains(#""brain":{"kind":"built-in"}"#))
    }
  }

  @Test(
    arguments: [
      ("", 400), ("[]", 400), (#"{"speed":2}"#, 400), (#"{"volume":1}"#, 400),
      (#"{"voice":"nobody"}"#, 400), (#"{"brain":{"kind":"built-in","size":"9B"}}"#, 400),
      (#"{"brain":{"kind":"server","address":"http://example.com"}}"#, 400),
      (#"{"brain":{"kind":"server","address":"ftp://x"}}"#, 400),
      (#"{"speed":1.1,"theme":"pink"}"#, 400),
      (#"{"voice":""# + String(repeating: "a", count: 70_000) + #""}"#, 413),
    ])
  func `refuses what does not fit and changes nothing`(body: String, status: Int) async throws {
    try await Served.run { kith in
      let answer = try await kith.send("PUT /kith/settings", body)
      #expect(answer.status == status, "\(answer.body)")
      #expect(answer.body.contains(#""message":""#))
      #expect(await kith.residence.current.settings.preferences == Preferences())
      #expect(!exists(kith.data + "/settings.json"))
    }
  }

  @Test func `refuses a form, and a method it does not know`() async throws {
    try await Served.run { kith in
      let form = try await exchange(
        kith.port, "PUT /kith/settings", "Content-Type: text/plain\r\n", body: "{}")
      #expect(form.status == 415)
      #expect(try await kith.send("POST /kith/settings", "{}").headers["allow"] == "GET, PUT, HEAD")
      let foreign = try await exchange(
        kith.port, "PUT /kith/settings",
        "Origin: http://evil.example\r\nContent-Type: application/json\r\n", body: "{}")
      #expect(foreign.status == 403)
    }
  }

  @Test func `says what is decided elsewhere and leaves it`() async throws {
    try await Served.run(
      ["--voice": "joe"],
      environment: ["KITH_BRAIN": "127.0.0.1:9", "KITH_BRAIN_KEY": "secret-key"]
    ) { kith in
      let answer = try await kith.send("GET /kith/settings")
      #expect(answer.body.contains(#""locked":{"brain":"KITH_BRAIN","voice":"--voice"}"#))
      #expect(!answer.body.contains("secret-key"))
      for change in [#"{"voice":"hibari"}"#, #"{"brain":{"kind":"built-in"}}"#] {
        let refused = try await kith.send("PUT /kith/settings", change)
        #expect(refused.status == 409)
        #expect(refused.body.contains("can't be changed here"))
      }
      // A page may send everything back as it was.
      if SharedEngines.voicesAreHere {
        #expect(
          try await kith.send("PUT /kith/settings", #"{"voice":"joe","speed":0.9}"#).status == 200)
      }
    }
  }

  @Test func `tells that the file was damaged until something is chosen`() async throws {
    let folder = try TemporaryFolder()
    try await Served.run(in: folder) { _ in }
    try write(Array("{half".utf8), to: folder.file("data") + "/settings.json")
    try await Served.run(in: folder) { kith in
      let problems = try await kith.send("GET /kith/problems")
      #expect(problems.body.contains("settings.json.damaged"))
      #expect(bytes(of: kith.data + "/settings.json.damaged") == Array("{half".utf8))
      #expect(try await kith.send("PUT /kith/settings", #"{"welcomed":true}"#).status == 200)
      #expect(!(try await kith.send("GET /kith/problems").body.contains("settings.json.damaged")))
    }
  }

  @Test func `many changes at once are made one after the other`() async throws {
    try await Served.run { kith in
      let sent = [
        #"{"speed":0.8}"#, #"{"theme":"dark"}"#, #"{"earcons":false}"#, #"{"welcomed":true}"#,
      ]
      try await withThrowingTaskGroup(of: Int.self) { group in
        for change in sent {
          group.addTask { try await kith.send("PUT /kith/settings", change).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      let chosen = await kith.residence.current.settings.preferences
      #expect(chosen.speed == 0.8 && chosen.theme == .dark && chosen.earcons == false)
      #expect(chosen.welcomed == true)
      #expect(try PreferencesFile(in: kith.data).read() == .preferences(chosen))
    }
  }
}

struct `The doors to voices and problems` {
  @Test func `there is no sample of a voice that does not exist`() async throws {
    try await Served.run { kith in
      let answer = try await kith.send("POST /kith/voices/nobody/sample")
      #expect(answer.status == 404)
      #expect(answer.body.contains("the voices are hibari and joe"))
      #expect(try await kith.send("GET /kith/voices/joe/sample").headers["allow"] == "POST")
    }
  }

  @Test(
    .enabled(if: SharedEngines.voicesAreHere, Comment(rawValue: SharedEngines.absence)),
    arguments: ["hibari", "joe"])
  func `a sample is a sentence in that voice`(name: String) async throws {
    try await Served.run { kith in
      let answer = try await kith.send("POST /kith/voices/\(name)/sample")
      #expect(answer.status == 200 && answer.headers["content-type"] == "audio/wav")
      let seconds = Double(answer.bytes.count - 44) / 48_000
      #expect((2...8).contains(seconds), "\(seconds)")
    }
  }

  @Test func `missing parts are told, each with what to do`() async throws {
    let empty = try TemporaryFolder()
    try await Served.run(environment: ["XDG_CACHE_HOME": empty.path]) { kith in
      let answer = try await kith.send("GET /kith/problems")
      #expect(answer.status == 200)
      #expect(answer.body.contains(#""code":"part_missing""#))
      #expect(answer.body.contains("A part is missing: "))
      #expect(answer.body.contains("scripts/setup"))
      #expect(answer.body.contains("Brain"))
      let sample = try await kith.send("POST /kith/voices/joe/sample")
      #expect(sample.status == 503 && sample.body.contains(#""code":"part_missing""#))
      let chosen = try await kith.send("PUT /kith/settings", #"{"voice":"joe"}"#)
      #expect(chosen.status == 409 && chosen.body.contains("A part is missing: Joe"))
      // With another brain the built-in one is not needed.
      _ = try await kith.send(
        "PUT /kith/settings", #"{"brain":{"kind":"server","address":"127.0.0.1:9"}}"#)
      #expect(!(try await kith.send("GET /kith/problems").body.contains("Brain")))
    }
  }

  @Test func `a data folder that went away comes first`() async throws {
    let empty = try TemporaryFolder()
    try await Served.run(environment: ["XDG_CACHE_HOME": empty.path]) { kith in
      #expect(rename(kith.data, kith.folder.file("elsewhere")) == 0)
      let answer = try await kith.send("GET /kith/problems")
      #expect(answer.body.hasPrefix(#"{"problems":[{"action":"Start Kith again; what is said now"#))
    }
  }
}
