/// Tells a shake from a walk by the energy of the motion.
///
/// The meter is twice the mean square of the acceleration without gravity, in units of gravity,
/// over about the last half second: walking with a phone reads 0.05, a hard shake 2 and more.
struct ShakeMeter {
  /// The reading above which the face is being shaken.
  static let threshold: Float = 1.2
  /// How long it has to last, in seconds.
  static let patience: Float = 1

  private(set) var reading: Float = 0
  private var above: Float = 0
  private var isArmed = true

  /// Moves on by `dt` seconds.
  ///
  /// - Parameters:
  ///   - force: The size of the acceleration without gravity, in m/s².
  ///   - dt: The seconds that passed.
  /// - Returns: Whether it has just become clear that the face is shaken.
  mutating func step(_ force: Float, _ dt: Float) -> Bool {
    let gravities = force / 9.81
    let share = 1 - Maths.exp(-dt / 0.5)
    reading += (2 * gravities * gravities - reading) * share
    if reading < 0.4 { isArmed = true }
    above = reading >= ShakeMeter.threshold ? above + dt : 0
    guard isArmed, above >= ShakeMeter.patience else { return false }
    isArmed = false
    return true
  }
}
