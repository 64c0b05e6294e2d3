import Dialogue
import Memory
import Providers
import Server
import TestSupport
import Testing

@testable import KithCommand

/// A Kith as it is served, with a data folder of its own, in this process.
struct Served {
  let folder: TemporaryFolder
  let residence: Residence
  let history: ConversationHistory
  let server: KithServer

  var port: UInt16 { server.port }
  var data: String { folder.file("data") }

  /// Runs `body` with a served Kith.
  ///
  /// - Parameters:
  ///   - values: Options of the command line besides the folder.
  ///   - environment: The environment besides where the parts are.
  ///   - places: Where model servers of this machine are looked for.
  ///   - patience: How long model servers may take to answer; more than any takes that does.
  ///   - folder: Where the data folder is made.
  ///   - body: The test.
  /// - Throws: What `body` throws.
  static func run(
    _ values: [String: String] = [:], environment: [String: String] = [:],
    places: [ServerSearch.Place] = [], patience: ServedDoors.Patience = .endless,
    in folder: TemporaryFolder? = nil,
    _ body: (Served) async throws -> Void
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    var known = environment
    for name in ["HOME", "XDG_CACHE_HOME"] {
      known[name] = known[name] ?? Program.environment()[name]
    }
    let context = Context(
      arguments: Arguments(
        values: values.merging(["--data": folder.file("data")]) { mine, _ in mine }),
      environment: known, output: Output(), interrupts: Interrupts())
    let residence = Residence(try await Household.open(context), context)
    let history = try #require(await residence.current.turns)
    let server = try KithServer.start(
      port: 0, version: "1", token: AccessToken(),
      doors: ServedDoors(residence, history: history, places: places, patience: patience),
      chat: { _ in AsyncThrowingStream { $0.finish() } })
    let served = Served(folder: folder, residence: residence, history: history, server: server)
    let result: Result<Void, any Error>
    do { result = .success(try await body(served)) } catch { result = .failure(error) }
    await server.stop(within: .zero)
    await residence.close()
    try result.get()
  }

  /// Keeps a question and its answer.
  func talk(_ question: String, _ answer: String) async throws -> (Turn, Turn) {
    let person = try await history.keep(person: question, at: 1_000)
    return (
      person,
      try await history.keep(reply: answer, ending: .whole, answering: person.id, at: 2_000)
    )
  }

  /// Sends a request that has no body.
  func send(_ line: String) async throws -> Answer {
    try await exchange(port, line)
  }

  /// Sends JSON.
  func send(_ line: String, _ json: String) async throws -> Answer {
    try await exchange(port, line, "Content-Type: application/json\r\n", body: json)
  }
}

extension ServedDoors.Patience {
  /// More than any server needs, however busy the machine is.
  static let endless = ServedDoors.Patience(search: .seconds(100), check: .seconds(200))
  /// As much as it takes to see that nothing comes.
  static let hasty = ServedDoors.Patience(search: .milliseconds(100))
}
