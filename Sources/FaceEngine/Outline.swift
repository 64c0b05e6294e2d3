/// The shapes of the face as points: a line of this radius around them, filled, is the shape.
///
/// Drawing the hull of a disc that moves along an inner shape softens every corner, also where a lid
/// cuts the eye, and lets an eye close to a thin round line or become a heart without a jump.
enum Outline {
  /// Points of one edge, from left to right.
  static let edge = 24
  /// Points of an eye: the upper edge to the right, the lower edge back.
  static let eyePoints = 2 * edge
  /// Points of one edge of the mouth.
  static let lip = 16
  /// Points of the mouth.
  static let mouthPoints = 2 * lip
  /// The thickness of a closed eye.
  static let thinnest: Float = 0.1

  /// The shape of one eye.
  struct Eye {
    var width: Float
    var height: Float
    var corner: Float
    var upper: Float
    var upperTilt: Float
    var upperBend: Float
    var lower: Float
    var lowerTilt: Float
    var lowerBend: Float
    var heart: Float
    /// 1 when the inner end is on the right, −1 when it is on the left.
    var inner: Float

    /// Where the lids are.
    ///
    /// - Parameter place: −1 at the left end of the eye, 1 at the right.
    /// - Returns: The heights of the upper and of the lower lid, from the middle of the eye.
    func edges(_ place: Float) -> (top: Float, bottom: Float) {
      let arch = (1 - place * place) - 2 / 3
      let inward = place * inner
      let half = height / 2
      let level = half - lower * 0.75 * height
      let bottom =
        level - lowerBend * Maths.smooth(3 * lower) * height * arch * 0.5 - cut(lowerTilt, inward)
        * height
      let top =
        Maths.mix(-half, level - Outline.thinnest, upper) - upperBend * height * arch * 0.5
        + cut(upperTilt, inward) * height * (1 - upper * upper)
      return (min(top, bottom - Outline.thinnest), bottom)
    }

    /// How far a tilted lid covers more than a level one: at one end by the tilt, at the other not.
    private func cut(_ tilt: Float, _ inward: Float) -> Float {
      (tilt * inward + abs(tilt)) / 2
    }

    /// The height of the opening in the middle.
    var gap: Float {
      let middle = edges(0)
      return middle.bottom - middle.top
    }

    /// The radius of the line around the inner shape: as large as the narrowest place allows, small
    /// where a slanted or arched lid makes a corner that says something.
    var radius: Float {
      let sharp = min(max(2 * abs(lowerBend), 2 * abs(upperTilt)), 1)
      let left = edges(-0.85)
      let right = edges(0.85)
      let narrowest = min(gap, left.bottom - left.top, right.bottom - right.top)
      let most = Maths.mix(0.12, 0.06, sharp)
      return Maths.mix(Maths.clamp(narrowest / 2, Outline.thinnest / 2, most), 0.05, heart)
    }

    /// How much of its height an eye has at `place`: between an ellipse and a squircle, and harder
    /// yet where a lid covers it.
    private func rounding(_ place: Float, lid: Float) -> Float {
      let square = min(place * place, 1)
      let fourth = square * square
      let ellipse = (1 - square).squareRoot()
      let squircle = (1 - fourth).squareRoot().squareRoot()
      let hard = (1 - fourth * fourth).squareRoot().squareRoot().squareRoot()
      return Maths.mix(Maths.mix(squircle, ellipse, corner), hard, Maths.smooth(3 * lid))
    }

    /// The inner shape, point by point.
    ///
    /// - Parameters:
    ///   - index: From 0, the upper left, around to the last, the lower left.
    ///   - radius: The radius of the line that will be drawn around it.
    /// - Returns: The place, seen from the middle of the eye.
    func point(_ index: Int, radius: Float) -> (x: Float, y: Float) {
      let isUpper = index < Outline.edge
      let step = isUpper ? index : 2 * Outline.edge - 1 - index
      let share = Float(step) / Float(Outline.edge - 1)
      // Points lie closer where the ends are round.
      let place = -Maths.cos(share * Maths.pi)
      let lids = edges(place)
      let half = max((lids.bottom - lids.top) / 2 - radius, 0)
      let middle = (lids.top + lids.bottom) / 2
      let x = place * max(width / 2 - radius, 0.001)
      let y =
        isUpper
        ? middle - half * rounding(place, lid: upper) : middle + half * rounding(place, lid: lower)
      guard heart > 0.001 else { return (x, y) }
      let other = heartPoint(share, isUpper)
      return (Maths.mix(x, other.x, heart), Maths.mix(y, other.y, heart))
    }

    /// A heart: the two lobes of the well-known curve above, two bulging sides to a point below.
    private func heartPoint(_ share: Float, _ isUpper: Bool) -> (x: Float, y: Float) {
      let size = (min(width, height) / 2 - 0.03) / 16
      if isUpper {
        let angle = (share - 0.5) * Maths.pi
        let sine = Maths.sin(angle)
        let up =
          13 * Maths.cos(angle) - 5 * Maths.cos(2 * angle) - 2 * Maths.cos(3 * angle)
          - Maths.cos(4 * angle)
        return (16 * sine * sine * sine * size, -(up + 2) * size)
      }
      let place = -Maths.cos(share * Maths.pi)
      let aside = abs(place)
      let up = -15 + 19 * (0.5 * aside + 0.5 * aside * aside)
      return (16 * place * size, -(up + 2) * size)
    }
  }

  /// The shape of the mouth.
  struct Mouth {
    var width: Float
    var open: Float
    var curve: Float
    var round: Float
    var skew: Float
    var wave: Float
    var wavePhase: Float

    /// Half the thickness of the line.
    var radius: Float { 0.032 + 0.008 * open }

    /// The inner shape, point by point, seen from the middle of the mouth.
    ///
    /// - Parameter index: From 0, the left corner, along the upper lip and back along the lower.
    /// - Returns: The place, seen from the middle of the mouth.
    func point(_ index: Int) -> (x: Float, y: Float) {
      let isUpper = index < Outline.lip
      let step = isUpper ? index : 2 * Outline.lip - 1 - index
      let place = 2 * Float(step) / Float(Outline.lip - 1) - 1
      let narrow = width / 2 * (1 - 0.25 * round)
      // A round mouth is an ellipse, a wide one fuller than a parabola between two corners.
      let square = place * place
      let arch = Maths.mix(1 - square * square, max(1 - square, 0).squareRoot(), round)
      let bow = curve * width * 0.42 * (1 - 0.7 * round)
      // An open smile is flat above and deep below.
      let hang = isUpper && curve > 0 ? 1 - 0.85 * open : 1
      let smile = bow * ((1 - square) * hang - 0.5)
      let slant = -skew * width * 0.16 * place * (1 + 0.6 * place)
      let ripple = wave * 0.035 * Maths.sin(place * 7.5 + wavePhase)
      let drop = open * (isUpper ? Maths.mix(-0.05, -0.24, round) : Maths.mix(0.3, 0.24, round))
      return (place * narrow, smile + slant + ripple + drop * arch)
    }
  }
}
