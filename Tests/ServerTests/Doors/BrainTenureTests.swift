import Dialogue
import Engines
import TestSupport
import Testing

@testable import KithCommand

/// Whether Kith can think by itself.
private let brainIsHere: Bool = {
  guard let parts = try? SharedEngines.installedParts() else { return false }
  return (try? parts.path("llama-server", of: "llama-server")) != nil
    && BrainModel.small.isInstalled(in: parts)
}()

@Suite(.enabled(if: brainIsHere, Comment(rawValue: SharedEngines.absence)), .timeLimit(.minutes(5)))
struct `A built-in brain that is replaced` {
  /// Starts the brain of the household that is lived in.
  private func begin(
    _ residence: Residence
  ) async throws -> (server: ManagedLlamaServer, replier: any Replier) {
    let household = await residence.current
    try await household.brain.warm(household.writer)
    return (try #require(household.brain.tenure).server, household.brain.replier)
  }

  @Test func `goes on for the conversation that has it, and ends with it`() async throws {
    try await Served.run { kith in
      let small = #"{"brain":{"kind":"built-in","size":"0.5B"}}"#
      #expect(try await kith.send("PUT /kith/settings", small).status == 200)
      var conversation: (server: ManagedLlamaServer, replier: any Replier)? =
        try await begin(kith.residence)
      let server = try #require(conversation?.server)
      #expect(await server.process != nil)

      let other = #"{"brain":{"kind":"server","address":"127.0.0.1:9"}}"#
      #expect(try await kith.send("PUT /kith/settings", other).status == 200)
      #expect(await !kith.residence.current.brain.isBuiltIn)
      #expect(await server.process != nil)

      conversation = nil
      while await server.process != nil { await Task.yield() }
      #expect(await !server.isReady && conversation?.server == nil)
    }
  }
}
