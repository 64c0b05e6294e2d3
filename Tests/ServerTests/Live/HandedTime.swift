import Synchronization

/// Time that passes when a test says so.
final class HandedTime: Sendable {
  private struct Sleeper {
    var until: Duration
    var wakes: CheckedContinuation<Void, Never>
  }

  private let state = Mutex((now: Duration.zero, sleepers: [Sleeper]()))

  /// Waits until the test has let so much time pass.
  func wait(_ length: Duration) async {
    await withCheckedContinuation { wakes in
      state.withLock { $0.sleepers.append(Sleeper(until: $0.now + length, wakes: wakes)) }
    }
  }

  /// Lets time pass once so many sleep, and wakes whose time has come.
  func pass(_ length: Duration, sleepers count: Int) async {
    while state.withLock({ $0.sleepers.count < count }) { await Task.yield() }
    let awake = state.withLock { state in
      state.now += length
      let awake = state.sleepers.filter { $0.until <= state.now }
      state.sleepers.removeAll { $0.until <= state.now }
      return awake
    }
    for sleeper in awake { sleeper.wakes.resume() }
  }
}
