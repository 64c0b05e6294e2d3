import Glibc
import Testing

@testable import HTTPServer

struct `A queue of deadlines` {
  @Test func `gives keys in the order of their times, whatever was set, moved and removed`() {
    var random = SplitMix(state: 7)
    var deadlines = Deadlines<Int, Int>()
    var expected: [Int: Int] = [:]
    for _ in 0..<20_000 {
      let key = Int(random.next() % 200)
      switch random.next() % 4 {
      case 0:
        deadlines.set(key, at: nil)
        expected[key] = nil
      case 1:
        let now = Int(random.next() % 500)
        while let due = deadlines.takeDue(at: now) {
          #expect(expected[due] == expected.values.min())
          expected[due] = nil
        }
        #expect(expected.values.allSatisfy { $0 > now })
      default:
        let instant = Int(random.next() % 1000)
        deadlines.set(key, at: instant)
        expected[key] = instant
      }
      #expect(deadlines.count == expected.count)
      #expect(deadlines.earliest == expected.values.min())
    }
  }
}

struct `The patience with a connection` {
  private typealias Wait = Patience<ContinuousClock.Instant>.Wait
  private let limits = Limits()
  private let start = ContinuousClock.now

  /// The seconds after which a connection is given up that goes through `steps`.
  private func seconds(_ steps: [(at: Int, wait: Wait, moved: Bool)]) -> Int? {
    var patience = Patience(at: start)
    for step in steps {
      patience.waits(for: step.wait, moved: step.moved, at: start + .seconds(step.at))
    }
    return patience.deadline(limits).map { Int((start.duration(to: $0) / .seconds(1)).rounded()) }
  }

  @Test func `is a minute for a request that does not begin`() {
    #expect(seconds([]) == 60)
    #expect(seconds([(30, .request, false)]) == 60)
  }

  @Test func `is ten seconds for a head, however its letters trickle in`() {
    #expect(seconds([(5, .head, true), (9, .head, true), (14, .head, true)]) == 15)
  }

  @Test func `begins anew with every piece of a body`() {
    #expect(seconds([(1, .head, true), (2, .body, true), (20, .body, true)]) == 40)
    #expect(seconds([(2, .body, true), (20, .body, false)]) == 22)
  }

  @Test func `has no end while a handler thinks`() {
    #expect(seconds([(1, .head, true), (2, .handler, true)]) == nil)
  }

  @Test func `begins anew with every piece that a slow reader takes`() {
    #expect(seconds([(1, .reader, false), (15, .reader, true), (30, .reader, false)]) == 35)
  }

  @Test func `is a minute again after an answer`() {
    #expect(seconds([(1, .head, true), (2, .handler, false), (50, .request, true)]) == 110)
    #expect(seconds([(1, .farewell, false), (2, .farewell, true)]) == 3)
  }
}

struct `The date of an answer` {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (1_709_164_799, "Wed, 28 Feb 2024 23:59:59 GMT"),
    (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
  ])
  func `is written as HTTP wants it`(seconds: Int, text: String) {
    #expect(HTTPDate.text(secondsSince1970: seconds) == text)
  }

  @Test func `agrees with the C library on every day for two centuries`() {
    for day in stride(from: 0, to: 73_000, by: 1) {
      var seconds = day * 86400 + 43_210
      var fields = tm()
      gmtime_r(&seconds, &fields)
      var room = [CChar](repeating: 0, count: 40)
      let count = strftime(&room, 40, "%a, %d %b %Y %H:%M:%S GMT", &fields)
      let text = String(decoding: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if HTTPDate.text(secondsSince1970: seconds) != text { Issue.record("wrong on day \(day)") }
    }
  }
}
