import Glibc
import Memory
import Testing

struct LocalTimeTests {
  private static let moment = LocalMoment(
    year: 2026, month: 11, day: 30, weekday: 1, hour: 18, minute: 29)

  @Test func `a moment is said as people say it`() {
    #expect(Self.moment.english == "Monday, 30 November 2026, 18:29")
    #expect(Self.moment.englishPartOfDay == "this evening")
    #expect(Self.moment.isoDate == "2026-11-30")
    let early = LocalMoment(year: 33, month: 4, day: 3, weekday: 5, hour: 0, minute: 5)
    #expect(early.english == "Friday, 3 April 33, 00:05")
    #expect(early.isoDate == "0033-04-03")
  }

  @Test func `every hour belongs to a part of the day`() {
    let parts = (0..<24).map { hour in
      LocalMoment(year: 2026, month: 1, day: 1, weekday: 4, hour: hour, minute: 0).englishPartOfDay
    }
    let expected =
      Array(repeating: "tonight", count: 5) + Array(repeating: "this morning", count: 7)
      + Array(repeating: "this afternoon", count: 5) + Array(repeating: "this evening", count: 5)
      + Array(repeating: "tonight", count: 2)
    #expect(parts == expected)
  }

  @Test func `numbers out of range don't stop anything`() {
    let wrong = LocalMoment(year: 2026, month: 13, day: 1, weekday: 9, hour: 0, minute: 0)
    #expect(wrong.englishDate == "?, 1 ? 2026")
  }

  @Test func `the clock can be set`() {
    let clock = WallClock { 1_796_063_343_000 }
    #expect(clock.now() == 1_796_063_343_000)
    #expect(clock.local.year == 2026)
    #expect(WallClock.system.now() > 1_700_000_000_000)
  }

  @Test func `the zone the owner is in counts`() async {
    // The zone belongs to the process, so each is tried in one of its own.
    await #expect(processExitsWith: .success) {
      // Rules in place of names, so that no list of zones has to be installed.
      setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
      let winter = LocalMoment(at: 1_796_063_343_999)
      #expect(winter.english == "Monday, 30 November 2026, 19:29")
      #expect(winter.second == 3)
      #expect(winter.utcOffsetSeconds == 3_600)
      #expect(winter.zone == "CET")
      let summer = LocalMoment(at: 1_782_000_000_000)
      #expect(summer.english == "Sunday, 21 June 2026, 02:00")
      #expect(summer.zone == "CEST")
      let hour: Int64 = 3_600_000
      let days = [(3, 28, 24), (3, 29, 23), (10, 25, 25), (12, 31, 24)] as [(Int, Int, Int64)]
      for (month, day, hours) in days {
        let span = LocalMoment.span(year: 2026, month: month, day: day)
        #expect(span.map { Int64($0.count) } == hours * hour)
        #expect(span.map { LocalMoment(at: $0.lowerBound).english.suffix(5) } == "00:00")
      }
      #expect(LocalMoment.span(year: 2026, month: 2, day: 29) == nil)
      #expect(LocalMoment.span(year: 2028, month: 2, day: 29) != nil)
      for (year, month, day) in [
        (0, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
      ] {
        #expect(LocalMoment.span(year: year, month: month, day: day) == nil)
      }

      setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1)
      #expect(LocalMoment(at: 1_796_063_343_000).english == "Monday, 30 November 2026, 13:29")
      #expect(LocalMoment(at: -1).english == "Wednesday, 31 December 1969, 18:59")
      #expect(LocalMoment(at: -1).second == 59)
    }
  }
}
