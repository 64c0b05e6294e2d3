import Dialogue
import Engines
import Journal
import Memory
import Providers
import Server
import Speaking
import Transport

/// What lies behind the plain routes of a served Kith.
struct ServedDoors: DoorKeeper {
  let history: ConversationHistory
  private let residence: Residence
  private let places: [ServerSearch.Place]
  private let patience: Patience

  /// How long model servers may take.
  struct Patience {
    /// Each of this machine, to tell that it is there.
    var search = ServerSearch.usualPatience
    /// One that is tried, to tell its models and to answer.
    var check = ServerCheck.usualTime
  }

  /// The doors of `residence`.
  ///
  /// - Parameters:
  ///   - residence: Whose they are.
  ///   - history: What was said there.
  ///   - places: Where model servers of this machine are looked for.
  ///   - patience: How long model servers may take to answer.
  init(
    _ residence: Residence, history: ConversationHistory,
    places: [ServerSearch.Place] = ServerSearch.usual,
    patience: Patience = Patience()
  ) {
    self.residence = residence
    self.history = history
    self.places = places
    self.patience = patience
  }

  func speak(_ text: String, as name: String?) async throws -> [Int16] {
    let household = await residence.current
    let voice: OnDeviceVoice
    do {
      voice = try household.voice(named: name)
    } catch let wrong as WrongUse {
      throw Refused.missing(wrong.sentence)
    }
    var reply = ReplyText(cutsFirstClause: false)
    let pieces = reply.feed(text) + reply.finish()
    return try await ReadingAloud(pieces, by: voice, rate: household.settings.speed).samples
  }

  func settings() async -> SettingsPage {
    SettingsPage(await residence.current)
  }

  func change(_ change: PreferencesChange) async throws -> SettingsPage {
    do {
      return SettingsPage(try await residence.change(change))
    } catch let locked as SettingLocked {
      throw Refused.conflict(
        "The setting \(locked.setting) is decided by \(locked.place); it can't be changed here.",
        action: "Take it away there and start Kith again.")
    } catch let wrong as WrongUse {
      throw Refused.unusable(wrong.sentence, action: "Nothing was changed.")
    } catch let missing as EngineError {
      throw Refused.conflict(missing.problem.message, action: missing.problem.action)
    }
  }

  /// The way out to whatever the owner asked for just now.
  private var asked: HTTPClient {
    get async { await residence.current.network.reaching(.asked) }
  }

  func findServers() async -> [FoundServer] {
    await ServerSearch(client: asked, places: places, patience: patience.search).find().map {
      FoundServer(address: $0.address, kind: $0.kind, models: $0.models)
    }
  }

  func checkServer(_ address: String, model: String?) async throws -> CheckedServer {
    let settings = await residence.current.settings
    // The key belongs to one server; whoever else is tried must not see it.
    var key: String?
    if case .server(let known, _) = settings.brain, let own = try? ServerAddress(known),
      own == (try? ServerAddress(address))
    {
      key = settings.key
    }
    let check = ServerCheck(client: await asked, time: patience.check)
    let verdict = try await check.check(address, model: model, key: key)
    return CheckedServer(
      reachable: verdict.isReachable, models: verdict.models,
      firstTokenMs: verdict.firstToken.map { Int(($0 / .milliseconds(1)).rounded()) },
      verdict: verdict.sentence, details: verdict.details)
  }

  func problems() async -> [Problem] {
    await Examination.problems(of: residence.current)
  }
}

extension SettingsPage {
  /// The settings that count in `household`, with all there is to choose from.
  fileprivate init(_ household: Household) {
    let chosen = household.settings
    let entries = household.engines.voices.entries
    let parts = household.engines.parts
    let fitting = BrainModel.fitting(parts)
    self.init(
      settings: Preferences(counting: chosen, voice: household.voiceName),
      locked: chosen.locked,
      voices: entries.map {
        VoiceChoice(
          name: $0.name, title: $0.title, gender: $0.gender.rawValue, installed: $0.isInstalled)
      },
      brains: BrainModel.allCases.map {
        BrainChoice(
          size: $0.rawValue, title: $0.title, installed: $0.isInstalled(in: parts),
          automatic: $0 == fitting, figures: $0.figures)
      },
      version: Program.version)
  }
}

extension Household {
  /// The name of the voice that speaks now, or would if it were set up.
  fileprivate var voiceName: String? {
    settings.voice ?? (try? voice())?.name ?? engines.voices.entries.first?.name
  }
}

extension Preferences {
  /// What counts, with nothing left open that has a value.
  fileprivate init(counting settings: Settings, voice: String?) {
    self = settings.preferences
    self.voice = voice
    speed = settings.speed
    brain =
      switch settings.brain {
      case .builtIn(let size): .builtIn(size: size?.rawValue)
      case .server(let address, let model): .server(address: address, model: model)
      }
    captions = captions ?? true
    theme = theme ?? .system
    reducedMotion = reducedMotion ?? .system
    earcons = earcons ?? true
    welcomed = welcomed ?? false
  }
}
