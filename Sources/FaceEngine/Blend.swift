/// How strongly the face shows each emotion and each state, gliding from one to the next.
struct Blend {
  private var wanted = InlineArray<25, Float>(repeating: 0)
  private var goals = InlineArray<25, Float>(repeating: 0)
  private var emotions = InlineArray<25, Ease>(repeating: Ease(0))
  private var states = InlineArray<6, Ease>(repeating: Ease(0))
  private(set) var state = FaceState.idle
  private let poses: [Pose]
  private let statePoses: [Pose]
  private let neutral = Pose.neutral

  init() {
    poses = Emotion.allCases.map { Pose($0) }
    statePoses = FaceState.allCases.map { Pose($0) }
    states[Int(FaceState.idle.rawValue)] = Ease(1)
  }

  mutating func set(_ state: FaceState) {
    self.state = state
  }

  /// Wants an emotion shown by `weight`; `neutral` ends all others.
  mutating func express(_ emotion: Emotion, _ weight: Float) {
    if emotion == .neutral {
      wanted = InlineArray(repeating: 0)
    } else {
      wanted[Int(emotion.rawValue)] = weight
    }
  }

  /// Moves on by `dt` seconds.
  ///
  /// - Parameters:
  ///   - reactions: What it feels by being touched.
  ///   - dt: The seconds that passed.
  /// - Returns: How much the strongest new emotion is stronger than it was, at once.
  mutating func step(_ reactions: Reactions, _ dt: Float) -> Float {
    for index in 0..<FaceState.count {
      states[index].step(to: index == Int(state.rawValue) ? 1 : 0, speed: 8, dt)
    }
    var surge: Float = 0
    for index in 0..<Emotion.count {
      guard let emotion = Emotion(rawValue: Int32(index)) else { continue }
      let goal = max(wanted[index] * reactions.leavesOver, reactions.weight(of: emotion))
      surge = max(surge, goal - goals[index])
      goals[index] = goal
      let rises = goal > emotions[index].value
      emotions[index].step(
        to: goal, speed: rises ? Blend.attack(emotion) : Blend.release(emotion), dt)
    }
    return surge
  }

  /// How strongly it shows an emotion now.
  func weight(_ emotion: Emotion) -> Float {
    shown(Int(emotion.rawValue))
  }

  /// How much it is in a state now.
  func weight(_ state: FaceState) -> Float {
    Maths.clamp(states[Int(state.rawValue)].value, 0, 1)
  }

  /// How strongly it shows the emotion of this number: in sleep, not at all.
  private func shown(_ index: Int) -> Float {
    Maths.clamp(emotions[index].value, 0, 1) * (1 - weight(.asleep))
  }

  /// The mean of something over the states it is in.
  func mean(_ value: (Int) -> Float) -> Float {
    var sum: Float = 0
    var total: Float = 0
    for index in 0..<FaceState.count {
      let weight = Maths.clamp(states[index].value, 0, 1)
      sum += weight * value(index)
      total += weight
    }
    return sum / max(total, 0.01)
  }

  /// The mixture of all that is felt.
  var pose: Pose {
    var sum: Float = 0
    for index in 0..<FaceState.count { sum += Maths.clamp(states[index].value, 0, 1) }
    var total: Float = 0
    for index in 0..<Emotion.count { total += shown(index) }
    // What a full emotion does to the face replaces half of what the state does.
    let left = (1 - 0.5 * min(total, 1)) / max(sum, 0.01)
    let share = 1 / max(total, 1)
    var pose = neutral
    for index in 0..<FaceState.count {
      let weight = Maths.clamp(states[index].value, 0, 1)
      pose.add(statePoses[index], from: neutral, weight: weight * left)
    }
    for index in 0..<Emotion.count where shown(index) > 0 {
      pose.add(poses[index], from: neutral, weight: shown(index) * share)
    }
    return pose
  }

  /// The emotion it shows, when there is one to speak of.
  var strongest: Int? {
    guard state != .asleep else { return nil }
    var best: Int?
    var most: Float = 0.3
    for index in 0..<Emotion.count where goals[index] > most {
      most = goals[index]
      best = index
    }
    return best
  }

  private static func attack(_ emotion: Emotion) -> Float {
    switch emotion {
    case .startled: 28
    case .surprised, .winking: 20
    case .laughing, .amused, .angry, .afraid, .dizzy: 14
    case .sad, .sleepy, .bored, .calm, .deadBattery: 6
    default: 10
    }
  }

  private static func release(_ emotion: Emotion) -> Float {
    emotion == .winking ? 16 : 8
  }
}
