import Dialogue
import Engines
import Personality
import Replying
import Sound
import Speaking
import TestSupport
import Testing

@testable import Companion

/// Sounds and words through the ears of this machine.
@Suite(
  .enabled(if: SharedEngines.areHere, "\(SharedEngines.absence)"),
  .enabled(if: Recordings.areHere, "\(Recordings.absence)"))
struct NoiseTests {
  /// What a conversation takes as said in `sound`.
  private func said(in sound: SoundClip) async throws -> [String] {
    let engines = SharedEngines.ofThisMachine
    let turns = ScriptedTurns()
    let conversation = Conversation(
      parts: ConversationParts(
        activity: try await engines.activity(), transcriber: try await engines.transcriber(),
        turnModel: try await engines.turnModel(), replier: ScriptedReplier([]), voice: nil),
      writer: PromptWriter(persona: try .mira(), window: .usual), store: turns,
      clock: ConversationClock(now: { 1_000 }, inWords: { _ in "noon" }), tell: { _ in })
    _ = await RecordedMicrophone(sound, pace: .asFastAsPossible).play(into: conversation) { _, _ in
    }
    await conversation.close()
    return await turns.turns.filter { $0.speaker == .person }.map(\.text)
  }

  @Test(arguments: [
    "dog_1-100032-A", "dog_1-30226-A", "dog_1-32318-A", "sneeze_1-54505-A", "sneeze_1-59324-A",
    "sneeze_2-119102-A",
  ])
  func `a bark or a sneeze is no turn`(name: String) async throws {
    let sound = try Recordings.sound("audio/noise/esc10_\(name).ogg")
    #expect(try await said(in: sound) == [])
  }

  @Test(arguments: ["mini_eight_petewarden_0", "mini_eight_petewarden_1", "mini_c_evmaki_0"])
  func `a single short word is a turn`(name: String) async throws {
    let sound = try Recordings.sound("audio/speakers/\(name).wav")
    #expect(try await said(in: sound).count == 1)
  }
}
