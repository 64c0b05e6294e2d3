/// Words written alike and said differently, where the phonemizer often picks the wrong one.
///
/// It judges by the word before alone and says "my sister lives" like the plural of "life".
enum Heteronym {
  /// A spelling the phonemizer reads the right way.
  ///
  /// - Parameters:
  ///   - written: The word with its punctuation.
  ///   - previous: The written word before it.
  ///   - next: The written word after it.
  /// - Returns: The spelling, or nil when the word is to be read as it stands.
  static func respelling(
    of written: String, after previous: String?, before next: String?
  ) -> String? {
    let before = previous?.trimmingPunctuation().lowercased() ?? ""
    let after = next?.trimmingPunctuation().lowercased() ?? ""
    switch written.trimmingPunctuation().lowercased() {
    case "live":
      return goLive.contains(before) || shows.contains(after) ? nil : "liv"
    case "lives":
      return owners.contains(before) || before.hasSuffix("'s") ? nil : "livz"
    case "close":
      return things.contains(after) && !states.contains(before) ? "cloze" : nil
    case "use":
      return things.contains(after) && !owners.contains(before) ? "yooz" : nil
    default:
      return nil
    }
  }

  /// What stands before "live" when it is said as in "live music".
  private static let goLive: Set<String> = [
    "is", "are", "was", "were", "be", "been", "go", "goes", "going", "went", "gone", "it's",
    "we're", "a", "the", "some", "broadcast", "streamed", "recorded", "watch", "see", "saw",
  ]

  /// What stands after "live" when it is said as in "live music".
  private static let shows: Set<String> = [
    "music", "show", "shows", "stream", "event", "events", "concert", "band", "audience",
    "performance", "television", "tv", "coverage", "wire", "recording", "chat", "video", "action",
  ]

  /// What stands before a noun.
  private static let owners: Set<String> = [
    "my", "your", "his", "its", "our", "their", "the", "these", "those", "many", "no", "any", "of",
    "human", "past", "daily", "save", "saved", "saves", "lost", "whole", "own", "two", "nine",
    "all", "some", "both", "what", "people's",
  ]

  /// What is done something to.
  private static let things: Set<String> = [
    "the", "a", "an", "it", "them", "this", "that", "these", "those", "your", "my", "his", "her",
    "our", "their", "all", "up", "down",
  ]

  /// What stands before "close" when it means near.
  private static let states: Set<String> = [
    "is", "are", "was", "were", "so", "very", "too", "quite", "as", "get", "got", "come", "stay",
  ]
}
