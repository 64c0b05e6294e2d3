/// Cuts long speech where it is quietest.
///
/// A transcriber slows down with the square of the length and loses words at the end of long sound,
/// so it is given pieces of at most 12 s. A pause is quieter than any place inside a word, so the
/// quietest place is where a cut does least harm.
struct SpeechPieces: Sendable {
  /// The longest piece, in samples.
  var longest: Int
  /// The shortest piece, in samples, where the length of the speech allows.
  var shortest: Int
  /// How much sound is judged together, in samples: long enough to pass over a stop consonant.
  var width: Int

  /// Pieces of at most 12 s and, where possible, at least 4 s, judged by 240 ms of sound.
  static let standard = SpeechPieces(
    longest: 12 * hearingRate, shortest: 4 * hearingRate, width: 24 * hearingRate / 100)

  /// The pieces of `speech` in order; together they are all of it, and none is empty.
  func ranges(of speech: [Float]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    while speech.count - start > longest {
      // The rest must not become a scrap: a transcriber invents words for very short sound.
      let last = min(start + longest, speech.count - shortest)
      let first = min(start + shortest, last)
      let cut = quietest(in: speech, from: first, through: last)
      pieces.append(start..<cut)
      start = cut
    }
    if start < speech.count { pieces.append(start..<speech.count) }
    return pieces
  }

  /// The middle of the quietest stretch whose middle lies between two samples; the latest of equals.
  private func quietest(in speech: [Float], from first: Int, through last: Int) -> Int {
    let step = max(1, width / 12)
    var best = (energy: Float.infinity, at: last)
    var middle = first
    while middle <= last {
      let stretch = max(0, middle - width / 2)..<min(speech.count, middle + width / 2)
      var energy: Float = 0
      for index in stretch { energy += speech[index] * speech[index] }
      if energy <= best.energy { best = (energy, middle) }
      middle += step
    }
    return best.at
  }
}

/// Silence around speech.
///
/// A recogniser that starts in the middle of the first sound mishears the first word ("fell" for
/// "fail"), so it wants some quiet before and after.
struct QuietMargins: Sendable {
  /// The quiet wanted before the first sound, in samples.
  var before: Int
  /// The quiet wanted after the last sound, in samples.
  var after: Int

  /// 300 ms before and 200 ms after.
  static let standard = QuietMargins(before: 3 * hearingRate / 10, after: hearingRate / 5)

  /// `speech` with silence added where less quiet than wanted surrounds it.
  func around(_ speech: ArraySlice<Float>) -> [Float] {
    let block = hearingRate / 100
    let loudness = speech.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(1, speech.count))
    // 20 dB below the mean of the speech is quiet: the breath and the room.
    let limit = loudness / 100 * Float(block)
    let lead = quiet(speech, blocks: block, limit: limit, upTo: before, fromStart: true)
    let tail = quiet(speech, blocks: block, limit: limit, upTo: after, fromStart: false)
    return [Float](repeating: 0, count: before - lead) + speech
      + [Float](repeating: 0, count: after - tail)
  }

  private func quiet(
    _ speech: ArraySlice<Float>, blocks block: Int, limit: Float, upTo most: Int, fromStart: Bool
  ) -> Int {
    var found = 0
    while found + block <= min(most, speech.count) {
      let start =
        fromStart ? speech.startIndex + found : speech.endIndex - found - block
      let energy = speech[start..<start + block].reduce(Float(0)) { $0 + $1 * $1 }
      guard energy <= limit else { break }
      found += block
    }
    return found
  }
}
