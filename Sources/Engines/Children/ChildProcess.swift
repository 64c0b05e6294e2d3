import Threads

/// A program that runs beside this one and never outlives it.
///
/// The program is killed when it is asked to stop, when the last reference goes, and by the kernel
/// when this process dies, however it dies. All blocking work happens on one thread per program.
///
/// ```swift
/// let speller = try await ChildProcess.start(.init("/usr/bin/espeak-ng", ["-q", "--ipa"]))
/// try speller.write(Array("hello\n".utf8))
/// let phonemes = try await speller.line(within: .seconds(2))
/// ```
public final class ChildProcess: Sendable {
  /// How a program ended.
  public enum Exit: Sendable, Equatable {
    /// It returned a code; 0 means that all was well.
    case code(Int32)
    /// A signal ended it.
    case signal(Int32)
  }

  /// Where a stream of the program goes.
  public enum Output: Sendable, Equatable {
    /// Nowhere.
    case discarded
    /// To ``ChildProcess/line(within:limit:)`` and ``ChildProcess/bytes(atMost:within:)``.
    case pipe
    /// To a file only its owner can read, begun again whenever it reaches `limit` bytes.
    case log(path: String, limit: Int)
  }

  /// What to start.
  public struct Program: Sendable, Equatable {
    /// The absolute path of the program.
    public var path: String
    /// The arguments after the name.
    public var arguments: [String]
    /// The whole environment; nothing is inherited.
    public var environment: [String: String]
    /// Where standard output goes.
    public var output: Output
    /// Where standard error goes: `.discarded`, or `.log`, then also for `output`.
    public var error: Output

    /// The program at `path`, an absolute path.
    public init(
      _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
      output: Output = .pipe, error: Output = .discarded
    ) {
      self.path = path
      self.arguments = arguments
      self.environment = environment
      self.output = output
      self.error = error
    }

    /// The last part of the path, for messages.
    public var name: String {
      path.split(separator: "/").last.map(String.init) ?? path
    }
  }

  /// The most bytes that may wait to be written: 1 MiB.
  public static let inputLimit = 1 << 20

  private let keeping: ChildKeeping

  private init(_ keeping: ChildKeeping) {
    self.keeping = keeping
  }

  deinit {
    keeping.terminate(grace: .zero)
  }

  /// Starts `program`.
  ///
  /// - Returns: The running program.
  /// - Throws: `EngineError.programFailed` when it can't be started.
  public static func start(_ program: Program) async throws -> ChildProcess {
    let keeping = try ChildKeeping(program)
    try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
      do {
        try startThread(named: "child keeper") { keeping.run(started: started) }
      } catch {
        started.resume(throwing: EngineError.programFailed(program.name))
      }
    }
    return ChildProcess(keeping)
  }

  /// The process id, for messages and tests.
  public var identifier: Int32 { keeping.identifier }

  /// How it ended, or nil while it runs.
  public var ended: Exit? { keeping.exit }

  /// Hands `bytes` to the program's standard input, in order, without waiting.
  ///
  /// - Throws: `EngineError.programFailed` when the program has ended or more than
  ///   ``inputLimit`` bytes wait already.
  public func write(_ bytes: [UInt8]) throws(EngineError) {
    try keeping.write(bytes)
  }

  /// Closes the program's standard input once everything is written.
  public func closeInput() {
    keeping.closeInput()
  }

  /// The next line of standard output without its end.
  ///
  /// One reader at a time.
  ///
  /// - Parameters:
  ///   - time: How long to wait for the whole line.
  ///   - limit: The most bytes a line may have, up to 128 KiB.
  /// - Returns: The line, or nil when the output is over.
  /// - Throws: `EngineError.modelFailed` when the line is late or too long, and
  ///   `CancellationError`.
  public func line(within time: Duration, limit: Int = 65_536) async throws -> [UInt8]? {
    try await keeping.read(.line(limit: min(limit, ChildKeeper.outputLimit / 2)), within: time)
  }

  /// The next bytes of standard output, as soon as there are any.
  ///
  /// One reader at a time.
  ///
  /// - Parameters:
  ///   - most: The most bytes to take.
  ///   - time: How long to wait.
  /// - Returns: At least one byte, or nil when the output is over.
  /// - Throws: `EngineError.modelFailed` when nothing comes in time, and `CancellationError`.
  public func bytes(atMost most: Int = 65_536, within time: Duration) async throws -> [UInt8]? {
    try await keeping.read(.some(most: most), within: time)
  }

  /// Waits until the program has ended.
  ///
  /// - Returns: How it ended.
  public func exit() async -> Exit {
    await keeping.waitForExit()
  }

  /// Asks the program to end, and kills it with everything it started when `grace` is over.
  public func terminate(grace: Duration = .seconds(2)) {
    keeping.terminate(grace: grace)
  }

  /// Ends the program and waits until it is gone.
  ///
  /// - Returns: How it ended.
  @discardableResult
  public func stop(grace: Duration = .seconds(2)) async -> Exit {
    terminate(grace: grace)
    return await exit()
  }
}
