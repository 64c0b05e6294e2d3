import Glibc

@testable import Engines

/// The least CPU the thread of `queue` spends on `work` in six goes; nothing else may use the queue.
func leastMilliseconds(
  on queue: InferenceQueue, _ work: () async throws -> Void
) async throws -> Double {
  func spent() async throws -> Double {
    try await queue.run(.stopWord) {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }
  }
  var least = Double.infinity
  for _ in 0..<6 {
    let before = try await spent()
    try await work()
    least = min(least, try await spent() - before)
  }
  return least
}
