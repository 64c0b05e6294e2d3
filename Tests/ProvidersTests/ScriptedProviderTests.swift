import Dialogue
import Journal
import PretendProvider
import Testing
import Transport

@testable import Providers

private let words = "The sea is wide, and it is never the same twice."

/// A reply over a provider that plays `script`.
private func reply(
  _ script: Script, clock: any Clock<Duration> = LeapClock()
) async throws -> (events: [ReplyEvent], problem: Problem?) {
  let provider = try ScriptedProvider(script)
  let replier = try ChatCompletionsReplier(
    client: HTTPClient(reach: .asked), address: provider.address, clock: clock)
  var events: [ReplyEvent] = []
  var problem: Problem?
  do {
    for try await event in replier.reply(to: prompt) { events.append(event) }
  } catch {
    problem = .from(error)
  }
  await provider.stop()
  return (events, problem)
}

extension [ReplyEvent] {
  /// All text in them.
  fileprivate var text: String {
    reduce(into: "") { if case .text(let piece) = $1 { $0 += piece } }
  }
}

struct ScriptedProviderTests {
  @Test func `a scripted reply comes token by token and whole`() async throws {
    let (events, problem) = try await reply(.saying(words))
    #expect(events.text == words)
    #expect(events.count > 10)
    #expect(events.last == .finished(.stop))
    #expect(problem == nil)
  }

  @Test func `a scripted reply that breaks off keeps what came`() async throws {
    let (events, problem) = try await reply(Script([.breakOff(words, afterBytes: 14)]))
    #expect(events.text == "The sea is wid")
    #expect(events.last == .finished(.brokeOff))
    #expect(problem == nil)
  }

  @Test func `a model that loads, a full queue, and then words`() async throws {
    let script = Script([
      .loading, .failure(429, "Too many requests", retryAfter: 2), .reply(words),
    ])
    let clock = LeapClock()
    let (events, problem) = try await reply(script, clock: clock)
    #expect(events.text == words)
    #expect(events.first == .waking)
    #expect(clock.sleeps == [.milliseconds(250), .seconds(2)])
    #expect(problem == nil)
  }

  @Test func `pages and silences are told apart`() async throws {
    #expect(try await reply(Script([.page])).problem?.code == .brainNotAModelServer)
    #expect(try await reply(Script([.empty])).problem?.code == .brainSilent)
  }

  @Test func `a scripted server notices that nobody listens any more`() async throws {
    // A reply of minutes: it can't be over by itself, however slowly this machine reads it.
    let pace = Pace(firstToken: .zero, tokensPerSecond: 50)
    let endless = String(repeating: words + " ", count: 1_000)
    let provider = try ScriptedProvider(.saying(endless, at: pace))
    let replier = try ChatCompletionsReplier(
      client: HTTPClient(reach: .asked), address: provider.address, model: "m")
    for number in 0..<5 {
      for try await event in replier.reply(to: prompt) {
        if case .text = event { break }
      }
      let request = await provider.ending(ofRequest: number)
      #expect(try #require(request.left) > request.arrived)
    }
    await provider.stop()
  }
}
