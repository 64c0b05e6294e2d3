/// Actions a model writes into its reply: "*smiles*", "(laughs softly)", "[sighs]".
enum StageDirection {
  private static let most = 8

  /// Whether the words between marks describe what the speaker does.
  static func isOne(_ text: String) -> Bool {
    let words = Words.folded(text)
    guard (1...most).contains(words.count) else { return false }
    let isSubject = ["she", "he", "i", "they"].contains(words[0])
    let isAdverb = words[0].hasSuffix("ly")
    guard let verb = isSubject || isAdverb ? words.dropFirst().first : words[0] else {
      return false
    }
    return verbs.contains(verb) || verbs.contains(stem(verb))
  }

  /// "smiling" and "smiled" count as "smiles".
  private static func stem(_ verb: String) -> String {
    if verb.hasSuffix("ing") { return String(verb.dropLast(3)) + "s" }
    if verb.hasSuffix("ed") { return String(verb.dropLast(2)) + "s" }
    return verb + "s"
  }

  private static let verbs: Set<String> = [
    "smiles", "smils", "laughs", "giggles", "giggls", "chuckles", "chuckls", "grins", "grinns",
    "nods", "nodds", "winks", "sighs", "pauses", "pauss", "whispers", "shrugs", "blushes", "gasps",
    "cries", "sobs", "sniffs", "sniffles", "yawns", "coughs", "hums", "gulps", "groans", "moans",
    "smirks", "frowns", "beams", "waves", "wavs", "hugs", "claps", "bows", "leans", "tilts",
    "looks", "gazes", "stares", "blinks", "raises", "shakes", "takes", "clears", "thinks",
    "laughter", "laughing", "sings", "cheers", "gestures", "rolls", "squeals", "snickers", "pouts",
    "snorts", "exhales", "inhales", "breathes", "murmurs", "mutters", "excitedly", "softly",
    "warmly", "gently", "playfully", "scratches", "pats", "twirls", "jumps", "dances", "bounces",
    "sits", "stands", "turns", "steps", "points", "reaches", "touches", "places", "holds", "pulls",
  ]
}
