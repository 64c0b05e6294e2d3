import Sound

/// A simulated room: what a loudspeaker plays in it comes back to the microphone.
///
/// Sound is convolved with the room's impulse response in blocks of a frame (overlap-save, the response
/// in equal parts), then made fainter by the leak and later by the delay of the devices.
final class Room {
  /// How a room and the devices in it sound.
  struct Shape {
    /// The name of the room.
    var name: String
    /// The impulse response at 24 kHz.
    var response: [Float]
    /// The level of the echo over what is played, as a factor, where that has all pitches alike.
    var leak: Float
    /// How late the devices are, in samples.
    var delay: Int
  }

  private static let block = Frame.length
  /// No more of a response is used: 1.2 s.
  private static let longest = 60 * block

  private let parts: [RealTransform.Spectrum]
  private var past: [RealTransform.Spectrum]
  private var newest = 0
  private var before = [Float](repeating: 0, count: block)
  private var waiting: [Float]
  private var transform = RealTransform(length: 2 * block)

  /// A room in which nothing has been played.
  init(_ shape: Shape) {
    let response = Self.scaled(shape.response, to: shape.leak)
    var parts: [RealTransform.Spectrum] = []
    for start in stride(from: 0, to: response.count, by: Self.block) {
      var piece = Array(response[start..<min(start + Self.block, response.count)])
      piece += repeatElement(0, count: 2 * Self.block - piece.count)
      var spectrum = RealTransform.Spectrum.silence(length: 2 * Self.block)
      transform.transform(piece, into: &spectrum)
      parts.append(spectrum)
    }
    self.parts = parts
    past = parts.map { _ in .silence(length: 2 * Self.block) }
    waiting = [Float](repeating: 0, count: shape.delay)
  }

  /// The response from its first sound on, with the energy of the leak.
  private static func scaled(_ response: [Float], to leak: Float) -> [Float] {
    let peak = response.reduce(0) { max($0, abs($1)) }
    let first = response.firstIndex { abs($0) > peak / 10 } ?? 0
    let heard = response[first...].prefix(longest)
    let energy = heard.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return energy > 0 ? heard.map { $0 * leak / energy } : [0]
  }

  /// Plays a frame into the room.
  ///
  /// - Returns: What the microphone hears of the room meanwhile, as long as the frame.
  func play(_ frame: [Float]) -> [Float] {
    var spectrum = RealTransform.Spectrum.silence(length: 2 * Self.block)
    transform.transform(before + frame, into: &spectrum)
    before = frame
    newest = (newest + 1) % past.count
    past[newest] = spectrum
    var sum = RealTransform.Spectrum.silence(length: 2 * Self.block)
    for (index, part) in parts.enumerated() {
      Self.add(past[(newest - index + past.count) % past.count], times: part, to: &sum)
    }
    var block = [Float](repeating: 0, count: 2 * Self.block)
    transform.invert(sum, into: &block)
    waiting += block[Self.block...]
    defer { waiting.removeFirst(Self.block) }
    return Array(waiting.prefix(Self.block))
  }

  private static func add(
    _ a: RealTransform.Spectrum, times b: RealTransform.Spectrum,
    to sum: inout RealTransform.Spectrum
  ) {
    for bin in sum.real.indices {
      sum.real[bin] += a.real[bin] * b.real[bin] - a.imaginary[bin] * b.imaginary[bin]
      sum.imaginary[bin] += a.real[bin] * b.imaginary[bin] + a.imaginary[bin] * b.real[bin]
    }
  }
}
