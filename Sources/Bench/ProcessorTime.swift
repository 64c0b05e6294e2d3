import Glibc

/// The processor time of this process, finer than the clock ticks of ``ProcessUsage``.
enum ProcessorTime {
  /// Milliseconds all threads have used until now.
  static func cpuMilliseconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }

  /// Microseconds the calling thread has used until now.
  static func ofThreadMicroseconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1000
  }
}
