import FaceEngine

/// A small grey picture of a face, painted from the numbers alone.
struct FacePicture: Equatable {
  static let width = 96
  static let height = 48
  /// Pixels of a half height of the visor.
  private static let unit: Float = 23

  private(set) var pixels = [UInt8](repeating: 0, count: width * height)

  init(_ numbers: [Float]) {
    for y in 0..<FacePicture.height {
      for x in 0..<FacePicture.width {
        let across = (Float(x) + 0.5 - Float(FacePicture.width) / 2) / FacePicture.unit
        let down = (Float(y) + 0.5 - Float(FacePicture.height) / 2) / FacePicture.unit
        let light = FacePicture.light(across, down, numbers)
        pixels[y * FacePicture.width + x] = UInt8((light * 255).rounded())
      }
    }
  }

  /// How bright the face is at a place, from 0 to 1.
  private static func light(_ x: Float, _ y: Float, _ numbers: [Float]) -> Float {
    let headX = x - numbers[FaceLayout.index(.x)]
    let headY = y - numbers[FaceLayout.index(.y)]
    var light: Float = 0
    for eye in 0...1 {
      light = max(light, eyeLight(eye, headX, headY, numbers))
    }
    let start = FaceLayout.mouthPoints
    let mouth = cover(
      headX - numbers[FaceLayout.index(.mouthX)], headY - numbers[FaceLayout.index(.mouthY)],
      numbers[start..<start + 2 * FaceLayout.pointsOfMouth],
      numbers[FaceLayout.index(.mouthRadius)])
    return max(light, 0.8 * mouth * numbers[FaceLayout.index(.mouthShow)])
  }

  private static func eyeLight(_ eye: Int, _ x: Float, _ y: Float, _ numbers: [Float]) -> Float {
    func part(_ part: FaceLayout.Eye) -> Float { numbers[FaceLayout.index(eye, part)] }
    let start = FaceLayout.eyePoints + eye * 2 * FaceLayout.pointsPerEye
    let inX = x - part(.x)
    let inY = y - part(.y)
    let points = numbers[start..<start + 2 * FaceLayout.pointsPerEye]
    let eyeCover = cover(inX, inY, points, part(.radius))
    let pupil = disc(inX - part(.pupilX), inY - part(.pupilY), part(.pupilSize) / 2)
    let shine = disc(inX - part(.highlightX), inY - part(.highlightY), part(.highlightSize) / 2)
    // A spiral is grey from afar.
    let body = (1 - 0.5 * part(.spiral)) * 0.85
    return eyeCover * max(body * (1 - 0.8 * pupil), shine)
  }

  private static func disc(_ x: Float, _ y: Float, _ radius: Float) -> Float {
    guard radius > 0.01 else { return 0 }
    return coverage(radius - (x * x + y * y).squareRoot())
  }

  /// How much of a pixel is covered when its middle is this far inside an edge.
  private static func coverage(_ inside: Float) -> Float {
    min(max(inside * unit + 0.5, 0), 1)
  }

  /// How much of a pixel lies in the outline, or within `radius` of it.
  private static func cover(
    _ x: Float, _ y: Float, _ points: ArraySlice<Float>, _ radius: Float
  ) -> Float {
    var nearest = Float.infinity
    var isInside = false
    let count = points.count / 2
    let start = points.startIndex
    var fromX = points[start + 2 * (count - 1)]
    var fromY = points[start + 2 * (count - 1) + 1]
    for index in 0..<count {
      let toX = points[start + 2 * index]
      let toY = points[start + 2 * index + 1]
      let (alongX, alongY) = (toX - fromX, toY - fromY)
      let length = max(alongX * alongX + alongY * alongY, 1e-12)
      let share = min(max(((x - fromX) * alongX + (y - fromY) * alongY) / length, 0), 1)
      let (offX, offY) = (x - fromX - share * alongX, y - fromY - share * alongY)
      nearest = min(nearest, (offX * offX + offY * offY).squareRoot())
      if (fromY > y) != (toY > y), x < fromX + (y - fromY) / (toY - fromY) * alongX {
        isInside.toggle()
      }
      (fromX, fromY) = (toX, toY)
    }
    return coverage(radius + (isInside ? nearest : -nearest))
  }

  /// The mean difference of two pictures, from 0 to 255.
  func difference(from other: FacePicture) -> Double {
    let sum = zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    return Double(sum) / Double(pixels.count)
  }

  /// The picture as a file that image viewers know.
  var pgm: [UInt8] {
    Array("P5\n\(FacePicture.width) \(FacePicture.height)\n255\n".utf8) + pixels
  }
}
