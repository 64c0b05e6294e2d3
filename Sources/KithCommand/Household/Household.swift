import Companion
import Dialogue
import Engines
import Journal
import Memory
import Personality
import Replying
import Transport

/// All the parts of one run of the program, joined: the only place where they meet.
struct Household: Sendable {
  /// What the owner chose.
  let settings: Settings
  /// Who the companion is.
  let persona: Persona
  /// What hears and speaks.
  let engines: EngineSet
  /// The way out, for everything in this program; it reaches nobody until it is given a reach.
  let network: HTTPClient
  /// What thinks.
  let brain: Brain
  /// The data folder, held while the program runs; nil while only measuring.
  let folder: DataFolder?
  /// What was said; nil while only measuring.
  let turns: ConversationHistory?
  /// How the person pauses; nil while only measuring.
  let pauses: LearnedPauses?
  /// What was wrong with the settings chosen in the page.
  let settingsProblem: Problem?
  /// The log.
  let journal: Journal
  /// The time of day.
  let clock = ConversationClock(
    now: WallClock.system.now, inWords: { LocalMoment(at: $0).english })

  /// Takes the data folder and prepares everything else, without loading any engine.
  ///
  /// - Throws: ``WrongUse`` or a `ProblemConvertible` error, such as a folder that is in use.
  static func open(_ context: Context) async throws -> Household {
    let (folder, turns) = try await takeFolder(context)
    if folder.wasOpenToOthers {
      context.output.tell("kith: Other users could read \(folder.path); that was put right.")
    }
    do {
      let (preferences, problem) = try PreferencesFile(in: folder.path).readSettingAside()
      if let problem { context.output.tell("kith: \(problem.message) \(problem.action)") }
      let settings = try Settings(
        arguments: context.arguments, environment: context.environment, preferences: preferences)
      return try Household(
        settings, context, folder: folder, turns: turns, settingsProblem: problem)
    } catch {
      await turns.close()
      throw error
    }
  }

  /// Takes the data folder and opens what is kept in it.
  private static func takeFolder(
    _ context: Context
  ) async throws -> (DataFolder, ConversationHistory) {
    let settings = try Settings(arguments: context.arguments, environment: context.environment)
    let isStandard = context.arguments.values["--data"] == nil
    let folder = try DataFolder(settings.dataFolder, makesParents: isStandard)
    return (folder, try await ConversationHistory.open(in: folder))
  }

  /// Everything but a data folder, for measurements.
  static func forMeasuring(_ context: Context) async throws -> Household {
    let settings = try Settings(arguments: context.arguments, environment: context.environment)
    return try Household(settings, context, folder: nil, turns: nil, settingsProblem: nil)
  }

  private init(
    _ settings: Settings, _ context: Context, folder: DataFolder?, turns: ConversationHistory?,
    settingsProblem: Problem?
  ) throws {
    self.settings = settings
    self.settingsProblem = settingsProblem
    self.folder = folder
    self.turns = turns
    journal = Self.journal(context.output)
    pauses = try folder.map { try KeptPauses.open(in: $0, context.output) }
    persona = try Persona.mira()
    engines = try EngineSet(environment: context.environment)
    network = try HTTPClient(reach: .thisMachine)
    brain = try Brain(
      settings: settings, over: network, parts: engines.parts, environment: context.environment,
      journal: journal)
  }

  /// The same household with other settings: folder, memory and engines stay.
  ///
  /// - Parameters:
  ///   - settings: What counts from now on.
  ///   - environment: The environment of the process.
  /// - Returns: A household whose brain is the same one unless another was chosen.
  /// - Throws: What a brain that can't be used throws.
  func changed(to settings: Settings, environment: [String: String]) throws -> Household {
    let staysTheSame = settings.brain == self.settings.brain && settings.key == self.settings.key
    return Household(
      self, settings: settings,
      brain: staysTheSame
        ? brain
        : try Brain(
          settings: settings, over: network, parts: engines.parts, environment: environment,
          journal: journal))
  }

