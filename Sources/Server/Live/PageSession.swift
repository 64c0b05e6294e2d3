import Hearing

/// One page, across the connections it makes: what it missed while it was away can be sent again.
struct PageSession {
  /// A connection of the page.
  struct Link: Sendable {
    /// Tells it from earlier connections of the same page.
    let number: Int
    /// Takes a message to send; false when too much waits already.
    let send: @Sendable (PageMessage) -> Bool
  }

  /// The most events kept for a page that is away.
  private static let longestLog = 1024

  /// What the page shows to come back.
  let token: AccessToken
  /// The connection; nil while the page is away.
  var link: Link?
  /// How often it has lost its connection.
  var departures = 0
  /// Whether it closed its connection itself when it left.
  var isClosed = false
  /// Its microphone, while it is open.
  var capture: CaptureStream?
  /// What was last told of how far the microphone's sound is dealt with.
  var toldHeard: Int64 = 0

  /// How much of what it plays its microphone hears, as it was learnt in its conversations.
  var echo = EchoReturn.unknown

  private var lastEvent = 0
  private var log: [(number: Int, text: String)] = []

  init(token: AccessToken) {
    self.token = token
  }

  /// Sends an event now, or when the page is back.
  ///
  /// - Returns: Whether the page keeps up.
  mutating func tell(_ event: KithEvent) -> Bool {
    guard link != nil || !event.mayBeDropped else { return true }
    lastEvent += 1
    let text = event.message(numbered: lastEvent)
    if case .created = event {} else { log.append((lastEvent, text)) }
    if log.count > Self.longestLog { log.removeFirst(log.count - Self.longestLog) }
    return link?.send(.text(text, mayBeDropped: event.mayBeDropped)) ?? true
  }

  /// Sends sound, if the page is there; what it misses is sent again when it is back.
  func play(_ sound: SoundMessage) -> Bool {
    link?.send(.sound(sound.bytes)) ?? true
  }

  /// The events the page has not seen, as they were sent.
  func events(after number: Int) -> [String] {
    log.filter { $0.number > number }.map(\.text)
  }
}

/// A message on its way to a page.
enum PageMessage: Sendable, Equatable {
  case text(String, mayBeDropped: Bool)
  case sound([UInt8])
  /// The last one: the connection is closed with this code and reason.
  case close(code: Int, reason: String)
}
