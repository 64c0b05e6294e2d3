/// Where everything in the face is at rest in one expression, before life is added.
///
/// Lengths are in half heights of the visor, y grows downward; tilts and bends are shares of the
/// eye's height. What is said of an eye is mirrored: positive tilts and angles lower the inner end.
struct Pose {
  /// What can be set for each eye.
  enum EyePart: Int {
    /// Distance from the middle of the face, height of the place, size.
    case x, y, width, height
    /// 1: round ends; 0: hard corners.
    case corner
    case angle
    /// 0: open; 1: closed.
    case upper
    /// Above 0 the inner end is lower (anger), below 0 the outer (sorrow).
    case upperTilt
    /// Above 0 the middle is higher than the ends.
    case upperBend
    case lower, lowerTilt, lowerBend
    /// Diameter as a share of the eye's smaller side.
    case pupil
    /// How much the eye is a heart, is a spiral, has stars for highlights, weeps.
    case heart, spiral, sparkle, tear

    static let count = 17
  }

  /// What is set once for the face.
  enum FacePart: Int {
    /// Where the eyes drift to, added to what the gaze does.
    case gazeX, gazeY
    case headX, headY, headAngle, headScale
    case mouthShow, mouthY, mouthWidth, mouthOpen
    /// Above 0 a smile.
    case mouthCurve
    /// 1: an O.
    case mouthRound
    /// Above 0 the right corner is higher.
    case mouthSkew
    case mouthWave
    case blush, glow
    /// How much the eyes take another colour, and that colour times `tint`.
    case tint, red, green, blue
    case sweat, sleep, question, battery
    /// How much the face hops, shivers, reels.
    case bounce, tremble, sway

    static let count = 27
  }

  static let count = 2 * EyePart.count + FacePart.count

  private var values = InlineArray<61, Float>(repeating: 0)

  subscript(eye: Int, part: EyePart) -> Float {
    get { values[eye * EyePart.count + part.rawValue] }
    set { values[eye * EyePart.count + part.rawValue] = newValue }
  }

  subscript(part: FacePart) -> Float {
    get { values[2 * EyePart.count + part.rawValue] }
    set { values[2 * EyePart.count + part.rawValue] = newValue }
  }

  /// Sets the same for both eyes.
  mutating func both(_ part: EyePart, _ value: Float) {
    self[0, part] = value
    self[1, part] = value
  }

  /// Gives both eyes the same size.
  mutating func size(_ width: Float, _ height: Float) {
    both(.width, width)
    both(.height, height)
  }

  /// Sets both upper lids.
  mutating func upper(_ height: Float, tilt: Float = 0, bend: Float = 0) {
    both(.upper, height)
    both(.upperTilt, tilt)
    both(.upperBend, bend)
  }

  /// Sets both lower lids.
  mutating func lower(_ height: Float, tilt: Float = 0, bend: Float = 0) {
    both(.lower, height)
    both(.lowerTilt, tilt)
    both(.lowerBend, bend)
  }

  /// Shapes the mouth.
  mutating func mouth(
    _ width: Float, curve: Float, open: Float = 0, round: Float = 0, skew: Float = 0,
    wave: Float = 0
  ) {
    self[.mouthWidth] = width
    self[.mouthCurve] = curve
    self[.mouthOpen] = open
    self[.mouthRound] = round
    self[.mouthSkew] = skew
    self[.mouthWave] = wave
  }

  /// Colours the eyes by `share`.
  mutating func colour(_ share: Float, _ red: Float, _ green: Float, _ blue: Float) {
    self[.tint] = share
    self[.red] = share * red
    self[.green] = share * green
    self[.blue] = share * blue
  }

  /// Adds the share `weight` of what makes `other` differ from `rest`.
  mutating func add(_ other: Pose, from rest: Pose, weight: Float) {
    for index in 0..<Pose.count {
      values[index] += weight * (other.values[index] - rest.values[index])
    }
  }
}
