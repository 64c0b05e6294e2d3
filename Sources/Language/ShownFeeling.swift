/// A feeling that a sentence of the companion shows on its face.
///
/// The raw values are names of expressions of the face.
public enum ShownFeeling: String, Sendable, CaseIterable {
  case happy, amused, laughing, sad, surprised, loving, shy, proud, curious, nervous, sleepy,
    winking

  /// The feeling of a sentence.
  ///
  /// Stage directions and emoji say it outright; else a few plain phrases do, and most sentences show
  /// none.
  ///
  /// - Parameters:
  ///   - cues: The emoji and stage directions that came with the sentence.
  ///   - sentence: What is said, as written.
  /// - Returns: The feeling; nil for none.
  public static func of(cues: [String], sentence: String) -> ShownFeeling? {
    for cue in cues {
      if let feeling = shown(by: cue) { return feeling }
    }
    let words = " " + plain(sentence) + " "
    return phrases.first { words.contains(" \($0.phrase) ") }?.feeling
  }

  private static func shown(by cue: String) -> ShownFeeling? {
    if let feeling = emoji.first(where: { cue.hasPrefix($0.sign) })?.feeling { return feeling }
    let words = plain(cue).split(separator: " ")
    return directions.first { entry in words.contains { $0.hasPrefix(entry.stem) } }?.feeling
  }

  /// Lower case, letters and apostrophes only, one space between words.
  private static func plain(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
      .map { $0.replacing("’", with: "'") }.joined(separator: " ")
  }

  private static let emoji: [(sign: String, feeling: ShownFeeling)] = [
    ("😂", .laughing), ("🤣", .laughing), ("😄", .laughing), ("😆", .laughing), ("😁", .happy),
    ("😀", .happy), ("😃", .happy), ("😊", .happy), ("🙂", .happy), ("☺", .happy), ("🎉", .happy),
    ("😉", .winking), ("😜", .winking), ("😏", .amused), ("😢", .sad), ("😭", .sad), ("😞", .sad),
    ("😔", .sad), ("🙁", .sad), ("☹", .sad), ("😮", .surprised), ("😲", .surprised),
    ("😳", .shy), ("🤗", .loving), ("🥰", .loving), ("😍", .loving), ("❤", .loving), ("💛", .loving),
    ("😌", .proud), ("🤔", .curious), ("🧐", .curious), ("😬", .nervous), ("😅", .nervous),
    ("😴", .sleepy), ("🥱", .sleepy),
  ]

  /// How words of a stage direction begin, such as "smiling softly".
  private static let directions: [(stem: String, feeling: ShownFeeling)] = [
    ("laugh", .laughing), ("giggl", .laughing), ("chuckl", .amused), ("smirk", .amused),
    ("grin", .happy), ("smil", .happy), ("beam", .happy), ("wink", .winking), ("sigh", .sad),
    ("frown", .sad), ("cry", .sad), ("sob", .sad), ("gasp", .surprised), ("blink", .surprised),
    ("blush", .shy), ("hug", .loving), ("tilt", .curious), ("think", .curious),
    ("ponder", .curious),
    ("yawn", .sleepy), ("gulp", .nervous),
  ]

  private static let phrases: [(phrase: String, feeling: ShownFeeling)] = [
    ("haha", .laughing), ("ha ha", .laughing), ("oh no", .sad), ("i'm sorry", .sad),
    ("i am sorry", .sad), ("so sorry", .sad), ("poor you", .sad), ("that's sad", .sad),
    ("you did it", .happy), ("congratulations", .happy), ("well done", .proud), ("hooray", .happy),
    ("how lovely", .happy), ("how wonderful", .happy), ("that's wonderful", .happy),
    ("that's lovely", .happy), ("that's great", .happy), ("so happy", .happy), ("i love", .loving),
    ("wow", .surprised), ("really", .surprised), ("no way", .surprised), ("i wonder", .curious),
    ("tell me more", .curious), ("tell me", .curious), ("thank you", .shy),
  ]
}
