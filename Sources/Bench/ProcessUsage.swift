import Glibc

/// What a process has used: time of the processor and memory.
public struct ProcessUsage: Sendable, Equatable {
  /// Processor time of all its threads in milliseconds.
  public var cpuMilliseconds: Double
  /// Memory it holds now, in megabytes.
  public var residentMB: Double
  /// The most memory it ever held, in megabytes.
  public var peakMB: Double

  /// The usage of process `id` until now; nil when there is no such process.
  ///
  /// - Parameter id: The process, or nil for this one.
  public init?(of id: Int32? = nil) {
    let folder = "/proc/" + (id.map(String.init) ?? "self")
    let facts = ProcFile.text(folder + "/stat")
    // The second field is the name in brackets and may hold spaces; times are fields 14 and 15.
    guard let bracket = facts.lastIndex(of: ")") else { return nil }
    let fields = facts[facts.index(after: bracket)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    cpuMilliseconds = (user + system) * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    let status = ProcFile.text(folder + "/status").split(separator: "\n")
    func megabytes(_ key: String) -> Double {
      let line = status.first { $0.hasPrefix(key) }
      let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      return (number.flatMap { Double($0) } ?? 0) / 1024
    }
    residentMB = megabytes("VmRSS:")
    peakMB = megabytes("VmHWM:")
  }
}

/// A small file of the kernel.
enum ProcFile {
  /// The text of the file at `path`, at most 256 KB; empty when it can't be read.
  static func text(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < 262_144 {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
