import Dialogue
import Glibc
import Journal
import Sockets
import TestSupport
import Testing

@testable import Providers

struct ThoughtWatchTests {
  private var watch = ThoughtWatch(patience: .seconds(180))

  @Test(arguments: [
    (ReplyEvent.text("<think>So"), ReplyEvent.text(" then …")),
    (.reasoning("So"), .reasoning(" then …")), (.text("<think>So"), .reasoning(" then …")),
  ])
  mutating func `thinking for more than three minutes is too long`(
    first: ReplyEvent, more: ReplyEvent
  ) {
    #expect(watch.isOver(after: first, at: .seconds(50)) == false)
    #expect(watch.isOver(after: more, at: .seconds(230)) == false)
    #expect(watch.isOver(after: more, at: .seconds(231)) == true)
  }

  @Test mutating func `a model that spoke may think and speak as long as it likes`() {
    #expect(watch.isOver(after: .text("<think>So</think>\n\nWell"), at: .zero) == false)
    #expect(watch.isOver(after: .reasoning("hm"), at: .seconds(500)) == false)
    #expect(watch.isOver(after: .text("."), at: .seconds(900)) == false)
  }

  @Test mutating func `waiting for the first thought does not count, and blank lines are no words`()
  {
    #expect(watch.isOver(after: .waking, at: .zero) == false)
    #expect(watch.isOver(after: .text("\n"), at: .seconds(100)) == false)
    #expect(watch.isOver(after: .reasoning("So"), at: .seconds(280)) == false)
    #expect(watch.isOver(after: .text("\n"), at: .seconds(281)) == true)
    #expect(watch.isOver(after: .finished(.stop), at: .seconds(900)) == false)
  }

  @Test func `a model that only thinks is stopped, and the connection is closed`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(eventStream + chunk("<think>"))
      while connection.send(chunk("So then … ")) { sched_yield() }
    }
    let (events, problem) = await collect(try server.replier(clock: HastyClock()))
    #expect(problem?.code == .brainTooSlow)
    #expect(problem?.message.contains("thought for minutes") == true)
    #expect(events.first == .text("<think>") && !events.contains { $0 == .finished(.stop) })
  }
}

/// A clock on which a second passes whenever somebody looks at it.
private final class HastyClock: Clock {
  private let looks = Locked(0)

  var now: LeapClock.Instant {
    let count = looks.withLock { looks in
      looks += 1
      return looks
    }
    return LeapClock.Instant(offset: .seconds(count))
  }

  var minimumResolution: Duration { .seconds(1) }

  func sleep(until _: LeapClock.Instant, tolerance: Duration?) async throws {  // Wakes at once.
    try Task.checkCancellation()
  }
}
