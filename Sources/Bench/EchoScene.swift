import Companion
import Dialogue
import Hearing
import Replying
import Sound
import Speaking
import Synchronization

/// Plays one reply in a simulated room, with somebody over it or nobody.
///
/// The clock is that of the audio: time jumps ahead, but where words are being made out it goes on as
/// the processor works, so that what that takes counts.
struct EchoScene {
  /// What came of it, in samples of the audio clock.
  struct Outcome {
    /// How long the reply was heard.
    var played = 0
    /// When the sound over the reply began and ended, as voice activity has it.
    var onset: Int?
    var end: Int?
    /// When the voice was ducked after that, and when it came back.
    var ducked: Int?
    var restored: Int?
    /// When it was decided to stop, and when the voice was silent.
    var stopped: Int?
    var silent: Int?
    /// How often the voice was ducked before anything was heard over it.
    var earlyDucks = 0
    /// Whether it was stopped before anything was heard over it.
    var wasEarly = false
    /// Turns that nobody spoke.
    var echoTurns = 0
  }

  let parts: ConversationParts
  let writer: PromptWriter
  let clock: ConversationClock
  let room: Room.Shape
  let noise: [Float]?
  let sounding: [Float]
  /// When the sound begins and ends in `sounding`, as voice activity has it.
  let speech: Range<Int>?
  /// When `sounding` begins, in samples after the beginning of the reply.
  let at: Int

  /// No reply is longer: 90 s.
  private static let longest = 90 * SampleTime.rate
  /// How long is listened on after the end: for echoes that become turns.
  private static let after = 2 * SampleTime.rate

  /// Plays the scene.
  ///
  /// - Parameter chance: Makes the hiss of the microphone.
  /// - Returns: What came of it.
  /// - Throws: When the conversation can't be opened.
  func run(chance: inout EchoChance) async throws -> Outcome {
    let watcher = EchoWatcher()
    let conversation = Conversation(
      parts: parts, writer: writer, store: EphemeralTurns(), clock: clock,
      tell: { watcher.note($0) })
    try await conversation.open()
    await conversation.write("Tell me.")
    while await conversation.isComputing { await Task.yield() }
    let echo = Room(room)
    var outcome = Outcome()
    if let speech {
      outcome.onset = at + speech.lowerBound
      outcome.end = at + speech.upperBound
    }
    var returning = [Float](repeating: 0, count: Frame.length)
    var now = 0
    var over: Int?
    var pacer = EchoPacer()
    while now < Self.longest {
      await pacer.wait(for: conversation)
      let mic = microphone(returning, at: now, &chance)
      let output = await conversation.hear(
        Frame(start: SampleTime(samples: Int64(now)), samples: PCM16.samples(mic)))
      now += Frame.length
      returning = echo.play(PCM16.floats(output.samples))
      note(watcher.take(), output, at: now, &outcome)
      if output.isSpeech, outcome.stopped == nil { outcome.played += Frame.length }
      if over == nil, isOver(outcome, watcher, at: now) { over = now }
      if let over, now - over >= Self.after || outcome.stopped != nil { break }
    }
    outcome.echoTurns = speech == nil ? watcher.turns - 1 : 0
    await conversation.close()
    return outcome
  }

  private func isOver(_ outcome: Outcome, _ watcher: EchoWatcher, at now: Int) -> Bool {
    if outcome.stopped != nil { return outcome.silent != nil }
    return watcher.replies > 0
  }

  private func microphone(
    _ returning: [Float], at now: Int, _ chance: inout EchoChance
  ) -> [Float] {
    (0..<Frame.length).map { index in
      var sample = returning[index] + 0.0005 * chance.noise()
      if let noise { sample += noise[(now + index) % noise.count] }
      let place = now + index - at
      if sounding.indices.contains(place) { sample += sounding[place] }
      return sample
    }
  }

  private func note(
    _ events: [EchoWatcher.Event], _ output: Playout.Output, at now: Int, _ outcome: inout Outcome
  ) {
    let onset = outcome.onset ?? .max
    for event in events {
      switch event {
      case .ducked where now < onset: outcome.earlyDucks += 1
      case .ducked: if outcome.ducked == nil { outcome.ducked = now }
      case .restored where now > onset: if outcome.restored == nil { outcome.restored = now }
      case .restored: break
      case .stopped:
        guard outcome.stopped == nil else { continue }
        outcome.stopped = now
        outcome.wasEarly = now < onset
      }
    }
    // The frame that was just given out is heard from now on.
    if outcome.stopped != nil, outcome.silent == nil, output.samples.allSatisfy({ $0 == 0 }) {
      outcome.silent = now
    }
  }
}

/// Collects what a conversation tells of a reply.
final class EchoWatcher: Sendable {
  enum Event: Sendable {
    case ducked, restored, stopped
  }

  private struct Notes {
    var events: [Event] = []
    var turns = 0
    var replies = 0
  }

  private let notes = Mutex(Notes())

  func note(_ event: ConversationEvent) {
    notes.withLock {
      switch event {
      case .ducked(_, let isDucked): $0.events.append(isDucked ? .ducked : .restored)
      case .interrupted: $0.events.append(.stopped)
      case .personTurn: $0.turns += 1
      case .companionTurn: $0.replies += 1
      default: break
      }
    }
  }

  /// What happened since it was last asked.
  func take() -> [Event] {
    notes.withLock { notes in
      defer { notes.events = [] }
      return notes.events
    }
  }

  var turns: Int { notes.withLock { $0.turns } }
  var replies: Int { notes.withLock { $0.replies } }
}

/// Lets time run as fast as it can, and by the processor's time where something is worked out: so it is
/// the same on a machine that is busy with other things.
private struct EchoPacer {
  private static let frame = 20.0
  private var due = ProcessorTime.cpuMilliseconds()

  mutating func wait(for conversation: Conversation) async {
    guard await conversation.isComputing else {
      due = ProcessorTime.cpuMilliseconds()
      return
    }
    due += Self.frame
    while ProcessorTime.cpuMilliseconds() < due, await conversation.isComputing {
      try? await Task.sleep(for: .microseconds(500))
    }
  }
}
