import Companion
import Dialogue
import FoundationEssentials
import Skills
import Sound
import Speaking

/// A text message to the page.
enum KithEvent: Sendable, Equatable {
  case created(Created)
  case heard(stream: UInt32, samples: Int64)
  case window(WindowState, reason: String?)
  case speechStarted(milliseconds: Int64)
  case speechStopped(milliseconds: Int64)
  case wordsSoFar(String)
  case personTurn(id: Int64, text: String, startedAt: Int64, typed: Bool)
  case nothing
  case responseCreated(response: Int, answers: Int64)
  case text(response: Int, String)
  case caption(response: Int, SoundPiece.Beginning)
  case face(response: Int, at: Int64, [MouthShape], expression: String?)
  case soundDone(response: Int, samples: Int64)
  case cleared(response: Int)
  case duck(response: Int, active: Bool)
  case responseDone(response: Int, ResponseStatus, heard: String, item: Int64?)
  case command(PageOrder)
  case timers(TimerSchedule, now: Int64)
  case problem(
    code: String, message: String, action: String, details: String? = nil, cleared: Bool)
  case error(type: String, message: String)

  /// The answer to a hello.
  struct Created: Sendable, Equatable, Encodable {
    var session: String
    var token: String
    var version: String
    var companion: CompanionCard
    var resumed: Bool
    var stream: UInt32?
    var nextSample: Int64?
  }

  /// What the companion does, as the page shows it.
  enum WindowState: String, Sendable {
    case waking, idle, listening, hearing, thinking, speaking, elsewhere
  }

  /// How a reply ended.
  enum ResponseStatus: String, Sendable {
    case completed, cancelled, incomplete, failed
  }

  /// The names of all events, as the documentation lists them.
  static let names = Name.allCases.map(\.rawValue)

  /// Whether a slow page may do without it.
  var mayBeDropped: Bool {
    switch self {
    case .face, .wordsSoFar: true
    default: false
    }
  }

