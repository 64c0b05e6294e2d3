import Companion
import Dialogue
import FoundationEssentials
import Journal
import Memory
import Personality
import Replying
import Sound
import Synchronization
import TestSupport

@testable import Server

/// A live stage over scripted parts and a real history, with pages that are written in the test.
struct LiveScene {
  let stage: LiveStage
  let history: ConversationHistory
  let replier: ScriptedReplier
  let revision = Counter()
  let timers: TimerDesk?
  private let folder: TemporaryFolder

  init(
    hearing words: [String] = [], saying replies: [String] = [], replier: ScriptedReplier? = nil,
    patience: LiveStage.Patience = .init(), time: HandedTime? = nil,
    timers: ((ConversationHistory) async throws -> TimerDesk)? = nil
  ) async throws {
    folder = try TemporaryFolder()
    let history = try await ConversationHistory.open(in: DataFolder(folder.file("data")))
    let brain = replier ?? ScriptedReplier(saying: replies)
    let parts = ConversationParts(
      activity: LevelActivity(), transcriber: ScriptedTranscriber(words),
      turnModel: ScriptedTurnModel(0.95), replier: brain, voice: ScriptedVoice())
    let writer = PromptWriter(persona: try .mira(), window: .usual)
    let revision = revision
    let desk = try await timers?(history)
    self.timers = desk
    self.history = history
    self.replier = brain
    stage = LiveStage(
      host: LiveHost(
        companion: CompanionCard(name: "Mira", accent: "#ffb86b", persona: "mira"),
        open: { listener, tell in
          let conversation = Conversation(
            parts: parts, writer: writer, store: history,
            clock: ConversationClock(now: { 1_000 }, inWords: { _ in "noon" }),
            listener: listener, tell: tell)
          try await conversation.open()
          return conversation
        },
        warm: {}, revision: { revision.value }, timers: desk),
      version: "test", journal: .none, patience: patience,
      sleep: { length in
        if let time { return await time.wait(length) }
        try? await Task.sleep(for: length)  // The stage waits, no test does.
      })
  }

  /// A page that has said hello.
  func page() async throws -> ScriptedPage {
    let page = ScriptedPage(stage)
    try await page.connect()
    return page
  }
}

final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func rise() { count.withLock { $0 += 1 } }
}

/// A message from Kith, read loosely.
struct Told: Decodable {
  struct Word: Decodable {
    var text: String
    var start: Int64
    var end: Int64
  }

  var type: String
  var eventId: Int
  var session: String?
  var token: String?
  var resumed: Bool?
  var nextSample: Int64?
  var state: String?
  var transcript: String?
  var typed: Bool?
  var response: Int?
  var status: String?
  var heard: String?
  var delta: String?
  var text: String?
  var at: Int64?
  var words: [Word]?
  var samples: Int64?
  var code: String?
  var timers: [Timer]?

  struct Timer: Decodable {
    var state: String
    var words: String
  }
}

/// A page as a test writes it: it remembers what it was told and plays as much as the test says.
actor ScriptedPage {
  private let stage: LiveStage
  private var inbox: AsyncStream<PageMessage>.Iterator
  private let post: AsyncStream<PageMessage>.Continuation
  private(set) var session = ""
  private var token = ""
  private var link = 0
  private var lastEvent = 0
  private(set) var events: [Told] = []
  /// The samples of each reply, by position.
  private(set) var sound: [UInt32: [Int64: [Int16]]] = [:]
  private(set) var wasClosed: Int?
  private var isCut = false

  init(_ stage: LiveStage) {
    self.stage = stage
    let (stream, post) = AsyncStream.makeStream(of: PageMessage.self)
    inbox = stream.makeAsyncIterator()
    self.post = post
  }

  func connect(
    playing: PageEvent.Hello.Playing? = nil, again: Bool = false, anew: Bool = false
  ) async throws {
    let (stream, post) = AsyncStream.makeStream(of: PageMessage.self)
    inbox = stream.makeAsyncIterator()
    var hello = PageEvent.Hello()
    if again { hello = .init(session: session, token: token, lastEvent: anew ? nil : lastEvent) }
    hello.playing = playing
    guard
      let joined = await stage.join(
        hello,
        send: {
          post.yield($0); return true
        })
    else {
      throw TooManyPages()
    }
    link = joined.link
    let created = try await next("session.created")
    session = created.session ?? ""
    token = created.token ?? ""
  }

  struct TooManyPages: Error {}
  struct NothingMore: Error {}

  /// The connection breaks; what was on its way is lost.
  func drop() async {
    await stage.left(session, link: link, isClosed: false)
  }

  /// The page is left, or about to be loaded anew.
  func leave() async {
    await stage.left(session, link: link, isClosed: true)
  }

  func send(_ event: PageEvent) async -> LiveStage.Reception {
    await stage.receive(event, from: session)
  }

  func send(_ sound: SoundMessage) async -> LiveStage.Reception {
    await stage.receive(sound, from: session)
  }

  /// Waits for the next event of a kind; what comes before it is remembered.
  @discardableResult
  func next(_ type: String, where holds: (Told) -> Bool = { _ in true }) async throws -> Told {
    while let message = await receive() {
      if let event = message, event.type == type, holds(event) { return event }
    }
    throw NothingMore()
  }

  private func receive() async -> Told?? {
    var iterator = inbox
    let message = await iterator.next(isolation: #isolation)
    inbox = iterator
    switch message {
    case nil: return nil
    case .text(let text, _):
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      guard let event = try? decoder.decode(Told.self, from: Data(text.utf8)) else {
        return .some(nil)
      }
      lastEvent = max(lastEvent, event.eventId)
      events.append(event)
      return event
    case .sound(let bytes):
      if let message = try? SoundMessage(bytes) {
        sound[message.stream, default: [:]][message.first] = message.samples
      }
      return .some(nil)
    case .close(let code, _):
      wasClosed = code
      return .some(nil)
    }
  }

  /// Lets the stage send what it can until so much of a reply has come without a gap.
  ///
  /// Somebody else's hand may be at work on it, so it looks again and again, but not for ever.
  func hears(_ samples: Int64, of reply: Int) async throws {
    for _ in 0..<5000 {
      if received(of: reply) >= samples { return }
      await stage.pump()
      // What was sent before the mark has arrived with it.
      await stage.tell(session, .nothing)
      try await next("kith.nothing")
    }
    throw NothingMore()
  }

  /// How many samples of a reply have come without a gap.
  func received(of reply: Int) -> Int64 {
    var end: Int64 = 0
    for (first, samples) in (sound[UInt32(reply)] ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard first <= end else { break }
      end = max(end, first + Int64(samples.count))
    }
    return end
  }
}

/// Drawn sound: loud is speech.
func drawnSound(_ milliseconds: Int, loud: Bool, rate: Int = 24_000) -> [Int16] {
  (0..<milliseconds * rate / 1000).map { loud ? ($0 % 40 < 20 ? 12_000 : -12_000) : 0 }
}
