import Glibc
import Sound
import TestSupport
import Testing

@testable import Engines

@Suite(.enabled(if: SharedEngines.areHere, "\(SharedEngines.absence)"))
struct SmartTurnTests {
  @Test(
    .enabled(if: Recordings.areHere, "\(Recordings.absence)"),
    arguments: [
      (5.9, 0...0.05), (1.6, 0...0.05), (31.5, 0...0.05), (13.1, 0.9...1), (42.2, 0.9...1),
    ])
  func `clear ends and clear middles of sentences are judged rightly`(
    second: Double, expected: ClosedRange<Float>
  ) async throws {
    let sound = try Recordings.sound("audio/long/two_cities.flac").samples
    let model = try await SharedEngines.ofThisMachine.turnModel()
    let found = try await model.completion(of: Array(sound[..<Int(second * 16_000)]))
    #expect(expected.contains(found))
  }

  @Test func `silence, noise and broken sound get a probability, nothing gets an error`()
    async throws
  {
    let model = try await SharedEngines.ofThisMachine.turnModel()
    for sound in [
      [0], [Float](repeating: 0, count: 160_000), [Float](repeating: .nan, count: 5000),
      SyntheticSound.noise(seconds: 3, amplitude: 0.1),
    ] {
      #expect((0...1).contains(try await model.completion(of: sound)))
    }
    await #expect(throws: EngineError.self) { try await model.completion(of: []) }
  }
}

struct WhisperFeaturesTests {
  @Test(arguments: [0.01, 0.5, 3.0, 7.99, 8.0, 9.3])
  func `the picture is what the definition gives, frame by frame`(seconds: Double) throws {
    let sound = SyntheticSound.vowels(seconds: seconds, pitch: 140)
      .enumerated().map { $0.element + 0.01 + 0.02 * Float($0.offset % 7) }
    let picture = try WhisperFeatures().picture(of: sound)
    // The loudest place sets the floor, so its frame is one of those checked.
    let loudest = picture.indices.max { picture[$0] < picture[$1] }!
    let floor = Double(picture[loudest]) * 4 - 4 - 8
    let wave = Self.normalized(sound)
    for frame in [0, 1, 2, 100, 399, 500, 700, 749, 750, 751, 798, 799, loudest % 800] {
      for (band, level) in Self.levels(of: wave, frame: frame).enumerated() {
        let expected = (max(level, floor) + 4) / 4
        let difference = abs(Double(picture[band * 800 + frame]) - expected)
        #expect(difference < 2e-3, "frame \(frame), band \(band)")
      }
    }
  }

  @Test func `sound before the last eight seconds does not count`() throws {
    let features = try WhisperFeatures()
    let late = SyntheticSound.vowels(seconds: 8, pitch: 140)
    let noise = SyntheticSound.noise(seconds: 2, amplitude: 0.9)
    #expect(features.picture(of: noise + late) == features.picture(of: late))
  }

  /// Eight seconds of mean 0 and variance 1, silence in front, in double precision.
  private static func normalized(_ sound: [Float]) -> [Double] {
    let count = 128_000
    let heard = sound.suffix(count).map(Double.init)
    let wave = [Double](repeating: 0, count: count - heard.count) + heard
    let mean = wave.reduce(0, +) / Double(count)
    let variance = wave.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
    return wave.map { ($0 - mean) / (variance + 1e-7).squareRoot() }
  }

  /// The textbook computation of one frame, by the plain Fourier sum.
  private static func levels(of wave: [Double], frame: Int) -> [Double] {
    let angles = (0..<400).map { 2 * Double.pi * Double($0) / 400 }
    let (sines, cosines) = (angles.map { sin($0) }, angles.map { cos($0) })
    let points = (0..<400).map { index -> Double in
      let place = frame * 160 + index - 200
      let mirrored = place < 0 ? -place : place < wave.count ? place : 2 * (wave.count - 1) - place
      return wave[mirrored] * (0.5 - 0.5 * cosines[index])
    }
    let power = (0...200).map { bin -> Double in
      var (real, imaginary) = (0.0, 0.0)
      for (index, point) in points.enumerated() {
        real += point * cosines[bin * index % 400]
        imaginary += point * sines[bin * index % 400]
      }
      return real * real + imaginary * imaginary
    }
    return MelFilters(count: 80, bins: 201, rate: 16_000).filters.map { filter in
      var energy = 0.0
      for (index, weight) in filter.weights.enumerated() {
        energy += Double(weight) * power[filter.first + index]
      }
      return log10(max(1e-10, energy))
    }
  }
}
