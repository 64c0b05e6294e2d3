import Dialogue
import Engines
import Memory

extension Examination {
  /// What is missing or wrong now with a Kith that runs, the worst first.
  ///
  /// The checks are those of `kith doctor` that load nothing and ask nobody.
  ///
  /// - Parameter household: The Kith that is served.
  /// - Returns: One problem for each thing that has to be put right.
  static func problems(of household: Household) -> [Problem] {
    var findings = place(of: household)
    findings += machine(household.engines.parts, folder: household.settings.dataFolder)
    findings += neededParts(of: household)
    findings += packages(household.engines.parts.list)
    if let problem = household.settingsProblem {
      findings.append(
        Finding(title: "Settings", state: .bad, says: problem.message, problem: problem))
    }
    return findings.filter { $0.state == .bad }.compactMap(\.problem)
  }

  /// Whether what is said now would still be kept.
  private static func place(of household: Household) -> [Finding] {
    do {
      try household.turns?.checkPlace()
      return []
    } catch {
      return [
        Finding(
          title: "Data folder", state: .bad, says: error.problem.message, problem: error.problem)
      ]
    }
  }

  /// The parts that this household needs, and among the brains only the one it thinks with.
  private static func neededParts(of household: Household) -> [Finding] {
    let all = household.engines.parts.list.parts
    var needed = Set(all.filter { !$0.optional && $0.job != "brain" }.map(\.title))
    if case .builtIn(let size) = household.settings.brain {
      let model = size?.model ?? BrainModel.fitting(household.engines.parts)
      needed.formUnion(
        all.filter { [model.part, "llama-server"].contains($0.name) }.map(\.title))
    }
    if let voice = household.settings.voice {
      needed.formUnion(all.filter { $0.job == "voice" && $0.name == voice }.map(\.title))
    }
    return parts(household.engines.parts, verifies: false)
      .filter { needed.contains($0.title) && $0.state != .good }
      .map { finding in
        var finding = finding
        finding.state = .bad
        return finding
      } + voices(of: household)
  }

  /// Whether there is any voice at all.
  private static func voices(of household: Household) -> [Finding] {
    guard !household.engines.voices.entries.contains(where: \.isInstalled) else { return [] }
    let problem = EngineError.partMissing("a voice").problem
    return [Finding(title: "Speaks", state: .bad, says: problem.message, problem: problem)]
  }
}