  private init(_ former: Household, settings: Settings, brain: Brain) {
    self.settings = settings
    self.brain = brain
    persona = former.persona
    engines = former.engines
    network = former.network
    folder = former.folder
    turns = former.turns
    pauses = former.pauses
    // What was chosen just now takes the place of what could not be read.
    settingsProblem = nil
    journal = former.journal
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
      voice: speaking ? try voice() : nil, rate: settings.speed, fillers: persona.fillers,
      pauses: pauses)
  }

  /// The voice called `name`, or the one that speaks now.
  ///
  /// - Throws: ``WrongUse`` for a voice that does not exist, `EngineError` when none is installed.
  func voice(named name: String? = nil) throws -> OnDeviceVoice {
    try engines.voice(named: name ?? settings.voice, fitting: persona.voice.onThisMachine)
  }

  /// Writes the prompts.
  var writer: PromptWriter {
    PromptWriter(persona: persona, window: brain.isBuiltIn ? .small : .usual)
  }

  /// Takes up the conversation where it ended.
  ///
  /// - Parameters:
  ///   - parts: What it works with.
  ///   - listener: Plays the replies elsewhere, if somebody does.
  ///   - errands: Whom it turns to with orders.
  ///   - tell: Is told what happens.
  /// - Returns: The conversation, opened.
  /// - Throws: When the earlier turns can't be read.
  func conversation(
    _ parts: ConversationParts, listener: (any RemoteListener)? = nil, errands: Errands? = nil,
    tell: @escaping @Sendable (ConversationEvent) -> Void
  ) async throws -> Conversation {
    guard let turns else {
      throw Problem(
        .unexpected, "A measurement keeps no conversation.", action: "Report this: it is a fault.")
    }
    let conversation = Conversation(
      parts: parts, writer: writer, store: turns, clock: clock, listener: listener,
      errands: errands, tell: tell)
    try await conversation.open()
    return conversation
  }

  /// Loads what hears and speaks, so that the first turn does not wait for it.
  ///
  /// - Parameters:
  ///   - parts: What the conversation works with.
  ///   - output: Where progress is shown, if somewhere.
  /// - Throws: What a part lacks.
  func warm(_ parts: ConversationParts, _ output: Output? = nil) async throws {
    output?.progress("loading what hears and speaks …")
    try await engines.activity.warm()
    try await engines.transcriber.warm()
    if parts.turnModel != nil { try await engines.turnModel.warm() }
    if let voice = parts.voice as? OnDeviceVoice { try await voice.warm() }
    output?.progress("waking the model …")
    try await brain.warm(writer)
    output?.progress("")
  }

  /// Ends what was started, and lets go of the data folder.
  func close() async {
    await brain.close()
    await turns?.close()
  }

  /// The newest turns, read beside whoever holds the data folder; none when nothing was begun there.
  static func readTurns(_ count: Int, _ context: Context) async throws -> [Turn] {
    try await reading(context) { try await $0.latest(count) } ?? []
  }

  /// Reads in the history beside whoever holds the data folder.
  ///
  /// - Returns: What `read` gave; nil when nothing was begun there.
  /// - Throws: What `read` throws, or why the history can't be read.
  static func reading<Value: Sendable>(
    _ context: Context, _ read: (ConversationHistory) async throws -> Value
  ) async throws -> Value? {
    let settings = try Settings(arguments: context.arguments, environment: context.environment)
    let turns: ConversationHistory
    do throws(MemoryError) {
      guard let found = try await ConversationHistory.openForReading(in: settings.dataFolder) else {
        return nil
      }
      turns = found
    } catch .databaseUnrecognised {
      // It may be from an earlier Kith and have to be brought up to date first.
      (_, turns) = try await takeFolder(context)
    }
    do {
      let value = try await read(turns)
      await turns.close()
      return value
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
