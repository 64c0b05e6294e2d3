import Dialogue
import FoundationEssentials
import HTTPServer
import Memory
import Skills
import Sound
import Synchronization

/// The plain HTTP routes below `/kith/`: history, settings, model servers, voices, problems.
struct Doors: Sendable {
  /// The longest text that is spoken in one go, in bytes: about eight minutes.
  private static let longestSpeech = 8_192
  private static let sample = "Hello, this is how I sound. Shall we talk a little?"

  private let keeper: any DoorKeeper
  private let timers: TimerDesk?
  private let speaking = Turnstile(limit: 2)
  private let looking = Turnstile(limit: 2)

  init(_ keeper: any DoorKeeper, timers: TimerDesk? = nil) {
    self.keeper = keeper
    self.timers = timers
  }

  /// What there is at each path, by method.
  var paths: [String: [String: HTTPService.Handler]] {
    [
      "/kith/turns": ["GET": { request, _ in try await turns(request) }],
      "/kith/turns/*/sound": ["GET": { request, _ in try await sound(request) }],
      "/kith/turns/*/trace": ["GET": { request, _ in .json(try await traced(request).trace) }],
      "/kith/turns/*/why": ["GET": { request, _ in .json(try await traced(request)) }],
      "/kith/timers/*/sound": ["GET": { request, _ in try await announcement(request) }],
      "/kith/settings": [
        "GET": { _, _ in .json(await keeper.settings()) },
        "PUT": { request, body in try await change(request, body) },
      ],
      "/kith/servers/find": ["POST": { _, _ in try await find() }],
      "/kith/servers/check": ["POST": { request, body in try await check(request, body) }],
      "/kith/voices/*/sample": ["POST": { request, _ in try await sample(request) }],
      "/kith/problems": ["GET": { _, _ in .json(await problems()) }],
    ]
  }

  // MARK: - History

  private struct TurnPage: Encodable {
    struct Row: Encodable {
      var id: Int64
      var speaker: String
      var text: String
      var ending: String
      var startedAt: Int64
      var answers: Int64?

      init(_ turn: Turn) {
        id = turn.id
        speaker = turn.speaker.rawValue
        text = turn.text
        ending = turn.ending.rawValue
        startedAt = turn.startedAt
        answers = turn.answers
      }

      private enum CodingKeys: String, CodingKey {
        case id, speaker, text, ending, answers
        case startedAt = "started_at"
      }
    }

    var turns: [Row]
    var more: Bool
  }

  private func turns(_ request: Request) async throws -> Response {
    let query = try QueryItems(request.query)
    let limit = Int(try query.number("limit", in: 1...200) ?? 60)
    let before = try query.number("before", in: 1...Int64.max) ?? .max
    // One more than asked for tells whether there are more.
    if let text = query["q"] {
      guard let words = SearchWords(text) else {
        throw Refused.unusable(
          "q takes at most \(SearchWords.maximumBytes) bytes.", action: "Look for fewer words.")
      }
      let found = try await keeper.history.turns(with: words, before: before, limit: limit + 1)
      return .json(
        TurnPage(turns: found.prefix(limit).map(TurnPage.Row.init), more: found.count > limit))
    }
    let page = try await keeper.history.turns(before: before, limit: limit + 1)
    return .json(
      TurnPage(turns: page.suffix(limit).map(TurnPage.Row.init), more: page.count > limit))
  }

  private func sound(_ request: Request) async throws -> Response {
    let id = request.step(2)
    guard let number = Int64(id), let turn = try await keeper.history.turn(number) else {
      throw Refused.missing("There is no turn \(id.prefix(20)).")
    }
    guard turn.speaker == .companion else {
      throw Refused.conflict(
        "Turn \(turn.id) was said by you; only what the companion said can be spoken again.")
    }
    return try await spoken(turn.text, as: nil, for: request)
  }

  private func traced(_ request: Request) async throws -> TracedTurn {
    let id = request.step(2)
    guard let number = Int64(id) else {
      throw Refused.missing("There is no turn \(id.prefix(20)).")
    }
    do {
      return try await TracedTurn(number, in: keeper.history)
    } catch let absence as TracedTurn.Absence {
      throw Refused.missing(absence.problem.message, action: absence.problem.action)
    }
  }

  /// What is said when a timer rings, spoken.
  private func announcement(_ request: Request) async throws -> Response {
    let id = request.step(2)
    guard let timer = await timers?.timers().all.first(where: { String($0.id) == id }) else {
      throw Refused.missing("There is no timer \(id.prefix(20)).")
    }
    return try await spoken(timer.announcement, as: nil, for: request)
  }

  // MARK: - Voices

  private func sample(_ request: Request) async throws -> Response {
    try await spoken(Self.sample, as: request.step(2), for: request)
  }

  private func spoken(
    _ text: String, as voice: String?, for request: Request
  ) async throws -> Response {
    guard text.utf8.count <= Self.longestSpeech else {
      throw Refused(
        .contentTooLarge, "too_long", "This is too long to be spoken in one go.",
        action: "Read it instead.")
    }
    let headers: Headers = ["content-type": "audio/wav", "cache-control": "no-store"]
    // Whoever only asks about it does not make the machine speak.
    if request.method == "HEAD" { return Response(.ok, headers: headers, body: .stream { _ in }) }
    let samples = try await speaking.pass { try await keeper.speak(text, as: voice) }
    guard !samples.isEmpty else { throw Refused.conflict("Nothing of this can be spoken.") }
    return Response(.ok, headers: headers, body: .bytes(PCM16.wave(samples)))
  }

  // MARK: - Settings

  private func change(_ request: Request, _ body: RequestBody) async throws -> Response {
    let bytes = try await body.json(of: request)
    do {
      return .json(try await keeper.change(try PreferencesChange(json: bytes)))
    } catch let fault as PreferencesChange.Fault {
      throw Refused.unusable(fault.sentence, action: "Nothing was changed.")
    }
  }

  // MARK: - Model servers

  private struct Found: Encodable {
    var servers: [FoundServer]
  }

  private struct Asked: Decodable {
    var address: String
    var model: String?
  }

  private func find() async throws -> Response {
    .json(Found(servers: try await looking.pass { await keeper.findServers() }))
  }

  private func check(_ request: Request, _ body: RequestBody) async throws -> Response {
    let bytes = try await body.json(of: request)
    guard let asked = try? JSONDecoder().decode(Asked.self, from: Data(bytes)),
      asked.model.map({ (1...512).contains($0.utf8.count) }) ?? true
    else {
      throw Refused.unusable(
        "Send an object with an address, and a model of at most 512 bytes if one is meant.")
    }
    return .json(
      try await looking.pass {
        try await keeper.checkServer(asked.address, model: asked.model)
      })
  }

  // MARK: - Problems

  private struct Problems: Encodable {
    var problems: [ChatLine.Trouble]
  }

  private func problems() async -> Problems {
    Problems(problems: await keeper.problems().map(ChatLine.Trouble.init))
  }
}

/// Lets a few in at a time and sends the others away.
private final class Turnstile: Sendable {
  private let limit: Int
  private let inside = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Runs `work`.
  ///
  /// - Throws: ``Refused`` when too many are inside, or what `work` throws.
  func pass<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    let isFree = inside.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
    guard isFree else {
      throw Refused(
        .unavailable, "busy", "Kith does this for others just now.",
        action: "Try again in a moment.")
    }
    defer { inside.withLock { $0 -= 1 } }
    return try await work()
  }
}
