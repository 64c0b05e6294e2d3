import FoundationEssentials
public import Journal

extension WebFolder {
  /// The page that came with this program.
  ///
  /// - Parameters:
  ///   - environment: May name the folder in `KITH_WEB`; then no other is looked for.
  ///   - executable: The path of the program.
  ///   - journal: Where it is noted when there is no page.
  /// - Returns: The page, or ``absent``.
  public static func installed(
    environment: [String: String], executable: String = runningProgram, journal: Journal = .none
  ) -> WebFolder {
    let places =
      environment["KITH_WEB"].flatMap { $0.isEmpty ? nil : [$0] } ?? places(beside: executable)
    guard let folder = places.first(where: { hasPage($0) }) else {
      journal.note(.warning, "the files of the page were not found")
      return absent
    }
    do throws(Unusable) {
      return try WebFolder(reading: folder)
    } catch {
      journal.note(.error, "the files of the page can't be served")
      return absent
    }
  }

  /// The path of this program; empty when the kernel does not tell.
  public static var runningProgram: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }

  /// Where the page may be: beside the program, where packages put it, and in a checkout above it.
  static func places(beside executable: String) -> [String] {
    var folders = executable.split(separator: "/").dropLast()
    guard executable.hasPrefix("/"), !folders.isEmpty else { return [] }
    let own = "/" + folders.joined(separator: "/")
    var places = [own + "/web", own + "/../share/kith/web"]
    while !folders.isEmpty {
      places.append("/" + folders.joined(separator: "/") + "/Web")
      folders.removeLast()
    }
    return places
  }

  private static func hasPage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/index.html")
  }
}
