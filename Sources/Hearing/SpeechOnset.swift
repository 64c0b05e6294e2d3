import Sound

/// Decides that speech has begun: three of the last four windows sound like speech.
///
/// One loud window is a click or a cough; three of four is a voice.
struct SpeechOnset: Sendable, Equatable {
  private var recent: [Activity] = []

  /// Whether none of the last windows sounded like speech.
  var isFresh: Bool { !recent.contains(where: \.isSpeech) }

  /// Takes the next window.
  ///
  /// - Returns: When the speech began, if it is now certain that it did.
  mutating func heard(_ activity: Activity) -> SampleTime? {
    recent.append(activity)
    if recent.count > 4 { recent.removeFirst() }
    let speaking = recent.filter(\.isSpeech)
    guard speaking.count >= 3, let first = speaking.first else { return nil }
    recent.removeAll()
    return first.start
  }

  /// Forgets the windows heard so far.
  mutating func reset() {
    recent.removeAll()
  }
}
