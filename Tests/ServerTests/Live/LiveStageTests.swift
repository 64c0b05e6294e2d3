import Dialogue
import Memory
import Sound
import TestSupport
import Testing

@testable import Server

/// Says something into a page's microphone in pieces of 20 ms, and keeps silent long enough.
private func say(
  _ page: ScriptedPage, stream: UInt32 = 1, from first: Int64 = 0, milliseconds: Int = 800
) async -> Int64 {
  let samples = drawnSound(milliseconds, loud: true) + drawnSound(3000, loud: false)
  var position = first
  for start in stride(from: 0, to: samples.count, by: 480) {
    let piece = Array(samples[start..<min(start + 480, samples.count)])
    let message = SoundMessage(kind: .microphone, stream: stream, first: position, samples: piece)
    #expect(await page.send(message) == .well)
    position += Int64(piece.count)
  }
  return position
}

@Suite(.timeLimit(.minutes(2))) struct LiveStageTests {
  @Test func `what is said is kept, answered with sound and captions, and kept as heard`()
    async throws
  {
    let scene = try await LiveScene(
      hearing: ["Hello there."], saying: ["Good day to you. How are you?"])
    let page = try await scene.page()
    #expect(await page.send(.listen(stream: 1, rate: 24_000, from: 0)) == .well)
    _ = await say(page)
    try await page.next("input_audio_buffer.speech_started")
    try await page.next("input_audio_buffer.speech_stopped")
    let turn = try await page.next("conversation.item.input_audio_transcription.completed")
    #expect(turn.transcript == "Hello there." && turn.typed == false)
    let reply = try #require(try await page.next("response.created").response)
    let all = try #require(try await page.next("response.output_audio.done").samples)
    #expect(await page.received(of: reply) == all)
    let captions = await page.events.filter { $0.type == "kith.caption" }
    #expect(captions.map(\.text) == ["Good day to you.", "How are you?"])
    #expect(captions.first?.at == 0)
    #expect(captions.last?.at == Int64(10_800))
    #expect(captions.first?.words?.map(\.text) == ["Good", "day", "to", "you."])

    #expect(
      await page.send(.playout(response: reply, played: all, received: all, ended: true)) == .well)
    let done = try await page.next("response.done")
    #expect(done.status == "completed" && done.heard == "Good day to you. How are you?")
    let kept = try await scene.history.latest(10)
    #expect(kept.map(\.text) == ["Hello there.", "Good day to you. How are you?"])
    #expect(kept.last?.ending == .whole)
  }

  @Test func `sound is sent at most three seconds ahead of what was played`() async throws {
    let long = (1...80).map { "word\($0)" }.joined(separator: " ") + "."
    let scene = try await LiveScene(saying: [long])
    let page = try await scene.page()
    _ = await page.send(.typed(text: "Talk.", id: nil))
    let reply = try #require(try await page.next("response.created").response)
    try await page.next("kith.caption")
    var played: Int64 = 0
    for _ in 0..<5000 {
      if await page.events.contains(where: { $0.type == "response.output_audio.done" }) { break }
      await scene.stage.pump()
      // What was sent before the mark has arrived with it.
      await scene.stage.tell(page.session, .nothing)
      try await page.next("kith.nothing")
      let received = await page.received(of: reply)
      #expect(received - played <= LiveStage.lead.samples + 480)
      played = received
      _ = await page.send(
        .playout(response: reply, played: played, received: received, ended: false))
    }
    let all = await page.events.last { $0.type == "response.output_audio.done" }?.samples
    #expect(await page.received(of: reply) == all)
    #expect((all ?? 0) > 4 * LiveStage.lead.samples / 2)
  }

  @Test func `talking over a reply keeps exactly the words the page has played`() async throws {
    var patience = LiveStage.Patience()
    patience.lastWord = .seconds(60)
    let scene = try await LiveScene(
      hearing: ["Tell me.", "Stop that."],
      saying: ["One two three four five six seven eight nine ten.", "All right."],
      patience: patience)
    let page = try await scene.page()
    _ = await page.send(.listen(stream: 1, rate: 24_000, from: 0))
    let next = await say(page)
    let reply = try #require(try await page.next("response.created").response)
    try await page.next("response.output_audio.done")
    _ = await page.send(.playout(response: reply, played: 17_000, received: 24_000, ended: false))
    _ = await say(page, from: next)
    try await page.next("output_audio_buffer.cleared")
    // Two words take 4,800 samples; the page got 350 ms further before it stopped.
    _ = await page.send(.playout(response: reply, played: 20_400, received: 24_000, ended: true))
    let done = try await page.next("response.done")
    let words = "One two three four five six seven eight"
    #expect(done.response == reply && done.status == "cancelled" && done.heard == words)
    let kept = try await scene.history.latest(10)
    #expect(kept[1].text == words && kept[1].ending == .cut)
    #expect(try #require(try await page.next("response.created").response) > reply)
  }

  @Test func `a page that never says how far it played does not hold up the conversation`()
    async throws
  {
    var patience = LiveStage.Patience()
    patience.lastWord = .milliseconds(1)
    let scene = try await LiveScene(saying: ["One two three.", "Yes."], patience: patience)
    let page = try await scene.page()
    _ = await page.send(.typed(text: "First.", id: nil))
    try await page.next("response.output_audio.done")
    _ = await page.send(.typed(text: "Second.", id: nil))
    try await page.next("response.output_audio.done")
    let kept = try await scene.history.latest(10)
    #expect(kept.map(\.text) == ["First.", "Second."])
  }

  @Test func `a page that comes back misses no event, no word and no sample`() async throws {
    let scene = try await LiveScene(hearing: ["Are you there?"], saying: ["Yes I am here."])
    let page = try await scene.page()
    _ = await page.send(.listen(stream: 1, rate: 24_000, from: 0))
    let samples = drawnSound(800, loud: true) + drawnSound(3000, loud: false)
    _ = await page.send(
      SoundMessage(kind: .microphone, stream: 1, first: 0, samples: Array(samples[..<9600])))
    await page.drop()
    try await page.connect(again: true)
    let created = await page.events.last { $0.type == "session.created" }
    #expect(created?.resumed == true && created?.nextSample == 9600)
    // Some of it is sent twice, as a page does that does not know what arrived.
    for start in stride(from: 4800, to: samples.count, by: 4800) {
      let piece = Array(samples[start..<min(start + 4800, samples.count)])
      _ = await page.send(
        SoundMessage(kind: .microphone, stream: 1, first: Int64(start), samples: piece))
    }
    let turn = try await page.next("conversation.item.input_audio_transcription.completed")
    #expect(turn.transcript == "Are you there?")
    let reply = try #require(try await page.next("response.created").response)
    let all = try #require(try await page.next("response.output_audio.done").samples)
    await page.drop()
    try await page.connect(
      playing: .init(response: reply, received: 4800, played: 2400), again: true)
    try await page.next("kith.window")
    _ = await page.send(.playout(response: reply, played: all, received: all, ended: true))
    #expect(try await page.next("response.done").status == "completed")
    let numbers = await page.events.filter { $0.type != "session.created" }.map(\.eventId)
    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
  }

  @Test func `a page that ran dry while it was away gets the rest of the reply`() async throws {
    let long = (1...60).map { "Word \($0) of many." }.joined(separator: " ")
    let scene = try await LiveScene(saying: [long])
    let page = try await scene.page()
    _ = await page.send(.typed(text: "Talk.", id: nil))
    let reply = try #require(try await page.next("response.created").response)
    try await page.hears(LiveStage.lead.samples, of: reply)
    let received = await page.received(of: reply)
    await page.drop()
    // It has played all it had, and is silent since: it reports nothing more by itself.
    try await page.connect(
      playing: .init(response: reply, received: received, played: received), again: true)
    try await page.hears(received + 1, of: reply)
  }

  @Test func `a reply ends when its page is loaded anew`() async throws {
    let long = (1...60).map { "Word \($0) of many." }.joined(separator: " ")
    let scene = try await LiveScene(saying: [long])
    let page = try await scene.page()
    _ = await page.send(.typed(text: "Talk.", id: nil))
    let reply = try #require(try await page.next("response.created").response)
    try await page.hears(9600, of: reply)
    _ = await page.send(.playout(response: reply, played: 9600, received: 9600, ended: false))
    await page.drop()
    try await page.connect(again: true, anew: true)
    let done = try await page.next("response.done")
    #expect(done.status == "cancelled" && done.heard == "Word 1 of many.")
  }

  @Test func `a page with a wrong token is a new page`() async throws {
    let scene = try await LiveScene()
    let page = try await scene.page()
    let link = await scene.stage.join(
      .init(session: page.session, token: "wrong", lastEvent: nil, playing: nil),
      send: { _ in true })
    #expect(link?.session != (await page.session))
  }

  @Test func `a second page sees the conversation, and takes it over when asked`() async throws {
    let scene = try await LiveScene(saying: ["Hello to you."])
    let first = try await scene.page()
    let second = try await scene.page()
    try await second.next("kith.window") { $0.state == "elsewhere" }
    _ = await second.send(.typed(text: "Hi.", id: nil))
    try await first.next("response.output_audio.done")
    try await second.next("kith.caption")
    #expect(await second.sound.isEmpty)
    _ = await second.send(.take)
    try await first.next("kith.window") { $0.state == "elsewhere" }
    try await second.next("kith.window") { $0.state == "idle" }
  }

  @Test func `the conversation of a page that was closed goes on in the one that is open`()
    async throws
  {
    let time = HandedTime()
    let scene = try await LiveScene(saying: ["Hello to you."], time: time)
    let first = try await scene.page()
    let second = try await scene.page()
    try await second.next("kith.window") { $0.state == "elsewhere" }
    await first.leave()
    await time.pass(.seconds(3), sleepers: 2)
    try await second.next("kith.window") { $0.state == "idle" }
    _ = await second.send(.typed(text: "Hi.", id: nil))
    let reply = try #require(try await second.next("response.created").response)
    let all = try #require(try await second.next("response.output_audio.done").samples)
    #expect(await second.received(of: reply) == all)
    // Who comes back later finds it there.
    try await first.connect(again: true, anew: true)
    try await first.next("kith.window") { $0.state == "elsewhere" }
  }

  @Test func `a page that is loaded anew keeps its conversation`() async throws {
    let time = HandedTime()
    let scene = try await LiveScene(time: time)
    let first = try await scene.page()
    let second = try await scene.page()
    await first.leave()
    await time.pass(.milliseconds(2900), sleepers: 2)
    try await first.connect(again: true, anew: true)
    try await first.next("kith.window") { $0.state == "idle" }
    await time.pass(.seconds(100), sleepers: 2)
    #expect(await scene.stage.holder == first.session)
    #expect(await second.events.allSatisfy { $0.state != "idle" })
  }

  @Test func `a page that lost its connection is waited for, and then followed`() async throws {
    let time = HandedTime()
    let scene = try await LiveScene(time: time)
    let first = try await scene.page()
    let second = try await scene.page()
    await first.drop()
    await time.pass(.seconds(59), sleepers: 1)
    #expect(await scene.stage.holder == first.session)
    await time.pass(.seconds(1), sleepers: 1)
    try await second.next("kith.window") { $0.state == "idle" }
    #expect(await scene.stage.holder == second.session)
  }

  @Test func `who types when the other page has just been closed hears the answer`() async throws {
    let scene = try await LiveScene(saying: ["Hello to you."], time: HandedTime())
    let first = try await scene.page()
    let second = try await scene.page()
    await first.leave()
    _ = await second.send(.typed(text: "Hi.", id: nil))
    let reply = try #require(try await second.next("response.created").response)
    let all = try #require(try await second.next("response.output_audio.done").samples)
    #expect(await second.received(of: reply) == all)
  }

  @Test func `typed words sent again are kept and answered once`() async throws {
    let scene = try await LiveScene(saying: ["Yes.", "No."])
    let page = try await scene.page()
    _ = await page.send(.typed(text: "Once?", id: "a1"))
    let reply = try #require(try await page.next("response.created").response)
    let all = try #require(try await page.next("response.output_audio.done").samples)
    _ = await page.send(.playout(response: reply, played: all, received: all, ended: true))
    try await page.next("response.done")
    _ = await page.send(.typed(text: "Once?", id: "a1"))
    try await page.next("kith.nothing")
    #expect(try await scene.history.latest(10).map(\.text) == ["Once?", "Yes."])
  }

  @Test func `what the owner changed counts from the next conversation on`() async throws {
    let scene = try await LiveScene(saying: ["One.", "Two."])
    let page = try await scene.page()
    _ = await page.send(.typed(text: "First.", id: nil))
    let first = try #require(try await page.next("response.created").response)
    let all = try #require(try await page.next("response.output_audio.done").samples)
    _ = await page.send(.playout(response: first, played: all, received: all, ended: true))
    try await page.next("response.done")
    scene.revision.rise()
    _ = await page.send(.typed(text: "Second.", id: nil))
    #expect(try #require(try await page.next("response.created").response) > first)
  }

  @Test func `sound for a reply that is over, or from a page without the conversation, is ignored`()
    async throws
  {
    let scene = try await LiveScene(hearing: ["Never."])
    let first = try await scene.page()
    let second = try await scene.page()
    _ = await second.send(.listen(stream: 1, rate: 24_000, from: 0))
    _ = await say(second)
    _ = await first.send(.playout(response: 99, played: 1, received: 1, ended: true))
    #expect(try await scene.history.count() == 0)
    let wrong = SoundMessage(kind: .reply, stream: 1, first: 0, samples: [0])
    #expect(await first.send(wrong) != .well)
  }

  @Test func `there is room for sixteen pages`() async throws {
    let scene = try await LiveScene()
    for _ in 0..<LiveStage.mostPages { _ = try await scene.page() }
    await #expect(throws: ScriptedPage.TooManyPages.self) { _ = try await scene.page() }
  }
}
