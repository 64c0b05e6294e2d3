/// Where everything is in ``Face/output``.
///
/// Two blocks for the eyes (left first, as one sees them), one for the face, then the points of the
/// outlines. Lengths are in half heights of the visor, x grows to the right and y downward, angles
/// are in radians. `Web/face/layout.js` mirrors this; docs/face.md explains it.
public enum FaceLayout {
  /// The numbers of one eye.
  public enum Eye: Int, CaseIterable, Sendable {
    case x, y, width, height, corner, angle
    case upperLid, upperTilt, upperBend, lowerLid, lowerTilt, lowerBend
    case pupilX, pupilY, pupilSize, highlightX, highlightY, highlightSize
    case glow, tint, heart, spiral, sparkle, tear
    /// The radius of the line around the points of the eye.
    case radius

    /// How many there are.
    public static let count = 25
  }

  /// The numbers of the whole face.
  public enum Head: Int, CaseIterable, Sendable {
    case x, y, angle, scaleX, scaleY, dim, driftX, driftY
    case red, green, blue, blush
    case mouthShow, mouthX, mouthY, mouthWidth, mouthOpen, mouthCurve, mouthRound, mouthSkew
    case mouthWave, mouthRadius
    case spiralAngle, sweat, sleep, question, battery
    /// Phases from 0 to 1 that begin again: a drop that falls, a breath of sleep, a blinking bar.
    case fall, doze, pulse
    case halo, gazeX, gazeY, breath, shake
    /// The emotion shown, or 64 and the state when there is none to speak of.
    case shown
    /// What happened in this step: the sum of ``Event`` values.
    case events

    /// How many there are.
    public static let count = 37
  }

  /// What can happen in a step.
  public enum Event: Int, Sendable {
    case shaken = 1
    case blinked = 2
  }

  /// Where the numbers of the face begin.
  public static let head = 2 * Eye.count
  /// Where the points of the left eye begin; those of the right follow.
  public static let eyePoints = head + Head.count
  /// Where the points of the mouth begin.
  public static let mouthPoints = eyePoints + 2 * 2 * Outline.eyePoints
  /// How many points an eye has, two numbers each, seen from the eye's middle and not yet turned.
  public static let pointsPerEye = Outline.eyePoints
  /// How many points the mouth has.
  public static let pointsOfMouth = Outline.mouthPoints
  /// How many numbers there are in all.
  public static let count = mouthPoints + 2 * Outline.mouthPoints

  /// The number of an eye: 0 for the left, 1 for the right.
  public static func index(_ eye: Int, _ part: Eye) -> Int {
    eye * Eye.count + part.rawValue
  }

  /// The number of the face.
  public static func index(_ part: Head) -> Int {
    head + part.rawValue
  }

  /// The least and the most a number can be.
  public static func range(_ part: Eye) -> (least: Float, most: Float) {
    switch part {
    case .x, .y: (-1.4, 1.4)
    case .width, .height: (0.05, 1.6)
    case .corner, .upperLid, .lowerLid, .heart, .spiral, .sparkle, .tear, .tint: (0, 1)
    case .angle, .upperTilt, .upperBend, .lowerTilt, .lowerBend: (-1, 1)
    case .pupilX, .pupilY, .highlightX, .highlightY: (-0.8, 0.8)
    case .pupilSize, .highlightSize: (0, 1.2)
    case .glow: (0, 1.5)
    case .radius: (0.02, 0.8)
    }
  }

  /// The least and the most a number can be.
  public static func range(_ part: Head) -> (least: Float, most: Float) {
    switch part {
    case .x, .y: (-0.7, 0.7)
    case .angle: (-0.8, 0.8)
    case .scaleX, .scaleY: (0.5, 1.6)
    case .driftX, .driftY: (-0.05, 0.05)
    case .mouthX, .mouthY: (-1.2, 1.2)
    case .mouthWidth: (0, 1.2)
    case .mouthRadius: (0.01, 0.2)
    case .mouthCurve, .mouthSkew: (-1.5, 1.5)
    case .spiralAngle: (0, Maths.turn)
    case .gazeX, .gazeY: (-1.5, 1.5)
    case .breath: (-1, 1)
    case .shake: (0, 100)
    case .shown: (0, 80)
    case .events: (0, 3)
    case .dim, .red, .green, .blue, .blush, .mouthShow, .mouthOpen, .mouthRound, .mouthWave,
      .sweat, .sleep, .question, .battery, .fall, .doze, .pulse, .halo:
      (0, 1)
    }
  }
}
