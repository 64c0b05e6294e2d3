import Dialogue
import FoundationEssentials
import Glibc
import Journal
import Sockets
import TestSupport
import Testing
import Transport

@testable import Providers

struct ManagedReplierTests {
  private func managed(
    _ server: RawServer, _ change: (inout ReplyPatience) -> Void = { _ in }
  ) throws -> ChatCompletionsReplier {
    var patience = ReplyPatience.managed
    change(&patience)
    let address = try ServerAddress("127.0.0.1:\(server.port)")
    return ChatCompletionsReplier(client: try HTTPClient(reach: .asked), patience: patience) {
      (.server(address), Secret("k"))
    }
  }

  @Test func `reading ahead asks for one token and keeps the prompt`() async throws {
    let (requests, heard) = AsyncStream.makeStream(of: (head: String, body: String).self)
    let server = try RawServer { connection in
      while let request = connection.request() {
        heard.yield(request)
        connection.respond("{}")
      }
    }
    await (try managed(server)).readAhead(prompt)
    let request = try #require(await requests.first { _ in true })
    let body = try JSONDecoder().decode(
      RequestBody.self, from: Data(request.body.utf8))
    #expect(body.maximumTokens == 1 && body.cachesPrompt == true && !body.stream)
    #expect(body.model == nil)
    #expect(body.messages.count == 2)
  }

  @Test func `another's server is not asked to read ahead`() async throws {
    let server = try RawServer { _ in }
    await (try server.replier()).readAhead(prompt)
    #expect(server.connectionCount == 0)
  }

  @Test func `a reply does not wait for reading ahead`() async throws {
    let (starts, started) = AsyncStream.makeStream(of: Void.self)
    let server = try RawServer { connection in
      while let request = connection.request() {
        if request.body.contains(#""stream":true"#) {
          connection.respond(chunk("Hi.") + ending, type: "text/event-stream")
        } else {
          started.yield()
          _ = connection.waitForClose()
        }
      }
    }
    let replier = try managed(server)
    async let ahead: Void = replier.readAhead(prompt)
    _ = await starts.first { _ in true }
    #expect(await collect(replier).events == [.text("Hi."), .finished(.stop)])
    await ahead
  }

  @Test func `a server that ended is started again, and the reply comes`() async throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      if connection.number == 1 { return connection.hangUp() }
      connection.send(eventStream + chunk("Hi.") + ending)
      connection.hangUp()
    }
    // The two seconds may pass on a machine that is busy with other tests.
    let (events, problem) = await collect(try managed(server) { $0.quiet = .seconds(60) })
    #expect(events == [.waking, .text("Hi."), .finished(.stop)])
    #expect(problem == nil)
  }

  @Test func `a start that takes its time is said to be waking, and its failure is told`()
    async throws
  {
    let told = Locked(false)
    var patience = ReplyPatience.managed
    patience.quiet = .milliseconds(10)
    let replier = ChatCompletionsReplier(client: try HTTPClient(reach: .asked), patience: patience)
    {
      while !told.withLock({ $0 }) { await Task.yield() }
      throw Problem(.partMissing, "No model.", action: "Run setup.")
    }
    await #expect(throws: Problem(.partMissing, "No model.", action: "Run setup.")) {
      for try await event in replier.reply(to: prompt) {
        #expect(event == .waking)
        told.withLock { $0 = true }
      }
    }
  }

  @Test func `the health of llama-server is its status`() async throws {
    let path = "/tmp/kith-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    let client = try HTTPClient(reach: .asked)
    #expect(await !LlamaHealth.isReady(client: client, socket: path))
    let server = try RawServer(at: .socket(path)) { connection in
      for status in [503, 200] where connection.request() != nil {
        connection.respond(#"{"status":"ok"}"#, status: status)
      }
    }
    #expect(await !LlamaHealth.isReady(client: client, socket: path))
    #expect(await LlamaHealth.isReady(client: client, socket: path))
    server.stop()
  }
}
