extension Pose {
  /// The face that shows an emotion in full.
  init(_ emotion: Emotion) {
    self = Pose.neutral
    switch emotion {
    case .neutral: break
    case .happy, .amused, .laughing, .loving, .proud, .calm, .pleased, .hugged, .winking:
      beGlad(emotion)
    case .sad, .angry, .afraid, .disgusted, .bored, .nervous:
      beTroubled(emotion)
    case .surprised, .startled, .shy, .curious, .searching, .puzzled:
      beMoved(emotion)
    case .sleepy, .dizzy, .deadBattery:
      beWorn(emotion)
    }
  }

  private mutating func beGlad(_ emotion: Emotion) {
    switch emotion {
    case .happy:
      size(0.7, 0.84)
      lower(0.4, bend: 0.38)
      both(.pupil, 0.52)
      mouth(0.46, curve: 0.95)
      self[.blush] = 0.45
      self[.glow] = 0.8
    case .amused:
      size(0.7, 0.8)
      upper(0.16)
      lower(0.32, bend: 0.34)
      self[1, .upper] = 0.3
      self[0, .y] = -0.19
      mouth(0.4, curve: 0.6, skew: 0.75)
      self[.headAngle] = 0.06
      self[.blush] = 0.2
    case .laughing:
      size(0.74, 0.8)
      upper(0.94, bend: 0.6)
      lower(0.4, bend: 0.6)
      mouth(0.56, curve: 0.6, open: 0.8)
      self[.mouthY] = 0.44
      self[.bounce] = 1
      self[.blush] = 0.5
      self[.glow] = 0.9
    case .loving:
      size(0.74, 0.78)
      both(.heart, 1)
      both(.pupil, 0)
      mouth(0.38, curve: 0.9)
      colour(0.9, 1, 0.42, 0.56)
      self[.blush] = 0.7
      self[.glow] = 0.9
    case .proud:
      upper(0.32, tilt: 0.05)
      lower(0.26, bend: 0.3)
      size(0.72, 0.84)
      both(.sparkle, 1)
      both(.pupil, 0.56)
      mouth(0.5, curve: 0.75)
      self[.headY] = -0.09
      self[.headScale] = 1.05
      self[.glow] = 0.95
      self[.blush] = 0.25
    case .calm:
      upper(0.42, bend: 0.06)
      lower(0.1, bend: 0.15)
      mouth(0.3, curve: 0.5)
      self[.glow] = 0.5
    case .pleased:
      size(0.68, 0.7)
      upper(1, bend: 0.5)
      lower(0.42, bend: 0.5)
      mouth(0.3, curve: 0.85)
      self[.headAngle] = -0.06
      self[.blush] = 0.9
    case .hugged:
      both(.x, 0.52)
      size(0.7, 0.66)
      upper(1, bend: -0.4)
      lower(0.3, bend: -0.4)
      mouth(0.32, curve: 1)
      colour(0.8, 1, 0.55, 0.62)
      self[.headScale] = 1.06
      self[.headAngle] = 0.05
      self[.blush] = 1
    default:
      size(0.72, 0.88)
      self[1, .upper] = 1
      self[1, .lower] = 0.4
      self[1, .upperBend] = 0.42
      self[1, .lowerBend] = 0.42
      self[1, .height] = 0.7
      self[0, .sparkle] = 0.7
      self[0, .lower] = 0.12
      self[0, .lowerBend] = 0.3
      mouth(0.4, curve: 0.75, skew: 0.6)
      self[.headAngle] = 0.08
      self[.blush] = 0.25
    }
  }

