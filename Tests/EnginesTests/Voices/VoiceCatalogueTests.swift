import TestSupport
import Testing

@testable import Engines

struct VoiceCatalogueTests {
  private func catalogue(_ parts: PartsFolder) -> VoiceCatalogue {
    VoiceCatalogue(
      parts: parts, runtime: OnnxRuntime(parts: parts), queue: InferenceQueue(name: "voices"),
      phonemizer: EspeakPhonemizer())
  }

  @Test func `a missing voice is listed, and says what is missing when it is to speak`()
    async throws
  {
    let voices = catalogue(PartsFolder(cache: "/nowhere", list: try .embedded()))
    #expect(voices.entries.map(\.name) == ["hibari", "joe"])
    #expect(voices.entries.map(\.gender) == [.female, .male])
    #expect(voices.entries.allSatisfy { !$0.isInstalled })
    #expect(throws: EngineError.partMissing("Voice Joe (male, Piper)")) { try voices.best(.male) }
    #expect(throws: EngineError.partMissing("Voice Hibari (female)")) { try voices.best(nil) }
    #expect(voices.voice(named: "nobody") == nil)
    let joe = try #require(voices.voice(named: "joe"))
    await #expect(throws: EngineError.partMissing("Voice Joe (male, Piper)")) {
      try await joe.speak("Hello.", rate: 1)
    }
  }

  @Test(.enabled(if: SharedEngines.voicesAreHere, "\(SharedEngines.absence)"))
  func `the best voice is the one wanted, or the one there is`() async throws {
    let voices = try await SharedEngines.ofThisMachine.voices()
    #expect(try voices.best(.female).name == "hibari")
    #expect(try voices.best(.male).name == "joe")
    #expect(try voices.best(nil).name == "hibari")
    #expect(voices.entries.filter { !$0.isInstalled }.isEmpty)
  }
}
