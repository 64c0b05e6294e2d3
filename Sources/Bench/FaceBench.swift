import FaceEngine

/// Measures what a frame of the face costs.
public enum FaceBench {
  /// Lives through `frames` frames of a busy minute: talk, emotions, touch and motion.
  ///
  /// - Parameters:
  ///   - frames: How many frames, 60 a second.
  ///   - seed: The seed of the face.
  /// - Returns: The processor time of each frame in milliseconds, measured over ten at once.
  public static func run(frames: Int, seed: UInt32) -> [Double] {
    var face = Face(seed: seed)
    var costs: [Double] = []
    for batch in 0..<frames / 10 {
      let before = ProcessorTime.cpuMilliseconds()
      for step in 0..<10 { live(&face, frame: batch * 10 + step) }
      costs.append((ProcessorTime.cpuMilliseconds() - before) / 10)
    }
    return costs
  }

  private static func live(_ face: inout Face, frame: Int) {
    let wave = Float(frame % 20) / 20
    face.mouth(openness: wave, roundness: 1 - wave)
    face.voiceLevel(wave)
    face.motion(x: 4 * wave - 2, y: 0, z: 0)
    if frame % 90 == 0 {
      let emotion = Emotion(rawValue: Int32(frame / 90 % Emotion.count)) ?? .neutral
      face.express(.neutral, weight: 1)
      face.express(emotion, weight: 0.8)
      face.set(FaceState(rawValue: Int32(frame / 90 % FaceState.count)) ?? .idle)
    }
    if frame % 400 == 0 { face.touch(.poke, x: wave, y: 0) }
    face.step(seconds: 1 / 60)
  }
}
