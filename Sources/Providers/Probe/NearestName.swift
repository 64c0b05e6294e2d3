/// Finds the name somebody probably meant.
enum NearestName {
  /// How much of a name is compared.
  private static let compared = 64

  /// The name among `known` that is most like `name`.
  ///
  /// - Returns: The name; nil when none is much like it.
  static func of(_ name: String, among known: [String]) -> String? {
    let wanted = Array(name.lowercased().prefix(compared))
    var best: (name: String, distance: Int)?
    for candidate in known {
      let letters = Array(candidate.lowercased().prefix(compared))
      // What was left out at the end, such as a size, is no mistake.
      let distance = letters.starts(with: wanted) ? 0 : distance(wanted, letters)
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(2, wanted.count / 2) else { return nil }
    return best.name
  }

  /// The least number of letters to put in, take out or change (Levenshtein 1966).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
