public import Dialogue
import Sound

/// A voice that speaks on this machine.
///
/// Its model is loaded with the first sentence, or by ``warm()``.
public final class OnDeviceVoice: Voice {
  /// The speeds it takes.
  public static let rates = 0.5...2.0

  public let name: String

  private let phonemizer: EspeakPhonemizer
  private let queue: InferenceQueue
  private let model: Lazy<any AcousticModel>

  /// A voice whose model `load` loads.
  init(
    name: String, phonemizer: EspeakPhonemizer, queue: InferenceQueue,
    load: @escaping @Sendable () throws(EngineError) -> any AcousticModel
  ) {
    self.name = name
    self.phonemizer = phonemizer
    self.queue = queue
    model = Lazy(load)
  }

  /// Loads the model and starts the phonemizer, so that the first sentence comes as fast as others.
  ///
  /// - Throws: `EngineError`, `partMissing` when a part was never set up.
  public func warm() async throws {
    async let program: Void = phonemizer.warm()
    _ = try await queue.run(.voice) { [model] in _ = try model.get() }
    try await program
  }

  /// Speaks one sentence; see the protocol.
  ///
  /// Silence around it is cut to 20 ms before and 40 ms after, and every voice has the same level,
  /// −20 dBFS. The same sentence always gives the same sound. What can't be said (pictures, other
  /// scripts) is left out; of a text without anything sayable the sound is empty.
  public func speak(_ sentence: String, rate: Double) async throws -> SpokenSound {
    let pace = rate.isNaN ? 1 : min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    let clauses = try await phonemizer.clauses(of: sentence)
    let words = clauses.flatMap(\.words).map(\.written)
    var sentence = SentenceSound(words: words.count)
    var end: Character?
    for piece in SentencePiece.cut(clauses) {
      let (symbols, sound) = try await queue.run(.voice) { [model] in
        let model = try model.get()
        let symbols = model.symbols(for: piece.clauses[...])
        return (symbols, try model.sound(of: symbols, pace: pace))
      }
      sentence.append(sound, symbols: symbols, pause: Self.pause(after: end, pace: pace))
      end = piece.clauses.last?.clause.end
    }
    return sentence.finished(words: words)
  }

  /// The silence between two pieces of one sentence in samples.
  private static func pause(after end: Character?, pace: Double) -> Int {
    let milliseconds: Double =
      switch end {
      case nil: 20
      case ",": 120
      case ";", ":", "—": 180
      default: 250
      }
    return Int(milliseconds / pace * Double(SampleTime.rate) / 1000)
  }
}
