import Dialogue
import Glibc
import Journal
import Sockets
import TestSupport
import Testing

@testable import Providers

struct ReplyPatienceTests {
  @Test func `a server that is not there is asked for five seconds, then told`() async throws {
    let server = try RawServer { _ in }
    server.stop()
    let clock = LeapClock()
    let (events, problem) = await collect(try server.replier(clock: clock))
    #expect(problem?.code == .brainUnreachable)
    #expect(problem?.message.contains("127.0.0.1:\(server.port)") == true)
    #expect(!events.isEmpty && events.allSatisfy { $0 == .waking })
    let waited = clock.sleeps.reduce(.zero, +)
    #expect(waited > .seconds(3) && waited <= .seconds(5))
  }

  @Test func `a model that loads is waited for`() async throws {
    let tries = Locked(0)
    let server = try RawServer { connection in
      while connection.request() != nil {
        let number = tries.withLock { count in
          count += 1
          return count
        }
        if number < 4 {
          connection.respond(#"{"error":{"code":503,"message":"Loading model"}}"#, status: 503)
        } else {
          connection.respond(chunk("Hi.") + ending, type: "text/event-stream")
        }
      }
    }
    let (events, problem) = await collect(try server.replier())
    #expect(events == [.waking, .waking, .waking, .text("Hi."), .finished(.stop)])
    #expect(problem == nil)
  }

  @Test func `a model that loads for too long is told as waking`() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.respond("", status: 503) }
    }
    #expect(await collect(try server.replier()).problem?.code == .brainWaking)
  }

  static let busy: [(retryAfter: String, tries: Int, sleeps: [Double], code: ProblemCode?)] = [
    ("Retry-After: 3\r\n", 1, [3], nil),
    ("Retry-After: 3\r\n", 9, [3, 3], .brainBusy),
    ("Retry-After: 60\r\n", 9, [], .brainBusy),
    ("", 9, [0.25, 0.5, 1, 2, 2, 2], .brainBusy),
  ]

  @Test(arguments: busy.indices)
  func `a busy server is asked again for eight seconds, when it likes`(row: Int) async throws {
    let (retryAfter, busyTries, sleeps, code) = Self.busy[row]
    let tries = Locked(0)
    let server = try RawServer { connection in
      while connection.request() != nil {
        let number = tries.withLock { count in
          count += 1
          return count
        }
        if number <= busyTries {
          connection.respond(#"{"error":"slow down"}"#, status: 429, headers: retryAfter)
        } else {
          connection.respond(chunk("Hi.") + ending, type: "text/event-stream")
        }
      }
    }
    let clock = LeapClock()
    let (events, problem) = await collect(try server.replier(clock: clock))
    #expect(problem?.code == code)
    #expect(events == (code == nil ? [.text("Hi."), .finished(.stop)] : []))
    #expect(clock.sleeps == sleeps.map { .seconds($0) })
  }

  @Test(arguments: ["", eventStream])
  func `a slow first word is waited for, and said to be waking`(head: String) async throws {
    let hasToldWaking = Locked(false)
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(head)
      while !hasToldWaking.withLock({ $0 }) { sched_yield() }
      connection.send((head.isEmpty ? eventStream : "") + chunk("Hi.") + ending)
      connection.hangUp()
    }
    var events: [ReplyEvent] = []
    for try await event in try server.replier({ $0.quiet = .milliseconds(20) }).reply(to: prompt) {
      events.append(event)
      if event == .waking { hasToldWaking.withLock { $0 = true } }
    }
    #expect(events == [.waking, .text("Hi."), .finished(.stop)])
  }

  @Test(arguments: ["", eventStream, eventStream + chunk("I wa")])
  func `a server that never goes on is given up`(sent: String) async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(sent)
      _ = connection.waitForClose()
    }
    let replier = try server.replier(clock: ContinuousClock()) {
      ($0.quiet, $0.pause) = (.milliseconds(10), .milliseconds(40))
      $0.firstEvent = .milliseconds(40)
    }
    let (events, problem) = await collect(replier)
    #expect(problem?.code == .brainTooSlow)
    #expect(events.filter { $0 != .waking } == (sent.contains("I wa") ? [.text("I wa")] : []))
  }

  @Test func `a server that only keeps the connection alive is given up too`() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(eventStream)
      while connection.send(": working\n\n") { sched_yield() }
    }
    let replier = try server.replier(clock: ContinuousClock()) { $0.firstEvent = .milliseconds(40) }
    #expect(await collect(replier).problem?.code == .brainTooSlow)
  }

  @Test func `a server that leaves the connection open after the last word has finished`()
    async throws
  {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(
        eventStream + chunk("Hi.") + "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\n")
      _ = connection.waitForClose()
    }
    #expect(await collect(try server.replier()).events == [.text("Hi."), .finished(.stop)])
  }
}
