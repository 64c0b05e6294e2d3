import Companion
import Dialogue
import Memory
import Sound
import TestSupport
import Testing

struct `The door to why a turn went as it did` {
  private static let trace = TurnTrace(
    first: .zero, windows: [.init(probability: 1, isBusy: false)],
    events: [.init(.firstAudio, at: SampleTime(milliseconds: 1700), window: 1)], begin: .zero,
    lastWordEnd: SampleTime(milliseconds: 1000), taken: SampleTime(milliseconds: 1500))

  @Test func `tells the story of a turn and of its answer, and gives the trace`() async throws {
    try await Served.run { kith in
      let (person, reply) = try await kith.talk("Where does she live?", "In Lisbon.")
      try await kith.history.keep(timeline: Self.trace.json, of: person.id)
      for id in [person.id, reply.id] {
        let why = try await kith.send("GET /kith/turns/\(id)/why")
        #expect(why.status == 200)
        #expect(why.headers["cache-control"] == "no-store")
        #expect(
          why.body == """
            {"reply":2,"story":{"from_ms":-1000,\
            "legend":"Times are milliseconds from the end of your last word.","lines":[{"from_ms":-1000,"lane":"heard",\
            "until_ms":0,"what":"You spoke.","why":""},{"from_ms":700,"lane":"said",\
            "what":"I spoke.","why":""}],"until_ms":700},"turn":1}

            """)
        let trace = try await kith.send("GET /kith/turns/\(id)/trace")
        #expect(trace.status == 200 && trace.body == Self.trace.json + "\n")
        #expect(trace.headers["content-type"] == "application/json")
      }
      let head = try await kith.send("HEAD /kith/turns/1/trace")
      #expect(head.status == 200 && head.body == "")
    }
  }

  @Test func `says what it does not have`() async throws {
    try await Served.run { kith in
      let (person, _) = try await kith.talk("Hello.", "Hello.")
      for door in ["why", "trace"] {
        for id in ["99", "x", "-1", "1e2", "99999999999999999999"] {
          #expect(try await kith.send("GET /kith/turns/\(id)/\(door)").status == 404)
        }
        let old = try await kith.send("GET /kith/turns/1/\(door)")
        #expect(old.status == 404 && old.body.contains("was not written down"))
        let method = try await kith.send("DELETE /kith/turns/1/\(door)")
        #expect(method.status == 405 && method.headers["allow"] == "GET, HEAD")
      }
      try await kith.history.keep(timeline: #"{"kith_trace":99}"#, of: person.id)
      let newer = try await kith.send("GET /kith/turns/1/why")
      #expect(newer.status == 404 && newer.body.contains("can't be read"))
    }
  }

  @Test func `is closed to other pages`() async throws {
    try await Served.run { kith in
      _ = try await kith.talk("Hello.", "Hello.")
      let strange = try await exchange(
        kith.port, "GET /kith/turns/1/trace", "Origin: http://elsewhere.example\r\n")
      #expect(strange.status == 403)
    }
  }
}
