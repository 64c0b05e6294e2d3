import Companion
import Dialogue
import Sound

extension LiveStage {
  /// Silence after which every turn is over, in frames.
  private static let longestSilence = 3 * 50

  /// What came of a message of a page.
  enum Reception: Equatable {
    case well
    case fault(String)
  }

  /// Takes an event of a page.
  func receive(_ event: PageEvent, from id: String) async -> Reception {
    switch event {
    case .hello: return .fault("kith.hello comes once, as the first message.")
    case .unknown: return .well
    case .duck(let reply, let active):
      if id == holder, let talk { await talk.conversation.ducked(active, of: reply - talk.base) }
    case .listen(let stream, let rate, let from):
      return await listen(id, stream: stream, rate: rate, from: from)
    case .unlisten(let stream, _):
      guard let capture = pages[id]?.capture, capture.number == stream else { return .well }
      await closeMicrophone(capture)
      pages[id]?.capture = nil
      tellState()
    case .playout(let reply, let samples, _, let ended):
      if id == holder { await played(samples, of: reply, ended: ended) }
    case .typed(let text, let request): return await typed(text, request, on: id)
    case .cancel: await talk?.conversation.stop()
    case .take: await take(id)
    case .silence: await silenceTimers()
    case .cancelTimer(let timer): await cancelTimer(timer)
    }
    return .well
  }

  private func typed(_ text: String, _ request: String?, on id: String) async -> Reception {
    // Nobody is left there to hear the answer.
    if let holder, holder != id, let page = pages[holder], page.link == nil, page.isClosed {
      await take(id)
    }
    do {
      let conversation = try await opened()
      talk?.typed.append(text)
      await conversation.write(text, request: request)
    } catch {
      tellProblem(.from(error))
    }
    return .well
  }

  /// Brings the conversation to a page.
  func take(_ id: String) async {
    guard holder != id else { return }
    if let before = holder {
      await closeMicrophone(pages[before]?.capture)
      pages[before]?.capture = nil
    }
    await talk?.conversation.stop()
    if let talk { await keepEcho(of: talk) }
    hand(to: id)
    if let page = pages[id] { await talk?.conversation.hears(through: page.echo) }
    tellState()
  }

  private func listen(
    _ id: String, stream: UInt32, rate: Int, from: Int64
  ) async -> Reception {
    guard id == holder else {
      tell(id, stateEvent(for: id))
      return .well
    }
    if let open = pages[id]?.capture {
      guard stream > open.number else {
        return stream == open.number ? .well : .fault("A new stream has a higher number.")
      }
      await closeMicrophone(open)
    }
    do {
      _ = try await opened()
      pages[id]?.capture = CaptureStream(number: stream, rate: rate, from: from, begin: clock)
      pages[id]?.toldHeard = from
      tellState()
    } catch {
      tellProblem(.from(error))
    }
    return .well
  }

  /// Takes sound of a page.
  func receive(_ sound: SoundMessage, from id: String) async -> Reception {
    guard sound.kind == .microphone else { return .fault("A page sends microphone sound only.") }
    // The page is not read from meanwhile.
    if line.isLong { await serving?.value }
    guard id == holder, pages[id]?.capture?.number == sound.stream else { return .well }
    guard let taken = pages[id]?.capture?.take(sound.samples, at: sound.first) else {
      return .well
    }
    if taken.missing > 0 {
      tell(
        id,
        .problem(
          code: "sound_missing", message: "Some of the sound did not arrive.",
          action: "Say it again if the answer is odd.", cleared: false))
    }
    hear(taken.frames)
    return .well
  }

  /// Ends a microphone's stream; a sentence that is over is answered.
  func closeMicrophone(_ capture: CaptureStream?) async {
    guard var capture else { return }
    hear(capture.finish())
    // Silence until the turn is over: nobody will go on speaking into a closed microphone.
    for _ in 0..<Self.longestSilence {
      await serving?.value
      guard await talk?.conversation.isInTurn == true else { return }
      hear([.silence(at: clock)])
    }
  }

  // MARK: The clock of the conversation

  /// Puts frames into the conversation, one after the other.
  func hear(_ frames: [Frame]) {
    guard !frames.isEmpty else { return }
    line.append(frames)
    if let last = frames.last { clock = last.end }
    guard !line.isServed else { return }
    line.isServed = true
    // Ends when no frame waits.
    serving = Task { await serveLine() }
  }

  private func serveLine() async {
    while let frame = line.next() {
      guard let conversation = talk?.conversation else { break }
      _ = await conversation.hear(frame)
      await tellHeard(conversation)
    }
    line.isServed = false
  }

  private func tellHeard(_ conversation: Conversation) async {
    let time = await conversation.needsSoundFrom
    guard let id = holder, let capture = pages[id]?.capture else { return }
    let position = capture.position(of: time)
    guard position - (pages[id]?.toldHeard ?? 0) >= Int64(capture.rate) else { return }
    pages[id]?.toldHeard = position
    tell(id, .heard(stream: capture.number, samples: position))
  }

  /// Lets time pass while something is under way and no microphone gives the beat.
  func keepTime() {
    guard ticking == nil, talk?.activity != .quiet, talk != nil else { return }
    // Ends when nothing is under way, and is cancelled by `close`.
    ticking = Task {
      while !Task.isCancelled, let talk = self.talk, talk.activity != .quiet {
        try? await Task.sleep(for: .milliseconds(20))
        if holder.flatMap({ pages[$0]?.capture }) == nil, !line.isServed {
          let frame = Frame.silence(at: clock)
          clock = frame.end
          await talk.conversation.pass(frame)
        }
      }
      ticking = nil
    }
  }
}
