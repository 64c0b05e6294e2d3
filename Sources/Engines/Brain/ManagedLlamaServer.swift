import Glibc
public import Journal

/// The built-in brain: a `llama-server` that Kith starts, watches, restarts and ends.
///
/// It listens on a UNIX socket in a folder only its owner can enter, wants a random key, and dies
/// with this process, however that ends.
public actor ManagedLlamaServer {
  /// Where it answers.
  public struct Endpoint: Sendable, Equatable {
    /// The path of its UNIX socket.
    public var socket: String
    /// The key every request must show.
    public var key: String
  }

  /// What a health check found.
  public enum Health: Sendable, Equatable {
    /// It answers.
    case ready
    /// It is there, but its model is not loaded yet, or it does not listen yet.
    case loading
  }

  private enum State {
    case stopped
    case starting(Task<Endpoint, any Error>)
    case running(ChildProcess, Endpoint)
  }

  /// The model it runs.
  public nonisolated let model: BrainModel
  private let parts: PartsFolder
  private let environment: [String: String]
  private let journal: Journal
  private let health: @Sendable (Endpoint) async -> Health
  private let clock = ContinuousClock()
  private let began: ContinuousClock.Instant
  private var state = State.stopped
  private var folder: RunFolder?
  private var policy = RestartPolicy()
  private var starts = 0
  private var isClosed = false
  private var failure: EngineError?

  /// A model this size is loaded within a minute even from a slow disk.
  private static let longestStart = Duration.seconds(120)

  /// A server that is not started yet.
  ///
  /// - Parameters:
  ///   - model: The model to run.
  ///   - parts: Where the program and the model are.
  ///   - environment: The environment of this process, for the folder of the socket.
  ///   - journal: Where starts and ends are noted.
  ///   - health: Asks the server whether it is ready; must not take longer than a second or two.
  public init(
    model: BrainModel, parts: PartsFolder, environment: [String: String], journal: Journal,
    health: @escaping @Sendable (Endpoint) async -> Health
  ) {
    self.model = model
    self.parts = parts
    self.environment = environment
    self.journal = journal
    self.health = health
    began = clock.now
  }

  /// Where it answers; starts it when it does not run, and waits until it is ready.
  ///
  /// - Returns: The socket and the key.
  /// - Throws: `EngineError`, or `CancellationError`.
  public func endpoint() async throws -> Endpoint {
    guard !isClosed else { throw EngineError.programFailed("llama-server") }
    switch state {
    case .running(let child, let endpoint) where child.ended == nil:
      return endpoint
    case .starting(let task):
      return try await task.value
    case .running, .stopped:
      return try await start(after: .zero).value
    }
  }

  /// Whether it is ready to answer now.
  public var isReady: Bool {
    if case .running(let child, _) = state { child.ended == nil } else { false }
  }

  /// Its process, while it runs.
  public var process: Int32? {
    if case .running(let child, _) = state, child.ended == nil { child.identifier } else { nil }
  }

  /// Ends it for good and removes its folder.
  public func stop() async {
    isClosed = true
    if case .starting(let task) = state { task.cancel() }
    if case .running(let child, _) = state { await child.stop() }
    state = .stopped
    folder = nil
  }

  private func start(after delay: Duration) -> Task<Endpoint, any Error> {
    // Ends by itself; `stop` cancels it.
    let task = Task {
      if delay > .zero { try await clock.sleep(for: delay) }
      do {
        let (child, endpoint) = try await launch()
        guard !isClosed else {
          await child.stop()
          throw EngineError.programFailed("llama-server")
        }
        state = .running(child, endpoint)
        watch(child)
        return endpoint
      } catch {
        state = .stopped
        throw error
      }
    }
    state = .starting(task)
    return task
  }

  /// Starts the program and waits until its model is loaded.
  private func launch() async throws -> (ChildProcess, Endpoint) {
    let program = try parts.path("llama-server", of: "llama-server")
    let model = try parts.path("model.gguf", of: model.part)
    let folder = try runFolder()
    starts += 1
    let endpoint = Endpoint(socket: "\(folder)/\(starts).sock", key: Self.randomKey())
    let keyFile = "\(folder)/\(starts).key"
    try Self.write(endpoint.key, to: keyFile)
    defer { unsafe unlink(keyFile) }
    let began = clock.now
    let child = try await ChildProcess.start(
      Self.program(program, model: model, socket: endpoint.socket, keyFile: keyFile, log: log))
    do {
      while await health(endpoint) != .ready {
        guard child.ended == nil, clock.now - began < Self.longestStart else {
          throw EngineError.programFailed("llama-server")
        }
        try await clock.sleep(for: .milliseconds(50))
      }
    } catch {
      await child.stop()
      throw error
    }
    let took = (clock.now - began) / .milliseconds(1)
    journal.note(.info, "The brain is ready.", ["after": .milliseconds(took)])
    return (child, endpoint)
  }

  /// Notices when the program ends by itself, and starts it again.
  private func watch(_ child: ChildProcess) {
    // Ends with the program.
    Task {
      let exit = await child.exit()
      guard case .running(let current, _) = state, current === child, !isClosed else { return }
      state = .stopped
      journal.note(.warning, "The brain ended by itself.", ["exit": .number(exit.number)])
      if case .restart(let delay) = policy.ended(at: clock.now - began) {
        _ = start(after: delay)
      }
    }
  }

  private func runFolder() throws(EngineError) -> String {
    if let path = folder?.path { return path }
    let made = try RunFolder(below: RunFolder.standardParent(environment))
    let path = made.path
    folder = consume made
    return path
  }

  private var log: String {
    parts.cache + "/llama-server.log"
  }

  /// The launch line.
  ///
  /// Its threads spin for some microseconds before they sleep: 1.8 times as fast as sleeping at once
  /// on an idle machine, no slower on a busy one, where spinning without end collapses.
  private static func program(
    _ path: String, model: String, socket: String, keyFile: String, log: String
  ) -> ChildProcess.Program {
    ChildProcess.Program(
      path,
      [
        "-m", model, "--host", socket, "--api-key-file", keyFile, "-t", "2", "-tb", "2",
        "--poll", "0", "-c", "4096", "-np", "1", "--no-repack", "--cache-ram", "0", "--no-ui",
        "--no-slots", "--offline", "--jinja", "--log-verbosity", "1",
        // A request that was given up is noticed between batches, so they are small.
        "-b", "32", "-ub", "32",
      ],
      environment: ["GOMP_SPINCOUNT": "20000", "LC_ALL": "C"],
      output: .log(path: log, limit: 1 << 20), error: .log(path: log, limit: 1 << 20))
  }

  private static func randomKey() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static func write(_ key: String, to path: String) throws(EngineError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .inputUnusable("a folder for keys that can't be written") }
    defer { close(descriptor) }
    let bytes = Array(key.utf8)
    let written = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard written == bytes.count else { throw .inputUnusable("a full disk") }
  }
}

extension ChildProcess.Exit {
  /// The exit code, or the negative number of the signal.
  fileprivate var number: Int {
    switch self {
    case .code(let code): Int(code)
    case .signal(let signal): -Int(signal)
    }
  }
}
