/// How long to wait before a program that ended is started again: not at all the first time, then
/// twice as long each time it ends without having answered.
struct RestartDelay: Sendable, Equatable {
  /// The longest wait.
  static let longest = Duration.seconds(1)

  private var failures = 0

  /// How long to wait now.
  var delay: Duration {
    failures < 2 ? .zero : min(Self.longest, .milliseconds(50 << min(failures - 2, 8)))
  }

  /// It answered.
  mutating func succeeded() {
    failures = 0
  }

  /// It ended, or did not answer in time.
  mutating func failed() {
    failures += 1
  }
}
