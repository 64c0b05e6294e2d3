import Dialogue
import Engines
import Glibc
import Journal
import Memory

/// The checks of `kith doctor`.
enum Examination {
  private static let setUp = "Run scripts/setup in Kith's folder."

  /// Every part on the disk.
  static func parts(
    _ parts: PartsFolder, verifies: Bool, _ output: Output? = nil
  ) -> [Finding] {
    let check = PartsCheck(parts, verifies: verifies)
    var findings: [Finding] = []
    for (index, part) in parts.list.parts.enumerated() {
      output?.progress("looking at part \(index + 1) of \(parts.list.parts.count) …")
      // Only building needs headers; a program that runs does not miss them.
      if part.job == "build" { continue }
      switch check.state(of: part) {
      case .whole:
        findings.append(Finding(title: part.title, state: .good, says: "here"))
      case .missing:
        findings.append(
          Finding(
            title: part.title, state: part.optional ? .lacking : .bad,
            says: part.optional ? "not here; Kith runs without it" : "not here",
            action: part.optional ? "scripts/setup fetches it." : setUp,
            problem: EngineError.partMissing(part.title).problem))
      case .damaged:
        findings.append(
          Finding(
            title: part.title, state: .bad, says: "damaged",
            action: "Run scripts/setup --verify; it fetches it again.",
            problem: EngineError.partDamaged(part.title).problem))
      }
    }
    return findings
  }

  /// The programs of Debian that are needed to run.
  static func packages(_ list: PartList) -> [Finding] {
    list.debian.filter { $0.purpose == "run" }.map { package in
      let isHere = ["/usr/bin/", "/usr/local/bin/", "/bin/"].contains {
        unsafe access($0 + package.package, X_OK) == 0
      }
      let action = "Run: sudo apt-get install \(package.package)"
      return Finding(
        title: package.package, state: isHere ? .good : .bad,
        says: isHere ? "here; \(package.why)" : "not here; \(package.why)",
        action: isHere ? nil : action,
        problem: Problem(
          .partMissing, "The program \(package.package) is missing, which \(package.why).",
          action: action))
    }
  }

  /// Whether what is here also works: each engine does a little of its work.
  static func engines(_ parts: PartsFolder, environment: [String: String]) async -> [Finding] {
    guard let engines = try? EngineSet(environment: environment) else { return [] }
    var findings: [Finding] = []
    findings.append(await tried("Hears a voice") { try await engines.activity.warm() })
    findings.append(await tried("Understands words") { try await engines.transcriber.warm() })
    if engines.hasTurnModel {
      findings.append(await tried("Judges ends of turns") { try await engines.turnModel.warm() })
    }
    let installed = engines.voices.entries.filter(\.isInstalled)
    for entry in installed {
      guard let voice = engines.voices.voice(named: entry.name) else { continue }
      findings.append(
        await tried("Speaks as \(entry.title)") {
          _ = try await voice.speak("Hello.", rate: 1)
        })
    }
    if installed.isEmpty {
      findings.append(
        Finding(title: "Speaks", state: .bad, says: "no voice is here", action: setUp))
    }
    return findings
  }

  /// Memory and room on the disk.
  ///
  /// - Parameters:
  ///   - parts: Where the models are.
  ///   - folder: The data folder, which need not exist yet.
  /// - Returns: What was found, room on the disk first.
  static func machine(_ parts: PartsFolder, folder: String) -> [Finding] {
    let memory = BrainModel.installedMemory / 1_000_000
    var findings: [Finding] = []
    if let free = freeMegabytes(near: folder) {
      let action = "Free at least 500 MB."
      findings.append(
        Finding(
          title: "Room on the disk", state: free >= 500 ? .good : .bad, says: "\(free) MB free",
          action: free >= 500 ? nil : action,
          problem: Problem(
            .diskFull, "The disk is nearly full: \(free) MB are free.", action: action)))
    }
    let action = "Kith needs 1.5 GB; close other programs or add memory."
    findings.append(
      Finding(
        title: "Memory", state: memory >= 1_500 ? .good : .bad, says: "\(memory) MB",
        action: memory >= 1_500 ? nil : action,
        problem: Problem(
          .memoryLow, "This machine has little memory: \(memory) MB.", action: action)))
    let fitting = BrainModel.fitting(parts)
    findings.append(
      Finding(title: "Brain for this machine", state: .good, says: fitting.title, action: nil))
    return findings
  }

  /// The room on the disk of `folder`, or of the nearest folder above it that there is.
  private static func freeMegabytes(near folder: String) -> Int? {
    var place = folder[...]
    while true {
      var facts = statvfs()
      if unsafe statvfs(place.isEmpty ? "/" : String(place), &facts) == 0 {
        return Int(facts.f_bavail) * Int(facts.f_frsize) / 1_000_000
      }
      guard let slash = place.lastIndex(of: "/") else { return nil }
      place = place[..<slash]
    }
  }

  /// The settings, the data folder and what is in it.
  static func dataFolder(_ context: Context) async -> [Finding] {
    let title = "Data folder"
    do {
      let settings = try Settings(arguments: context.arguments, environment: context.environment)
      if let running = DataFolder.holder(of: settings.dataFolder), kill(running.pid, 0) == 0 {
        let place = running.address.map { ", at \($0)" } ?? ""
        return [
          Finding(
            title: title, state: .good,
            says: "\(settings.dataFolder), in use by process \(running.pid)\(place)")
        ]
      }
      var exists = stat()
      guard unsafe stat(settings.dataFolder, &exists) == 0 else {
        return [
          Finding(
            title: title, state: .good, says: "\(settings.dataFolder), made when it is first needed"
          )
        ]
      }
      let folder = try DataFolder(settings.dataFolder)
      let turns = try await ConversationHistory.open(in: folder)
      try await turns.check()
      let count = try await turns.count()
      await turns.close()
      return [
        Finding(title: title, state: .good, says: "\(settings.dataFolder), \(count) turns, whole")
      ]
    } catch let wrong as WrongUse {
      return [Finding(title: "Settings", state: .bad, says: wrong.sentence)]
    } catch {
      let problem = Problem.from(error)
      return [Finding(title: title, state: .bad, says: problem.message, action: problem.action)]
    }
  }

  private static func tried(
    _ title: String, _ work: () async throws -> Void
  ) async -> Finding {
    do {
      try await work()
      return Finding(title: title, state: .good, says: "works")
    } catch {
      let problem = Problem.from(error)
      return Finding(title: title, state: .bad, says: problem.message, action: problem.action)
    }
  }
}
