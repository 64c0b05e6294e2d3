import Glibc

/// How often threads of this process have woken, as the kernel counts it.
enum ThreadWakes {
  /// The wakes of all threads called `name` until now.
  static func count(named name: String) -> Int {
    guard let folder = unsafe opendir("/proc/self/task") else { return 0 }
    defer { unsafe closedir(folder) }
    var wakes = 0
    while let entry = unsafe readdir(folder) {
      let thread = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let lines = ProcFile.text("/proc/self/task/\(thread)/status").split(separator: "\n")
      guard lines.first == "Name:\t\(name)",
        let line = lines.first(where: { $0.hasPrefix("voluntary_ctxt_switches:") }),
        let number = line.split(separator: "\t").last.flatMap({ Int($0) })
      else { continue }
      wakes += number
    }
    return wakes
  }
}
