/// Finds which phonemes of a clause say which of its words.
///
/// A phonemizer joins words ("from the" is one group) and splits others ("3.14" is four), and what
/// it says for a word depends on its neighbours. So each word is also phonemized alone, and the
/// clause is aligned with these pieces by the least costly edits (R. Wagner and M. Fischer, "The
/// string-to-string correction problem", 1974), where spaces and sounds of a kind attract each
/// other.
enum WordAlignment {
  /// The part of the clause that says one word.
  struct Part: Equatable {
    var ipa = ""
    var runsOn = false
  }

  /// Distributes the phonemes of a clause over its words.
  ///
  /// - Parameters:
  ///   - clause: The phonemes of the clause.
  ///   - words: The phonemes of each word alone, empty for words that are not said.
  /// - Returns: One part for each word; joined in order they are the clause.
  static func parts(of clause: String, words: [String]) -> [Part] {
    let groups = clause.split(separator: " ").map(String.init)
    let said = words.indices.filter { !words[$0].isEmpty }
    var parts = [Part](repeating: Part(), count: words.count)
    if groups.count == said.count, said.allSatisfy({ !words[$0].contains(" ") }) {
      for (index, group) in zip(said, groups) { parts[index].ipa = group }
      return parts
    }
    guard !said.isEmpty, !groups.isEmpty else { return parts }

    let target = Array(groups.joined(separator: " ").unicodeScalars)
    var reference: [Unicode.Scalar] = []
    var owner: [Int] = []
    for index in said {
      let piece = Array(((reference.isEmpty ? "" : " ") + words[index]).unicodeScalars)
      reference += piece
      owner += [Int](repeating: index, count: piece.count)
    }
    var owners = alignment(of: target, with: reference).map { owner[$0] }
    for position in target.indices.reversed().dropFirst()
    where SoundClass(target[position]) == .mark {
      // A stress mark belongs to what it stands before.
      owners[position] = owners[position + 1]
    }
    return distribute(target, owners, count: words.count)
  }

  private static func distribute(
    _ target: [Unicode.Scalar], _ owners: [Int], count: Int
  ) -> [Part] {
    var parts = [Part](repeating: Part(), count: count)
    for (position, scalar) in target.enumerated() {
      let index = owners[position]
      if SoundClass(scalar) == .space {
        // A space inside a word is kept, one between words only tells that they are apart.
        let next = position + 1 < owners.count ? owners[position + 1] : -1
        if next == index, !parts[index].ipa.isEmpty { parts[index].ipa += " " }
        continue
      }
      if parts[index].ipa.isEmpty, position > 0 {
        parts[index].runsOn = SoundClass(target[position - 1]) != .space
      }
      parts[index].ipa.unicodeScalars.append(scalar)
    }
    return parts
  }

  /// For every scalar of `target` the place in `reference` it is aligned with or inserted after.
  private static func alignment(
    of target: [Unicode.Scalar], with reference: [Unicode.Scalar]
  ) -> [Int] {
    let heard = target.map(SoundClass.init)
    let expected = reference.map(SoundClass.init)
    let width = reference.count + 1
    var above = [Float](repeating: 0, count: width)
    var moves = [Move](repeating: .insert, count: (target.count + 1) * width)
    for column in 1..<width { above[column] = above[column - 1] + expected[column - 1].gap }
    for row in 1...target.count {
      let gap = heard[row - 1].gap
      var here = [above[0] + gap]
      for column in 1..<width {
        let isSame = target[row - 1] == reference[column - 1]
        let change = isSame ? 0 : heard[row - 1].change(to: expected[column - 1])
        let options: [(Float, Move)] = [
          (above[column - 1] + change, .change), (above[column] + gap, .insert),
          (here[column - 1] + expected[column - 1].gap, .leaveOut),
        ]
        var best = options[0]
        for option in options.dropFirst() where option.0 < best.0 { best = option }
        here.append(best.0)
        moves[row * width + column] = best.1
      }
      above = here
    }
    return path(moves, width: width, count: target.count)
  }

  /// Walks back along the cheapest edits, one for each pair of places.
  private static func path(_ moves: [Move], width: Int, count: Int) -> [Int] {
    var places = [Int](repeating: 0, count: count)
    var row = count
    var column = width - 1
    while row > 0 {
      switch moves[row * width + column] {
      case .change:
        row -= 1
        column -= 1
        places[row] = column
      case .insert:
        row -= 1
        places[row] = max(0, column - 1)
      case .leaveOut:
        column -= 1
      }
    }
    return places
  }

  private enum Move { case change, insert, leaveOut }
}

/// What kind of sound a scalar of IPA stands for, as far as aligning needs it.
enum SoundClass: Equatable {
  case vowel, consonant, mark, space

  init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ": self = .space
    case "ˈ", "ˌ", "ː": self = .mark
    case _ where Self.vowels.contains(scalar): self = .vowel
    default: self = .consonant
    }
  }

  private static let vowels = "aeiouyæɐɑɒɔəɚɛɜɪʊʌᵻɨøœ".unicodeScalars

  /// The cost of a sound too many or too few.
  var gap: Float {
    switch self {
    case .vowel, .consonant: 1
    case .mark: 0.2
    case .space: 0.6
    }
  }

  /// The cost of another sound in its place.
  func change(to other: SoundClass) -> Float {
    if self == other { return self == .mark ? 0.2 : 0.8 }
    return self == .space || other == .space || self == .mark || other == .mark ? 5 : 1.6
  }
}
