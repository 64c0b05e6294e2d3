import Companion
import Dialogue
import Engines
import Journal
import Memory
import Personality
import Replying

/// All the parts of one run of the program, joined: the only place where they meet.
struct Household: Sendable {
  /// What the owner chose.
  let settings: Settings
  /// Who the companion is.
  let persona: Persona
  /// What hears and speaks.
  let engines: EngineSet
  /// What thinks.
  let brain: Brain
  /// The data folder, held while the program runs; nil while only measuring.
  let folder: DataFolder?
  /// What was said; nil while only measuring.
  let turns: ConversationHistory?
  /// The log.
  let journal: Journal
  /// The time of day.
  let clock = ConversationClock(
    now: WallClock.system.now, inWords: { LocalMoment(at: $0).english })

  /// Takes the data folder and prepares everything else, without loading any engine.
  ///
  /// - Throws: ``WrongUse`` or a `ProblemConvertible` error, such as a folder that is in use.
  static func open(_ context: Context) async throws -> Household {
    let settings = try Settings(arguments: context.arguments, environment: context.environment)
    let isStandard = context.arguments.values["--data"] == nil
    let folder = try DataFolder(settings.dataFolder, makesParents: isStandard)
    if folder.wasOpenToOthers {
      context.output.tell("kith: Other users could read \(folder.path); that was put right.")
    }
    let turns = try await ConversationHistory.open(in: folder)
    do {
      return try Household(settings, context, folder: folder, turns: turns)
    } catch {
      await turns.close()
      throw error
    }
  }

  /// Everything but a data folder, for measurements.
  static func forMeasuring(_ context: Context) async throws -> Household {
    let settings = try Settings(arguments: context.arguments, environment: context.environment)
    return try Household(settings, context, folder: nil, turns: nil)
  }

  private init(
    _ settings: Settings, _ context: Context, folder: DataFolder?, turns: ConversationHistory?
  ) throws {
    self.settings = settings
    self.folder = folder
    self.turns = turns
    journal = Self.journal(context.output)
    persona = try Persona.mira()
    engines = try EngineSet(environment: context.environment)
    brain = try Brain(
      settings: settings, parts: engines.parts, environment: context.environment,
      journal: journal)
  }

  /// The log; on a terminal its lines keep out of the chat's.
  private static func journal(_ output: Output) -> Journal {
    let now = WallClock.system.now
    guard output.errorIsTerminal else { return .standardError(lowest: .warning, now: now) }
    return Journal(lowest: .warning) { output.log($0.line(at: now())) }
  }

  /// What a conversation works with.
  ///
  /// - Parameter speaking: Whether replies are spoken.
  /// - Returns: The parts; nothing is loaded yet.
  /// - Throws: When no voice is installed, or there is none of the name chosen.
  func parts(speaking: Bool) throws -> ConversationParts {
    ConversationParts(
      activity: engines.activity, transcriber: engines.transcriber,
      turnModel: engines.hasTurnModel ? engines.turnModel : nil, replier: brain.replier,
      voice: speaking
        ? try engines.voice(named: settings.voice, fitting: persona.voice.onThisMachine) : nil)
  }

  /// Writes the prompts.
  var writer: PromptWriter {
    PromptWriter(persona: persona, window: brain.isBuiltIn ? .small : .usual)
  }

  /// Takes up the conversation where it ended.
  ///
  /// - Parameters:
  ///   - parts: What it works with.
  ///   - tell: Is told what happens.
  /// - Returns: The conversation, opened.
  /// - Throws: When the earlier turns can't be read.
  func conversation(
    _ parts: ConversationParts, tell: @escaping @Sendable (ConversationEvent) -> Void
  ) async throws -> Conversation {
    guard let turns else {
      throw Problem(
        .unexpected, "A measurement keeps no conversation.", action: "Report this: it is a fault.")
    }
    let conversation = Conversation(
      parts: parts, writer: writer, store: turns, clock: clock, tell: tell)
    try await conversation.open()
    return conversation
  }

  /// Loads what hears and speaks, so that the first turn does not wait for it.
  ///
  /// - Parameters:
  ///   - parts: What the conversation works with.
  ///   - output: Where progress is shown.
  /// - Throws: What a part lacks.
  func warm(_ parts: ConversationParts, _ output: Output) async throws {
    output.progress("loading what hears and speaks …")
    try await engines.activity.warm()
    try await engines.transcriber.warm()
    if parts.turnModel != nil { try await engines.turnModel.warm() }
    if let voice = parts.voice as? OnDeviceVoice { try await voice.warm() }
    output.progress("waking the model …")
    try await brain.warm(writer)
    output.progress("")
  }

  /// Ends what was started, and lets go of the data folder.
  func close() async {
    await brain.close()
    await turns?.close()
  }

  /// The newest turns, read beside whoever holds the data folder; none when nothing was begun there.
  static func readTurns(_ count: Int, _ context: Context) async throws -> [Turn] {
    let settings = try Settings(arguments: context.arguments, environment: context.environment)
    guard let turns = try await ConversationHistory.openForReading(in: settings.dataFolder) else {
      return []
    }
    do {
      let latest = try await turns.latest(count)
      await turns.close()
      return latest
    } catch {
      await turns.close()
      throw error
    }
  }

  /// A moment as a person reads it.
  static func moment(_ milliseconds: Int64) -> (day: String, time: String) {
    let moment = LocalMoment(at: milliseconds)
    return (moment.englishDate, moment.time)
  }
}
