import Companion
import Dialogue
import Engines
import Journal
import Memory
import Personality
import Server
import Synchronization

/// `kith serve`: the companion behind an address of this machine.
enum ServeCommand: Command {
  static let name = "serve"
  static let summary = "serve Kith on http://127.0.0.1:4747 (the default command)"
  static let options = OptionList(
    options: [
      .init(name: "--port", value: "N", meaning: "the port (default 4747; 0 takes a free one)"),
      .init(
        name: "--warm", value: nil,
        meaning: "load every engine and the brain now, not when they are first needed"),
      .data, .brain, .model, .builtIn, .voice,
    ], positional: "", positionalCount: 0...0)
  static let example = """
    kith serve
    kith serve --port 4800 --brain http://127.0.0.1:11434 --model llama3.2
    """

  static func run(_ context: Context) async throws -> Int32 {
    let residence = Residence(try await Household.open(context), context)
    do {
      try await serve(residence, context)
      await residence.close()
      return 0
    } catch {
      await residence.close()
      throw error
    }
  }

  private static func serve(_ residence: Residence, _ context: Context) async throws {
    let token = AccessToken()
    let timers = try await timers(of: await residence.current)
    let guest = GuestChat(residence, timers)
    let server: KithServer
    do {
      server = try start(await residence.current, residence, timers, guest, token, context)
    } catch {
      await timers?.close()
      throw error
    }
    do {
      // Who reads the address may rely on it: what is missing or damaged is told instead.
      if context.arguments.flags.contains("--warm") {
        try await warm(residence, context)
        context.output.tell("Everything is loaded.")
      }
      let address = "http://127.0.0.1:\(server.port)"
      try await residence.current.folder?.announce(address: address, token: token.text)
      context.output.result("Kith is at \(address)")
    } catch {
      await server.stop()
      await timers?.close()
      throw error
    }
    if context.output.isTerminal {
      await welcome(residence.current, context.output)
    }
    await Stopped.wait()
    context.output.tell("Stopping …")
    await guest.close()
    await server.stop()
    await timers?.close()
  }

  private static func timers(of household: Household) async throws -> TimerDesk? {
    guard let turns = household.turns else { return nil }
    return try await TimerDesk.open(turns, journal: household.journal)
  }

  /// Opens the address.
  ///
  /// The household is not kept: what is replaced in it later has to end.
  private static func start(
    _ household: Household, _ residence: Residence, _ timers: TimerDesk?, _ guest: GuestChat,
    _ token: AccessToken, _ context: Context
  ) throws -> KithServer {
    try KithServer.start(
      port: UInt16(household.settings.port), version: Program.version, token: token,
      web: .installed(environment: context.environment, journal: household.journal),
      journal: household.journal, live: liveHost(household.persona, residence, timers),
      doors: household.turns.map { ServedDoors(residence, history: $0) },
      chat: { words in guest.answer(words) })
  }

  /// What somebody at a terminal is told once it runs.
  private static func welcome(_ household: Household, _ output: Output) {
    output.tell("Open it in a browser on this machine, and talk.")
    if let model = household.brain.builtIn {
      output.tell(
        "\(household.persona.name) thinks with a small model, \(model.title). \(model.figures) "
          + "The page's settings have others.")
    }
    output.tell("To talk by text: kith chat, in another terminal. Ctrl-C stops.")
  }

  private static func warm(_ residence: Residence, _ context: Context) async throws {
    let household = await residence.current
    try await household.warm(try household.parts(speaking: true), context.output)
  }
}

extension ServeCommand {
  /// What the conversation with the page needs.
  private static func liveHost(
    _ persona: Persona, _ residence: Residence, _ timers: TimerDesk?
  ) -> LiveHost {
    LiveHost(
      companion: CompanionCard(
        name: persona.name, accent: persona.accent, persona: persona.name.lowercased()),
      open: { listener, tell in
        let household = await residence.current
        return try await household.conversation(
          try household.parts(speaking: true), listener: listener,
          errands: household.errands(timers: timers) { _ = try await residence.change($0) },
          tell: tell)
      },
      warm: {
        let household = await residence.current
        try await household.warm(try household.parts(speaking: true))
      },
      revision: { await residence.edition }, timers: timers)
  }
}

/// Waits until the program is asked to stop.
private enum Stopped {
  static func wait() async {
    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in never {}
    } onCancel: {
      continuation.finish()
    }
  }
}

/// The conversation of a served Kith with whoever comes in by `kith chat`.
private actor GuestChat {
  private let residence: Residence
  private let timers: TimerDesk?
  private let events = ChatEvents()
  private var conversation: Conversation?
  private var edition = 0
  private var last: Task<Void, Never>?

  init(_ residence: Residence, _ timers: TimerDesk?) {
    self.residence = residence
    self.timers = timers
  }

  /// Answers `words` after the answers before them.
  nonisolated func answer(_ words: String) -> AsyncThrowingStream<ChatEvent, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingOldest(65_536)) { continuation in
      // Ended by the client going away, which ends the stream.
      let task = Task { await self.queue(words, continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func close() async {
    await conversation?.close()
  }

  private func queue(
    _ words: String, _ continuation: AsyncThrowingStream<ChatEvent, any Error>.Continuation
  ) async {
    let before = last
    let turn = Task {
      await before?.value
      await reply(to: words, continuation)
    }
    last = turn
    await withTaskCancellationHandler {
      await turn.value
    } onCancel: {
      turn.cancel()
    }
  }

  private func reply(
    to words: String, _ continuation: AsyncThrowingStream<ChatEvent, any Error>.Continuation
  ) async {
    do {
      let conversation = try await opened()
      let stream = events.next()
      await conversation.write(words)
      // Ends with the reply: even when the guest has gone, its end must not reach the next one.
      let end = Task { await Self.pass(stream, to: continuation) }
      let stopping = Mutex<Task<Void, Never>?>(nil)
      let (answer, problem) = await withTaskCancellationHandler {
        await end.value
      } onCancel: {
        stopping.withLock { $0 = Task { await conversation.stop() } }
      }
      // A stop that comes late would stop the next guest's reply.
      await stopping.withLock { $0 }?.value
      if let problem { throw problem }
      continuation.yield(
        .done(complete: answer?.isComplete ?? false, reply: answer?.reply?.id))
      continuation.finish()
    } catch {
      continuation.finish(throwing: error)
    }
  }

  /// Passes the events of an answer on.
  ///
  /// - Returns: How the reply ended, and what went wrong first.
  private static func pass(
    _ events: AsyncStream<ConversationEvent>,
    to guest: AsyncThrowingStream<ChatEvent, any Error>.Continuation
  ) async -> (answer: CompanionTurn?, problem: Problem?) {
    var answer: CompanionTurn?
    var problem: Problem?
    for await event in events {
      switch event {
      case .personTurn(let turn): guest.yield(.kept(turn.id))
      case .brainWaking: guest.yield(.waking)
      case .replyText(let text): guest.yield(.text(text))
      case .companionTurn(let turn): answer = turn
      case .problem(let told): problem = problem ?? told
      default: break
      }
    }
    return (answer, problem)
  }

  /// The conversation; another one when the settings have changed since it began.
  private func opened() async throws -> Conversation {
    let edition = await residence.edition
    if let conversation, edition == self.edition { return conversation }
    await conversation?.close()
    let household = await residence.current
    let parts = try household.parts(speaking: false)
    let events = events
    let errands = household.errands(timers: timers) { [residence] in
      _ = try await residence.change($0)
    }
    let made = try await household.conversation(parts, errands: errands) { events.note($0) }
    self.edition = edition
    conversation = made
    return made
  }
}
