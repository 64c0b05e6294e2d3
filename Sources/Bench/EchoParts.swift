import Dialogue
import Synchronization

/// A model that always answers with the same text.
struct ReadingReplier: Replier {
  let text: String

  func reply(to prompt: Prompt) -> AsyncThrowingStream<ReplyEvent, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield(.text(text))
      continuation.yield(.finished(.stop))
      continuation.finish()
    }
  }

  func readAhead(_ prompt: Prompt) async {}
}

/// A voice that keeps what it has spoken, so that an hour of replies is spoken once.
final class RememberingVoice: Voice {
  private let voice: any Voice
  private let spoken = Mutex<[String: SpokenSound]>([:])

  init(_ voice: any Voice) {
    self.voice = voice
  }

  var name: String { voice.name }

  func speak(_ sentence: String, rate: Double) async throws -> SpokenSound {
    if let known = spoken.withLock({ $0[sentence] }) { return known }
    let sound = try await voice.speak(sentence, rate: rate)
    spoken.withLock { $0[sentence] = sound }
    return sound
  }
}
