import Glibc

/// The machine a measurement was made on.
public struct Machine: Sendable, Encodable, Equatable {
  /// The processor, as it calls itself.
  public var processor: String
  /// How many cores the program may use.
  public var cores: Int
  /// Memory in megabytes.
  public var memoryMB: Int
  /// How many processes wanted to run in the last minute, on average, before the measurement.
  public var load: Double

  private enum CodingKeys: String, CodingKey {
    case processor, cores, load
    case memoryMB = "memory_mb"
  }

  /// This machine, now.
  public static func current() -> Machine {
    Machine(
      processor: value("model name", in: "/proc/cpuinfo") ?? "unknown",
      cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      memoryMB: Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576,
      load: (ProcFile.text("/proc/loadavg").split(separator: " ").first).flatMap { Double($0) } ?? 0
    )
  }

  /// One line for people.
  public var summary: String {
    "\(processor), \(cores) cores, \(memoryMB) MB, load \(load)"
  }

  private static func value(_ key: String, in path: String) -> String? {
    ProcFile.text(path).split(separator: "\n").first { $0.hasPrefix(key) }
      .flatMap { $0.split(separator: ":").last }
      .map { String($0.drop(while: { $0 == " " || $0 == "\t" })) }
  }
}