  private mutating func beTroubled(_ emotion: Emotion) {
    switch emotion {
    case .sad:
      size(0.66, 0.8)
      upper(0.16, tilt: -0.34)
      both(.pupil, 0.58)
      both(.tear, 1)
      both(.y, -0.1)
      mouth(0.26, curve: -0.75)
      self[.gazeY] = 0.35
      self[.headY] = 0.05
      self[.glow] = 0.4
      colour(0.7, 0.42, 0.66, 1)
    case .angry:
      size(0.72, 0.76)
      both(.corner, 0)
      upper(0.16, tilt: 0.46)
      lower(0.16)
      both(.pupil, 0.4)
      both(.x, 0.55)
      mouth(0.32, curve: -0.65)
      colour(0.85, 1, 0.3, 0.22)
      self[.headY] = 0.03
      self[.tremble] = 0.15
      self[.glow] = 0.9
    case .afraid:
      size(0.62, 0.92)
      both(.x, 0.5)
      upper(0.02, tilt: -0.2)
      both(.pupil, 0.26)
      mouth(0.32, curve: -0.6, open: 0.5, wave: 0.1)
      self[.mouthY] = 0.5
      colour(0.75, 0.78, 0.85, 1)
      self[.headScale] = 0.93
      self[.headY] = 0.05
      self[.tremble] = 0.8
    case .disgusted:
      size(0.7, 0.78)
      upper(0.34, tilt: 0.14)
      lower(0.34, tilt: -0.1, bend: 0.1)
      self[0, .upper] = 0.52
      both(.pupil, 0.42)
      mouth(0.34, curve: -0.55, skew: -0.5, wave: 0.45)
      colour(0.75, 0.6, 0.86, 0.36)
      self[.gazeX] = -0.35
      self[.headX] = 0.04
      self[.headAngle] = 0.06
    case .bored:
      upper(0.56)
      lower(0.04)
      both(.pupil, 0.44)
      mouth(0.3, curve: -0.1, skew: -0.25)
      self[.gazeX] = 0.55
      self[.gazeY] = -0.1
      self[.headY] = 0.05
      self[.headAngle] = -0.05
      self[.glow] = 0.4
    default:
      size(0.6, 0.86)
      both(.x, 0.53)
      upper(0.2, tilt: -0.26)
      lower(0.1)
      both(.pupil, 0.34)
      mouth(0.42, curve: 0.1, wave: 1)
      self[.sweat] = 1
      self[.tremble] = 0.35
    }
  }

  private mutating func beMoved(_ emotion: Emotion) {
    switch emotion {
    case .surprised:
      size(0.72, 1)
      upper(0)
      both(.y, -0.18)
      both(.pupil, 0.48)
      both(.sparkle, 0.35)
      mouth(0.22, curve: 0, open: 0.5, round: 0.9)
      self[.headY] = -0.03
      self[.glow] = 0.9
    case .startled:
      size(0.84, 1.04)
      upper(0)
      both(.x, 0.6)
      both(.corner, 0.8)
      both(.pupil, 0.2)
      mouth(0.12, curve: -0.1, open: 0.22, round: 1)
      self[.headScale] = 1.06
      self[.headY] = -0.06
      self[.glow] = 1
    case .shy:
      size(0.62, 0.76)
      both(.x, 0.52)
      upper(0.3, tilt: -0.1)
      lower(0.14, bend: 0.3)
      both(.pupil, 0.58)
      mouth(0.17, curve: 0.6, skew: 0.3)
      self[.gazeX] = -0.45
      self[.gazeY] = 0.55
      self[.headY] = 0.07
      self[.headAngle] = -0.09
      self[.blush] = 1
    case .curious:
      size(0.7, 0.86)
      self[0, .height] = 1
      self[0, .width] = 0.76
      self[0, .y] = -0.2
      self[1, .upper] = 0.14
      self[1, .lower] = 0.12
      both(.pupil, 0.62)
      both(.sparkle, 0.5)
      mouth(0.14, curve: 0.3, open: 0.12, round: 0.6)
      self[.headAngle] = 0.13
      self[.headScale] = 1.03
    case .searching:
      size(0.74, 0.84)
      upper(0.36)
      lower(0.3)
      both(.pupil, 0.4)
      both(.corner, 0.1)
      mouth(0.18, curve: 0.02)
      self[.headScale] = 1.04
    default:
      size(0.68, 0.82)
      self[0, .height] = 0.98
      self[0, .y] = -0.2
      self[1, .upper] = 0.34
      self[1, .upperTilt] = 0.18
      self[1, .lower] = 0.16
      both(.pupil, 0.42)
      mouth(0.3, curve: -0.2, skew: -0.35, wave: 0.5)
      self[.headAngle] = -0.12
      self[.question] = 1
    }
  }

  private mutating func beWorn(_ emotion: Emotion) {
    switch emotion {
    case .sleepy:
      size(0.66, 0.74)
      upper(0.66, tilt: -0.14)
      lower(0.08)
      both(.y, -0.08)
      mouth(0.16, curve: -0.05, open: 0.14, round: 0.8)
      self[.gazeY] = 0.2
      self[.headY] = 0.08
      self[.headAngle] = 0.05
      self[.glow] = 0.35
      self[.sleep] = 0.4
    case .dizzy:
      size(0.84, 0.98)
      both(.corner, 0.8)
      upper(0)
      both(.spiral, 1)
      both(.pupil, 0)
      mouth(0.36, curve: -0.1, wave: 1)
      self[.sway] = 1
    default:
      size(0.62, 0.66)
      upper(0.9, tilt: -0.1)
      lower(0.1)
      both(.pupil, 0.4)
      self[.mouthShow] = 0
      self[.battery] = 1
      self[.headY] = 0.08
      self[.glow] = 0.1
      colour(0.55, 0.62, 0.5, 0.5)
    }
  }
}
