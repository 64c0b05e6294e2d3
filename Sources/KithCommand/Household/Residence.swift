import Dialogue
import Engines
import Memory
import Threads

/// A household that is lived in: its settings may be changed while Kith is served.
///
/// A conversation takes ``current`` when it begins and keeps it to its end; a change counts from the
/// next one on. A built-in brain that was replaced ends when the last conversation with it does.
actor Residence {
  /// The household a conversation that begins now works with.
  private(set) var current: Household
  /// How often ``current`` has changed, for whoever wants to know whether it still is the same.
  private(set) var edition = 0

  private let context: Context
  private var formerBrains: [Former] = []
  /// Changes are made one after the other; each ends by itself.
  private var last: Task<Household, any Error>?

  private struct Former {
    weak var tenure: BrainTenure?
  }

  /// A residence of `household`, which `context` led to.
  init(_ household: Household, _ context: Context) {
    current = household
    self.context = context
  }

  /// Changes settings, on the disk and then here.
  ///
  /// - Returns: The household as it is then.
  /// - Throws: ``SettingLocked``, what the new settings are refused with, or a `MemoryError`; then
  ///   nothing was changed.
  func change(_ change: PreferencesChange) async throws -> Household {
    let before = last
    let task = Task {
      _ = await before?.result
      return try await apply(change)
    }
    last = task
    return try await task.value
  }

  /// Ends what was started, former brains too, and lets go of the data folder.
  func close() async {
    _ = await last?.result
    for former in formerBrains { await former.tenure?.server.stop() }
    await current.close()
  }

  private func apply(_ change: PreferencesChange) async throws -> Household {
    let preferences = current.settings.preferences.changed(by: change)
    try checkLocks(preferences)
    try checkParts(preferences)
    let settings = try Settings(
      arguments: context.arguments, environment: context.environment, preferences: preferences)
    // Everything that may refuse the change comes before it is written.
    let changed = try current.changed(to: settings, environment: context.environment)
    let file = PreferencesFile(in: settings.dataFolder)
    try await onThread { try file.write(preferences) }
    formerBrains.removeAll { $0.tenure == nil }
    if let tenure = current.brain.tenure, changed.brain.tenure !== tenure {
      formerBrains.append(Former(tenure: tenure))
    }
    let former = current.settings
    if settings.brain != former.brain || settings.voice != former.voice
      || settings.speed != former.speed
    {
      edition += 1
    }
    current = changed
    return changed
  }

  /// Refuses what was decided elsewhere; saying again what counts is no change.
  private func checkLocks(_ preferences: Preferences) throws(SettingLocked) {
    let settings = current.settings
    if let place = settings.locked["voice"], preferences.voice != settings.preferences.voice,
      preferences.voice != settings.voice
    {
      throw SettingLocked(setting: "voice", place: place)
    }
    if let place = settings.locked["brain"], preferences.brain != settings.preferences.brain,
      preferences.brain.map(Settings.Brain.init) != settings.brain
    {
      throw SettingLocked(setting: "brain", place: place)
    }
  }

  /// Refuses what does not exist, and what was never set up: choosing it would silence Kith.
  private func checkParts(_ preferences: Preferences) throws {
    let known = current.settings.preferences
    if let name = preferences.voice, name != known.voice {
      let entries = current.engines.voices.entries
      guard let voice = entries.first(where: { $0.name == name }) else {
        let names = entries.map(\.name).joined(separator: " and ")
        throw WrongUse("There is no voice of that name; the voices are \(names).")
      }
      guard voice.isInstalled else { throw EngineError.partMissing(voice.title) }
    }
    if case .builtIn(let size?) = preferences.brain, preferences.brain != known.brain {
      guard let model = BrainModel(rawValue: size) else {
        let sizes = BrainModel.allCases.map(\.rawValue).joined(separator: " or ")
        throw WrongUse("The built-in brain is \(sizes).")
      }
      guard model.isInstalled(in: current.engines.parts) else {
        throw EngineError.partMissing(model.title)
      }
    }
  }

  /// Runs work that waits for the disk on a thread of its own.
  private func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation {
      (done: CheckedContinuation<Void, any Error>) in
      do {
        try startThread(named: "kith-settings") { done.resume(with: Result(catching: work)) }
      } catch {
        done.resume(throwing: error)
      }
    }
  }
}

/// A setting that was decided outside of the page.
struct SettingLocked: Error, Equatable {
  /// Its name.
  var setting: String
  /// Where it is set, such as `--voice`.
  var place: String
}
