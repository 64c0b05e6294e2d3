/// The words that questions in English are made with.
enum QuestionWords {
  /// What may stand before a question without belonging to it.
  static let softeners: Set<String> = [
    "so", "and", "but", "well", "okay", "ok", "oh", "hey", "now",
  ]

  /// What asks.
  static let asking: Set<String> = [
    "what", "where", "when", "who", "whom", "whose", "why", "how", "which", "what's", "where's",
    "who's", "when's", "how's", "why's",
  ]

  /// What a question that wants a yes or a no begins with.
  static let auxiliaries: Set<String> = [
    "do", "does", "did", "is", "are", "was", "were", "can", "could", "will", "would", "should",
    "shall", "may", "have", "has", "had", "am", "isn't", "aren't", "don't", "doesn't", "didn't",
    "can't", "won't", "wouldn't", "couldn't", "shouldn't", "haven't", "hasn't",
  ]
}