  /// The message with its number within the session.
  func message(numbered number: Int) -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Every case is made of texts and whole numbers, which always encode.
    let bytes = (try? encoder.encode(Numbered(number: number, event: self))) ?? Data()
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct Numbered: Encodable {
    let number: Int
    let event: KithEvent

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Field.self)
      try fields.encode(number, forKey: Field("event_id"))
      try event.encode(into: &fields, encoder)
    }
  }

  private struct Field: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringLiteral name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private enum Name: String, CaseIterable {
    case created = "session.created"
    case heard = "kith.heard"
    case window = "kith.window"
    case speechStarted = "input_audio_buffer.speech_started"
    case speechStopped = "input_audio_buffer.speech_stopped"
    case wordsSoFar = "conversation.item.input_audio_transcription.delta"
    case personTurn = "conversation.item.input_audio_transcription.completed"
    case nothing = "kith.nothing"
    case responseCreated = "response.created"
    case text = "response.output_text.delta"
    case caption = "kith.caption"
    case face = "kith.face"
    case soundDone = "response.output_audio.done"
    case cleared = "output_audio_buffer.cleared"
    case duck = "kith.duck"
    case responseDone = "response.done"
    case command = "kith.command"
    case timers = "kith.timers"
    case problem = "kith.problem"
    case error = "error"
  }

  private typealias Fields = KeyedEncodingContainer<Field>

  private func encode(into fields: inout Fields, _ encoder: any Encoder) throws {
    func named(_ name: Name) throws { try fields.encode(name.rawValue, forKey: "type") }
    switch self {
    case .created(let created):
      try named(.created)
      try created.encode(to: encoder)
    case .heard(let stream, let samples):
      try named(.heard)
      try fields.encode(stream, forKey: "stream")
      try fields.encode(samples, forKey: "samples")
    case .window(let state, let reason):
      try named(.window)
      try fields.encode(state.rawValue, forKey: "state")
      try fields.encodeIfPresent(reason, forKey: "reason")
    case .speechStarted(let milliseconds):
      try named(.speechStarted)
      try fields.encode(milliseconds, forKey: "audio_start_ms")
    case .speechStopped(let milliseconds):
      try named(.speechStopped)
      try fields.encode(milliseconds, forKey: "audio_end_ms")
    case .wordsSoFar(let text):
      try named(.wordsSoFar)
      try fields.encode(text, forKey: "text")
    case .personTurn(let id, let text, let startedAt, let typed):
      try named(.personTurn)
      try fields.encode(id, forKey: "item_id")
      try fields.encode(text, forKey: "transcript")
      try fields.encode(startedAt, forKey: "started_at")
      try fields.encode(typed, forKey: "typed")
    case .nothing: try named(.nothing)
    case .command(let order):
      try named(.command)
      try fields.encode(order.rawValue, forKey: "command")
    case .timers(let schedule, let now):
      try named(.timers)
      try fields.encode(now, forKey: "now")
      try fields.encode(ToldTimer.all(of: schedule), forKey: "timers")
    case .problem(let code, let message, let action, let details, let cleared):
      try named(.problem)
      try fields.encode(code, forKey: "code")
      try fields.encode(message, forKey: "message")
      try fields.encode(action, forKey: "action")
      try fields.encodeIfPresent(details, forKey: "details")
      if cleared { try fields.encode(true, forKey: "cleared") }
    case .error(let type, let message):
      try named(.error)
      try fields.encode(["type": type, "message": message], forKey: "error")
    default: try encodeReply(into: &fields)
    }
  }

  /// The events that belong to a reply.
  private func encodeReply(into fields: inout Fields) throws {
    func named(_ name: Name, _ response: Int) throws {
      try fields.encode(name.rawValue, forKey: "type")
      try fields.encode(response, forKey: "response")
    }
    switch self {
    case .responseCreated(let response, let answers):
      try named(.responseCreated, response)
      try fields.encode(response, forKey: "stream")
      try fields.encode(answers, forKey: "answers")
    case .text(let response, let delta):
      try named(.text, response)
      try fields.encode(delta, forKey: "delta")
    case .caption(let response, let beginning):
      try named(.caption, response)
      try fields.encode(beginning.index, forKey: "sentence")
      try fields.encode(beginning.at, forKey: "at")
      try fields.encode(beginning.sentence.written, forKey: "text")
      if beginning.sentence.goesOn { try fields.encode(true, forKey: "goes_on") }
      try fields.encode(beginning.sentence.sound.words.map(CaptionWord.init), forKey: "words")
    case .face(let response, let at, let mouth, let expression):
      try named(.face, response)
      try fields.encode(at, forKey: "at")
      try fields.encode(mouth.map(MouthCue.init), forKey: "mouth")
      try fields.encodeIfPresent(expression, forKey: "expression")
    case .soundDone(let response, let samples):
      try named(.soundDone, response)
      try fields.encode(samples, forKey: "samples")
    case .cleared(let response): try named(.cleared, response)
    case .duck(let response, let active):
      try named(.duck, response)
      try fields.encode(active, forKey: "active")
    case .responseDone(let response, let status, let heard, let item):
      try named(.responseDone, response)
      try fields.encode(status.rawValue, forKey: "status")
      try fields.encode(heard, forKey: "heard")
      try fields.encodeIfPresent(item, forKey: "item_id")
    default: break
    }
  }
}

/// A word of a caption, in samples from the start of its sentence.
private struct CaptionWord: Encodable {
  var text: String
  var start: Int64
  var end: Int64

  init(_ word: TimedWord) {
    text = word.text
    start = word.start.samples
    end = word.end.samples
  }
}

/// A shape of the mouth, in samples from the start of its sentence.
private struct MouthCue: Encodable {
  var start: Int64
  var end: Int64
  var open: Double
  var round: Double

  init(_ shape: MouthShape) {
    start = shape.start.samples
    end = shape.end.samples
    open = shape.openness
    round = shape.roundness
  }
}
