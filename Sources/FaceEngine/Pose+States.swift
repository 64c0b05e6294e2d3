extension Pose {
  /// The face at rest.
  static var neutral: Pose {
    var pose = Pose()
    pose.both(.x, 0.58)
    pose.both(.y, -0.14)
    pose.size(0.66, 0.84)
    pose.both(.corner, 0.35)
    pose.both(.pupil, 0.5)
    pose[.headScale] = 1
    pose[.mouthShow] = 1
    pose[.mouthY] = 0.58
    pose.mouth(0.26, curve: 0.35)
    pose[.glow] = 0.6
    return pose
  }

  /// The face while the companion does something.
  init(_ state: FaceState) {
    self = Pose.neutral
    switch state {
    case .idle: break
    case .asleep:
      size(0.6, 0.62)
      upper(1, bend: -0.34)
      lower(0.3, bend: -0.34)
      mouth(0.13, curve: 0.15, open: 0.06, round: 0.5)
      self[.headY] = 0.06
      self[.sleep] = 1
      self[.glow] = 0.3
    case .listening:
      size(0.7, 0.9)
      upper(0)
      both(.pupil, 0.58)
      mouth(0.22, curve: 0.45)
      self[.headScale] = 1.03
      self[.headAngle] = 0.035
      self[.glow] = 0.8
    case .thinking:
      upper(0.1)
      lower(0.1)
      self[1, .upper] = 0.2
      self[1, .lower] = 0.18
      both(.pupil, 0.46)
      mouth(0.16, curve: 0.05, skew: 0.45)
      self[.headAngle] = -0.05
    case .speaking:
      lower(0.05)
      mouth(0.34, curve: 0.4)
      self[.glow] = 0.7
    case .puzzled:
      self = Pose(Emotion.puzzled)
    }
  }
}
