import Dialogue
import Memory
import TestSupport
import Testing

struct `The door to what was said` {
  @Test func `shows pages, the newest first to come, each in the order it was said`() async throws {
    try await Served.run { kith in
      #expect(try await kith.send("GET /kith/turns").body == #"{"more":false,"turns":[]}"# + "\n")
      for number in 1...3 { _ = try await kith.talk("q\(number)", "a\(number)") }
      let page = try await kith.send("GET /kith/turns?limit=2")
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "application/json")
      #expect(page.headers["cache-control"] == "no-store")
      #expect(
        page.body == """
          {"more":true,"turns":[{"ending":"whole","id":5,"speaker":"person","started_at":1000,\
          "text":"q3"},{"answers":5,"ending":"whole","id":6,"speaker":"companion",\
          "started_at":2000,"text":"a3"}]}

          """)
      let before = try await kith.send("GET /kith/turns?before=3&limit=2")
      #expect(before.body.hasPrefix(#"{"more":false,"turns":[{"ending":"whole","id":1,"#))
      #expect(try await kith.send("GET /kith/turns?before=1").body.contains(#""turns":[]"#))
      let head = try await kith.send("HEAD /kith/turns")
      #expect(head.status == 200 && head.body == "")
    }
  }

  @Test func `finds words however they are sent`() async throws {
    try await Served.run { kith in
      _ = try await kith.talk("Where is the Café Müller?", "By the \"old\" river, 🐻 AND more.")
      _ = try await kith.talk("cafe again", "Again.")
      func ids(_ query: String) async throws -> [Int] {
        let answer = try await kith.send("GET /kith/turns?q=\(query)")
        #expect(answer.status == 200)
        return answer.body.split(separator: #""id":"#).dropFirst().compactMap {
          Int($0.prefix { $0.isNumber })
        }
      }
      #expect(try await ids("caf%C3%A9") == [3, 1])
      #expect(try await ids("muller+cafe") == [1])
      #expect(try await ids("%22old%22%20AND") == [2])
      #expect(try await ids("%F0%9F%90%BB") == [2])
      #expect(try await ids("cafe&limit=1") == [3])
      #expect(try await ids("cafe&before=3") == [1])
      #expect(try await ids("") == [])
      #expect(try await kith.send("GET /kith/turns?q=cafe&limit=1").body.contains(#""more":true"#))
    }
  }

  @Test(arguments: [
    "limit=0", "limit=201", "limit=x", "limit=", "before=0", "before=-1", "before=1e3", "q=%zz",
    "q=%ff", "limit=%", "before=9999999999999999999",
    "q=" + String(repeating: "a", count: 1_001),
  ])
  func `refuses what can't be meant`(query: String) async throws {
    try await Served.run { kith in
      let answer = try await kith.send("GET /kith/turns?\(query)")
      #expect(answer.status == 400)
      #expect(answer.body.contains(#""code":"bad_request""#))
    }
  }

  @Test func `speaks only what the companion said`() async throws {
    try await Served.run { kith in
      let (person, reply) = try await kith.talk("Hello.", "🐻")
      let own = try await kith.send("GET /kith/turns/\(person.id)/sound")
      #expect(own.status == 409)
      #expect(own.body.contains("was said by you"))
      for id in ["99", "x", "-1", "1e2", "99999999999999999999"] {
        #expect(try await kith.send("GET /kith/turns/\(id)/sound").status == 404)
      }
      #expect(try await kith.send("GET /kith/turns//sound").status == 404)
      #expect(try await kith.send("GET /kith/turns/1/sound/x").status == 404)
      let method = try await kith.send("DELETE /kith/turns/1/sound")
      #expect(method.status == 405 && method.headers["allow"] == "GET, HEAD")
      let silent = try await kith.send("GET /kith/turns/\(reply.id)/sound")
      #expect(silent.status == (SharedEngines.voicesAreHere ? 409 : 503))
      let (_, long) = try await kith.talk("Well?", String(repeating: "Word. ", count: 2_000))
      #expect(try await kith.send("GET /kith/turns/\(long.id)/sound").status == 413)
    }
  }

  @Test(.enabled(if: SharedEngines.voicesAreHere, Comment(rawValue: SharedEngines.absence)))
  func `speaks a turn again as a whole sound file`() async throws {
    try await Served.run { kith in
      let (_, reply) = try await kith.talk("Hello.", "Good day. It is **3:30**.")
      let sound = try await kith.send("GET /kith/turns/\(reply.id)/sound")
      #expect(sound.status == 200)
      #expect(sound.headers["content-type"] == "audio/wav")
      let seconds = Double(sound.bytes.count - 44) / 48_000
      #expect((1...6).contains(seconds), "\(seconds)")
      #expect(sound.bytes[..<4] == Array("RIFF".utf8)[...])
      #expect(sound.bytes[44...].contains { $0 != 0 })
      let head = try await kith.send("HEAD /kith/turns/\(reply.id)/sound")
      #expect(head.status == 200 && head.bytes.isEmpty)
      #expect(head.headers["content-type"] == "audio/wav")
    }
  }
}
