import FoundationEssentials

/// A text message from the page.
enum PageEvent: Equatable, Sendable {
  /// The first message.
  case hello(Hello)
  /// The microphone is open: the number of its stream, its rate, and where its sound begins.
  case listen(stream: UInt32, rate: Int, from: Int64)
  /// The microphone is closed after `at` samples.
  case unlisten(stream: UInt32, at: Int64)
  /// How much of a reply was played and has arrived, and whether it will be played no further.
  case playout(response: Int, played: Int64, received: Int64, ended: Bool)
  /// The page has lowered or raised the loudness of a reply.
  case duck(response: Int, active: Bool)
  /// Something typed.
  case typed(text: String, id: String?)
  /// Stop the reply.
  case cancel
  /// Bring the conversation here.
  case take
  /// End the ringing of timers.
  case silence
  /// Take a timer back.
  case cancelTimer(Int64)
  /// An event of a newer page.
  case unknown

  /// What a page says first.
  struct Hello: Equatable, Sendable, Decodable {
    /// The reply it was playing when the connection broke.
    struct Playing: Equatable, Sendable, Decodable {
      var response: Int
      var received: Int64
      var played: Int64
    }

    var session: String?
    var token: String?
    var lastEvent: Int?
    var playing: Playing?

    private enum CodingKeys: String, CodingKey {
      case session, token, playing
      case lastEvent = "last_event"
    }
  }

  /// Why a text is no event.
  struct Fault: Error, Equatable {
    var message: String
  }

  /// The longest text typed at once, in bytes.
  static let longestText = 16 << 10
  /// The names of all events, as the documentation lists them.
  static let names = Name.allCases.map(\.rawValue)
  /// The rates a microphone may have.
  static let rates: Set<Int> = [24_000, 44_100, 48_000]

  private enum Name: String, CaseIterable {
    case hello = "kith.hello"
    case listen = "kith.listen"
    case unlisten = "kith.unlisten"
    case playout = "kith.playout"
    case duck = "kith.duck"
    case typed = "conversation.item.create"
    case cancel = "response.cancel"
    case take = "kith.take"
    case silence = "kith.silence"
    case cancelTimer = "kith.cancel_timer"
  }

  /// Reads a message.
  init(_ text: String) throws(Fault) {
    let bytes = Data(text.utf8)
    let decoder = JSONDecoder()
    do {
      let type = try decoder.decode(Kind.self, from: bytes).type
      guard let name = Name(rawValue: type) else {
        self = .unknown
        return
      }
      self = try Self.event(name, decoder, bytes)
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(message: "The message is no event that docs/protocol.md describes.")
    }
  }

  private static func event(
    _ name: Name, _ decoder: JSONDecoder, _ bytes: Data
  ) throws -> PageEvent {
    switch name {
    case .hello: return .hello(try decoder.decode(Hello.self, from: bytes))
    case .cancel: return .cancel
    case .take: return .take
    case .silence: return .silence
    case .cancelTimer:
      return .cancelTimer(try decoder.decode(CancellingTimer.self, from: bytes).timer)
    case .listen:
      let fields = try decoder.decode(Listening.self, from: bytes)
      guard rates.contains(fields.rate) else {
        throw Fault(message: "The microphone's rate is 24000, 44100 or 48000.")
      }
      guard (0...1 << 40).contains(fields.from) else { throw Fault(message: "from is too large.") }
      return .listen(stream: fields.stream, rate: fields.rate, from: fields.from)
    case .unlisten:
      let fields = try decoder.decode(Unlistening.self, from: bytes)
      return .unlisten(stream: fields.stream, at: fields.at)
    case .playout:
      let fields = try decoder.decode(Playing.self, from: bytes)
      guard (0...Int(Int32.max)).contains(fields.response),
        (0...1 << 40).contains(fields.played), (0...1 << 40).contains(fields.received)
      else { throw Fault(message: "The numbers of a playout are out of range.") }
      return .playout(
        response: fields.response, played: fields.played, received: fields.received,
        ended: fields.ended ?? false)
    case .duck:
      let fields = try decoder.decode(Ducking.self, from: bytes)
      return .duck(response: fields.response, active: fields.active)
    case .typed: return try typed(try decoder.decode(Creating.self, from: bytes))
    }
  }

  private static func typed(_ fields: Creating) throws -> PageEvent {
    let text = fields.item.content.compactMap { $0.type == "input_text" ? $0.text : nil }
      .joined(separator: "\n")
    guard fields.item.role == "user", text.contains(where: { !$0.isWhitespace }) else {
      throw Fault(message: "A typed item is a message of the user with an input_text.")
    }
    guard text.utf8.count <= longestText else {
      throw Fault(message: "The text is longer than 16 KB: say it in several goes.")
    }
    if let id = fields.item.id, !(1...64).contains(id.utf8.count) {
      throw Fault(message: "An item's id has 1 to 64 bytes.")
    }
    return .typed(text: text, id: fields.item.id)
  }

  private struct Kind: Decodable {
    var type: String
  }

  private struct Listening: Decodable {
    var stream: UInt32
    var rate: Int
    var from: Int64
  }

  private struct CancellingTimer: Decodable {
    var timer: Int64
  }

  private struct Unlistening: Decodable {
    var stream: UInt32
    var at: Int64
  }

  private struct Playing: Decodable {
    var response: Int
    var played: Int64
    var received: Int64
    var ended: Bool?
  }

  private struct Ducking: Decodable {
    var response: Int
    var active: Bool
  }

  private struct Creating: Decodable {
    struct Item: Decodable {
      struct Content: Decodable {
        var type: String
        var text: String?
      }

      var id: String?
      var role: String
      var content: [Content]
    }

    var item: Item
  }
}
