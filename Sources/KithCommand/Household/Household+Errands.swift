import Companion
import Memory
import Personality
import Skills

extension Household {
  /// Whom a conversation turns to with orders.
  ///
  /// - Parameters:
  ///   - timers: Keeps timers, where somebody could hear them.
  ///   - change: Changes a setting for good.
  /// - Returns: What a conversation is given.
  func errands(
    timers: (any TimerKeeper)?,
    change: @escaping @Sendable (PreferencesChange) async throws -> Void
  ) -> Errands {
    Errands(
      name: persona.name, clock: .system, timers: timers, speeds: Preferences.speeds,
      keepSpeed: { try await change(PreferencesChange(speed: $0)) },
      keepWakePhrase: { try await change(PreferencesChange(wakePhrase: $0)) })
  }
}

extension Household {
  /// Whom a conversation turns to where nobody serves: nothing could ring there.
  func errands() -> Errands {
    errands(timers: nil) { [settings] change in
      let file = PreferencesFile(in: settings.dataFolder)
      var preferences = settings.preferences
      if case .preferences(let kept) = try file.read() { preferences = kept }
      try file.write(preferences.changed(by: change))
    }
  }
}

extension LocalClock {
  /// The clock and the time zone of this machine.
  static let system = LocalClock(
    now: WallClock.system.now,
    wall: { WallTime(LocalMoment(at: $0)) },
    instant: { time in
      let (year, month, day) = time.day.date
      return LocalMoment.instant(
        year: year, month: month, day: day, hour: time.hour, minute: time.minute)
    })
}

extension WallTime {
  /// What a clock on the wall shows at `moment`.
  fileprivate init(_ moment: LocalMoment) {
    self.init(
      day: CalendarDay(year: moment.year, month: moment.month, day: moment.day)
        ?? CalendarDay(number: 0), hour: moment.hour, minute: moment.minute, second: moment.second)
  }
}
