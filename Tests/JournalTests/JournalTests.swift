import Glibc
import Journal
import Synchronization
import Testing

@testable import Journal

struct JournalTests {
  @Test func `only entries that matter enough are written`() {
    let seen = Mutex<[String]>([])
    let journal = Journal(lowest: .warning) { entry in seen.withLock { $0.append(entry.message) } }
    journal.note(.debug, "a")
    journal.note(.info, "b")
    journal.note(.warning, "c")
    journal.note(.error, "d")
    #expect(seen.withLock { $0 } == ["c", "d"])
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_796_063_343_120, "2026-11-30T18:29:03.120Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
  ])
  func `a line begins with the time in UTC`(milliseconds: Int64, stamp: String) {
    let entry = Journal.Entry(level: .info, message: "Up.", values: [])
    #expect(entry.line(at: milliseconds) == "\(stamp) info Up.")
  }

  @Test func `values stand beside the message`() {
    let entry = Journal.Entry(
      level: .warning, message: "Slow.",
      values: [
        ("turn", .number(-7)), ("took", .milliseconds(12.3456)), ("load", .fraction(0.98765)),
        ("warm", .flag(true)), ("why", .problem(.brainTooSlow)),
        ("engine", .label(.init("moonshine"))),
      ])
    #expect(
      entry.line(at: 0).hasSuffix(
        "warning Slow. turn=-7 took=12.3ms load=0.9877 warm=true why=brain_too_slow engine=moonshine"
      ))
  }

  @Test func `a reader who stopped reading holds nobody up and loses whole lines only`() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    defer { close(ends[0]) }
    let journal = Journal.lines(to: ends[1], lowest: .info, now: { 0 })
    for index in 0..<5_000 { journal.note(.info, "Again.", ["index": .number(index)]) }
    var read: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let first = Glibc.read(ends[0], &buffer, buffer.count)
    read += buffer[..<first]
    journal.note(.info, "Last.")
    close(ends[1])
    while case let count = Glibc.read(ends[0], &buffer, buffer.count), count > 0 {
      read += buffer[..<count]
    }
    let lines = String(decoding: read, as: UTF8.self).split(separator: "\n")
    #expect(lines.count < 5_000)
    #expect(lines.allSatisfy { $0.hasPrefix("1970-01-01T00:00:00.000Z info ") })
    #expect(lines.last == "1970-01-01T00:00:00.000Z info Last. dropped=\(5_001 - lines.count)")
  }

  @Test func `problem codes are words for programs`() {
    for code in ProblemCode.allCases {
      #expect(code.rawValue.allSatisfy { $0 == "_" || ("a"..."z").contains($0) })
    }
    #expect(Set(ProblemCode.allCases.map(\.rawValue)).count == ProblemCode.allCases.count)
  }
}
