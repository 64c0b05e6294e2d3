import Dialogue
import Memory
import Server
import Sockets
import TestSupport
import Testing

/// Behind its doors a voice speaks until it is told to stop.
private struct EndlessVoice: DoorKeeper {
  let history: ConversationHistory
  let began = AsyncStream.makeStream(of: Void.self)
  let stopped = AsyncStream.makeStream(of: Void.self)

  func speak(_ text: String, as voice: String?) async throws -> [Int16] {
    let (never, ending) = AsyncStream.makeStream(of: Void.self)
    began.continuation.yield()
    await withTaskCancellationHandler {
      for await _ in never {}
    } onCancel: {
      ending.finish()
    }
    stopped.continuation.yield()
    throw CancellationError()
  }

  func settings() async -> SettingsPage {
    SettingsPage(settings: Preferences(), locked: [:], voices: [], brains: [], version: "1")
  }

  func change(_ change: PreferencesChange) async throws -> SettingsPage { await settings() }
  func findServers() async -> [FoundServer] { [] }
  func problems() async -> [Problem] { [] }

  func checkServer(_ address: String, model: String?) async throws -> CheckedServer {
    CheckedServer(reachable: false, models: [], firstTokenMs: nil, verdict: "")
  }
}

struct `Speaking for a client` {
  @Test func `stops when the client leaves, and is refused to a third at a time`() async throws {
    let folder = try TemporaryFolder()
    let history = try await ConversationHistory.open(in: DataFolder(folder.file("data")))
    let keeper = EndlessVoice(history: history)
    let server = try KithServer.start(
      port: 0, version: "1", token: AccessToken(), doors: keeper,
      chat: { _ in AsyncThrowingStream { $0.finish() } })
    let request = Array(
      "POST /kith/voices/joe/sample HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n".utf8)
    var began = keeper.began.stream.makeAsyncIterator()
    var stopped = keeper.stopped.stream.makeAsyncIterator()
    do {
      let first = try connected(server.port)
      let second = try connected(server.port)
      _ = request.withUnsafeBytes { first.send($0) }
      _ = await began.next()
      _ = request.withUnsafeBytes { second.send($0) }
      _ = await began.next()
      let third = try await exchange(server.port, "POST /kith/voices/joe/sample")
      #expect(third.status == 503)
      #expect(third.body.contains(#""code":"busy""#))
    }
    _ = await stopped.next()
    _ = await stopped.next()
    await server.stop(within: .zero)
    await history.close()
  }
}
