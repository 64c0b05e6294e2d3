public import Journal
public import Memory
public import Skills

/// Waits for timers and alarms, and tells whoever watches when one is set, rings or is over.
///
/// Every one is on the disk before it is promised, so that a restart loses none.
public actor TimerDesk: TimerKeeper {
  /// The longest wait at a stretch: a machine that slept, or whose clock was set, is noticed then.
  private static let longestWait = Duration.seconds(20)

  private let history: ConversationHistory
  /// Milliseconds since 1970.
  nonisolated let now: @Sendable () -> Int64
  private let journal: Journal
  private let sleep: @Sendable (Duration) async throws -> Void
  private var schedule: TimerSchedule
  private var waiting: Task<Void, Never>?
  private var watchers: [Int: AsyncStream<TimerSchedule>.Continuation] = [:]
  private var lastWatcher = 0

  /// Takes up the timers kept in `history`.
  ///
  /// - Parameters:
  ///   - history: Where they are kept.
  ///   - journal: Where it is noted when one can't be let ring.
  ///   - now: Milliseconds since 1970.
  ///   - sleep: Waits.
  /// - Returns: The desk, waiting.
  /// - Throws: A `MemoryError` when they can't be read.
  public static func open(
    _ history: ConversationHistory, journal: Journal,
    now: @escaping @Sendable () -> Int64 = WallClock.system.now,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async throws -> TimerDesk {
    let kept = try await history.timers()
    let desk = TimerDesk(
      history, TimerSchedule(kept, startedAt: now()), journal, now: now, sleep: sleep)
    await desk.advance()
    return desk
  }

  private init(
    _ history: ConversationHistory, _ schedule: TimerSchedule, _ journal: Journal,
    now: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.history = history
    self.schedule = schedule
    self.journal = journal
    self.now = now
    self.sleep = sleep
  }

  // MARK: - Timers

  public func set(
    _ kind: TimerKind, named name: String?, from setAt: Int64, dueAt: Int64
  ) async throws -> KeptTimer? {
    guard
      let timer = try await history.keep(timer: kind, named: name, from: setAt, dueAt: dueAt)
    else { return nil }
    schedule.add(timer)
    advance()
    return timer
  }

  public func timers() -> TimerSchedule {
    schedule
  }

  public func cancel(_ ids: Set<Int64>) async throws {
    try await history.forget(timers: ids)
    schedule.remove(ids)
    advance()
  }

  public func silence() async throws -> Bool {
    let ids = Set((schedule.ringing + schedule.missed).map(\.id))
    guard !ids.isEmpty else { return false }
    try await cancel(ids)
    return true
  }

  /// Stops waiting; the timers stay kept.
  public func close() {
    waiting?.cancel()
    for watcher in watchers.values { watcher.finish() }
    watchers = [:]
  }

  // MARK: - Watching

  /// The timers as they are now, and again whenever something about them changes.
  public func changes() -> AsyncStream<TimerSchedule> {
    let (stream, watcher) = AsyncStream.makeStream(
      of: TimerSchedule.self, bufferingPolicy: .bufferingNewest(1))
    lastWatcher += 1
    watchers[lastWatcher] = watcher
    watcher.onTermination = { [weak self, number = lastWatcher] _ in
      // Ends by itself.
      Task { await self?.forget(number) }
    }
    watcher.yield(schedule)
    return stream
  }

  private func forget(_ watcher: Int) {
    watchers[watcher] = nil
  }

  /// Lets ring what is due, tells of it, and waits for the next.
  private func advance() {
    if !schedule.advance(to: now()).isEmpty, watchers.isEmpty {
      journal.note(.warning, "a timer rings and nobody is there to hear it")
    }
    for watcher in watchers.values { watcher.yield(schedule) }
    waiting?.cancel()
    guard schedule.nextChange != nil else { return }
    // Cancelled by the next change and by `close`.
    waiting = Task { [weak self, sleep] in
      while !Task.isCancelled, let wait = await self?.timeLeft() {
        guard (try? await sleep(wait)) != nil, !Task.isCancelled else { return }
        if await self?.isDue == true {
          await self?.advance()
          return
        }
      }
    }
  }

  private var isDue: Bool {
    schedule.nextChange.map { $0 <= now() } ?? false
  }

  private func timeLeft() -> Duration? {
    schedule.nextChange.map {
      min(.milliseconds(max(1, $0 - now())), Self.longestWait)
    }
  }
}
