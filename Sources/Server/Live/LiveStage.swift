import Companion
import Dialogue
import Journal
import Skills
import Sound

/// The one live conversation and the pages that take part in it.
///
/// One page has the conversation: its microphone is heard and the reply is played there. The others see
/// it in words. A page that loses its connection is waited for.
actor LiveStage {
  /// How long things are waited for.
  struct Patience: Sendable {
    /// A page that lost its connection.
    var lostPage: Duration = .seconds(60)
    /// A page that was closed, while another one is open: as long as loading it anew takes.
    var closedPage: Duration = .seconds(3)
    /// Word of how much a page has played of a reply that was stopped.
    var lastWord: Duration = .milliseconds(400)
  }

  /// The most pages at a time.
  static let mostPages = 16
  /// How far the sound of a reply is sent ahead of what was played.
  static let lead = SampleSpan.milliseconds(3000)

  let host: LiveHost
  let version: String
  let journal: Journal
  let patience: Patience
  /// Lets time pass for a page that is away.
  private let sleep: @Sendable (Duration) async -> Void

  var pages: [String: PageSession] = [:]
  /// The page that has the conversation.
  var holder: String?
  var talk: Talk?
  var line = FrameLine()
  /// Where the next frame of the conversation begins.
  var clock = SampleTime.zero
  var warmth = Warmth.cold
  /// The last number of a reply in conversations that are over.
  var lastReply = 0
  private var lastLink = 0
  /// Puts waiting frames into the conversation.
  var serving: Task<Void, Never>?
  /// Lets time pass for a reply while no microphone is open.
  var ticking: Task<Void, Never>?
  /// Passes on what happens to timers.
  var watching: Task<Void, Never>?
  /// The timers as they were told last.
  var schedule = TimerSchedule()

  /// Whether the engines and the brain are loaded.
  enum Warmth {
    case cold, warming, warm
  }

  init(
    host: LiveHost, version: String, journal: Journal, patience: Patience = Patience(),
    sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) {
    self.host = host
    self.version = version
    self.journal = journal
    self.patience = patience
    self.sleep = sleep
  }

  // MARK: Pages come and go

  /// Lets a page in, as a new one or as one that was here before.
  ///
  /// - Returns: Its session and the number of this connection; nil when there are too many pages.
  func join(
    _ hello: PageEvent.Hello, send: @escaping @Sendable (PageMessage) -> Bool
  ) async -> (session: String, link: Int)? {
    lastLink += 1
    let link = PageSession.Link(number: lastLink, send: send)
    if let id = hello.session, let page = pages[id], page.token.isSame(as: hello.token) {
      await resume(id, hello, link)
      return (id, link.number)
    }
    dropLostPages()
    guard pages.count < Self.mostPages else { return nil }
    let id = String(AccessToken().text.prefix(16))
    var page = PageSession(token: AccessToken())
    page.link = link
    pages[id] = page
    if holder.map({ pages[$0]?.link == nil }) ?? true { hand(to: id) }
    greet(id, resumed: false)
    tell(id, stateEvent(for: id))
    tellTimers(to: id)
    wake()
    return (id, lastLink)
  }

  private func resume(
    _ id: String, _ hello: PageEvent.Hello, _ link: PageSession.Link
  ) async {
    _ = pages[id]?.link?.send(.close(code: 4000, reason: "connected again"))
    pages[id]?.link = link
    pages[id]?.isClosed = false
    let missed = hello.lastEvent.flatMap { pages[id]?.events(after: $0) } ?? []
    greet(id, resumed: true)
    for text in missed { _ = link.send(.text(text, mayBeDropped: false)) }
    if holder == nil { hand(to: id) }
    if id == holder { await goOn(hello) }
    tell(id, stateEvent(for: id))
    tellTimers(to: id)
  }

  private func greet(_ id: String, resumed: Bool) {
    guard let page = pages[id] else { return }
    tell(
      id,
      .created(
        KithEvent.Created(
          session: id, token: page.token.text, version: version, companion: host.companion,
          resumed: resumed, stream: page.capture?.number, nextSample: page.capture?.next)))
  }

  /// Notes that a connection is over; the page may come back.
  ///
  /// - Parameters:
  ///   - id: The page's session.
  ///   - link: The connection.
  ///   - isClosed: Whether it was closed and did not break: the page was left, or is loaded anew.
  func left(_ id: String, link: Int, isClosed: Bool) {
    guard let page = pages[id], page.link == nil || page.link?.number == link else { return }
    let departure = page.departures + 1
    pages[id]?.link = nil
    pages[id]?.isClosed = isClosed
    pages[id]?.departures = departure
    // Both end by themselves; for a page that came back and left again later ones count.
    if isClosed {
      Task {
        await sleep(patience.closedPage)
        await passOn(from: id, departure)
      }
    }
    Task {
      await sleep(patience.lostPage)
      await forget(id, departure)
    }
  }

  private func isAway(_ id: String, since departure: Int) -> Bool {
    pages[id].map { $0.link == nil && $0.departures == departure } ?? false
  }

  /// Gives the conversation of a page that is away to the open one that came last.
  private func passOn(from id: String, _ departure: Int) async {
    guard holder == id, isAway(id, since: departure) else { return }
    let open = pages.compactMap { id, page in page.link.map { (id: id, link: $0.number) } }
    if let next = open.max(by: { $0.link < $1.link }) { await take(next.id) }
  }

  private func forget(_ id: String, _ departure: Int) async {
    await passOn(from: id, departure)
    guard isAway(id, since: departure), let page = pages.removeValue(forKey: id) else { return }
    if holder == id {
      holder = nil
      await closeMicrophone(page.capture)
      await talk?.conversation.stop()
    }
    if pages.isEmpty { await closeTalk() }
  }

  private func dropLostPages() {
    guard pages.count >= Self.mostPages else { return }
    for (id, page) in pages where page.link == nil && id != holder { pages[id] = nil }
  }

  /// Gives the conversation to a page.
  func hand(to id: String) {
    let before = holder
    holder = id
    if let before, before != id { tell(before, stateEvent(for: before)) }
  }

  /// Ends everything: words that are over are kept.
  func close() async {
    ticking?.cancel()
    watching?.cancel()
    await watching?.value
    for page in pages.values {
      _ = page.link?.send(.close(code: 1001, reason: "Kith stops"))
    }
    await closeTalk()
  }

  // MARK: Telling

  /// Sends an event to one page.
  func tell(_ id: String, _ event: KithEvent) {
    guard let keepsUp = pages[id]?.tell(event), !keepsUp else { return }
    journal.note(.warning, "a page does not keep up and is disconnected")
    _ = pages[id]?.link?.send(.close(code: 1013, reason: "too slow"))
    pages[id]?.link = nil
  }

  /// Sends an event to every page.
  func tellAll(_ event: KithEvent) {
    for id in pages.keys { tell(id, event) }
  }

  /// Sends an event to the page that has the conversation.
  func tellHolder(_ event: KithEvent) {
    if let holder { tell(holder, event) }
  }

  func tellProblem(_ problem: Problem) {
    tellAll(
      .problem(
        code: problem.code.rawValue, message: problem.message, action: problem.action,
        details: problem.details, cleared: false))
  }

  // MARK: Warming

  /// Loads what is needed for a quick answer, once.
  private func wake() {
    guard warmth == .cold else { return }
    warmth = .warming
    tellState()
    // Ends by itself; what it loads is needed whether or not the page stays.
    Task {
      do {
        try await host.warm()
        _ = try await self.opened()
        warmth = .warm
      } catch {
        warmth = .cold
        tellProblem(.from(error))
      }
      tellState()
    }
  }
}
