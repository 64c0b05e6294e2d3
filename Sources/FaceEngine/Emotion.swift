/// What a face can show, whatever it is doing.
///
/// The numbers are part of the interface to the browser: new ones go to the end.
public enum Emotion: Int32, CaseIterable, Sendable {
  case neutral, happy, amused, laughing, sad, angry, afraid, surprised, startled, disgusted
  case loving, shy, proud, curious, bored, nervous, sleepy, calm, dizzy, winking, searching
  case puzzled, deadBattery, pleased, hugged

  /// How many there are.
  public static let count = 25
}

/// What the companion is doing.
public enum FaceState: Int32, CaseIterable, Sendable {
  /// Dormant: nothing is heard but the wake phrase.
  case asleep
  /// Awake, and nothing is happening.
  case idle
  case listening, thinking, speaking
  /// The voice was lost, or the words were not understood.
  case puzzled

  /// How many there are.
  public static let count = 6
}

/// How the face is touched.
public enum Touch: Int32, Sendable {
  /// The finger has left.
  case none
  /// A finger that glides over the face.
  case stroke
  /// A short tap.
  case poke
  /// A finger that stays.
  case hold
}
