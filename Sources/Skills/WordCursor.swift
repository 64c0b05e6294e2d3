import Language

/// Reads words one after the other, and goes back where a reading fails.
struct WordCursor {
  let words: [String]
  var position = 0

  init(_ words: [String]) {
    self.words = words
  }

  var isAtEnd: Bool { position >= words.count }

  /// The next word; nil at the end.
  var next: String? { isAtEnd ? nil : words[position] }

  /// The words that are left.
  var rest: ArraySlice<String> { words[min(position, words.count)...] }

  /// Takes the first of `phrases` that stands here, each of one or more words.
  mutating func take(_ phrases: String...) -> Bool {
    take(anyOf: phrases)
  }

  /// Takes the first of `phrases` that stands here.
  mutating func take(anyOf phrases: [String]) -> Bool {
    for phrase in phrases {
      let wanted = phrase.split(separator: " ").map(String.init)
      if rest.starts(with: wanted) {
        position += wanted.count
        return true
      }
    }
    return false
  }

  /// Takes what `read` reads, or nothing when it gives nil.
  mutating func attempt<Value>(_ read: (inout WordCursor) -> Value?) -> Value? {
    var copy = self
    guard let value = read(&copy) else { return nil }
    self = copy
    return value
  }
}
