public enum HallucinationGuard {
  public struct Evidence: Sendable { public init(speechMilliseconds: Double, probability: Float) {} }
  public static func accepts(_ words: String, _ evidence: Evidence) -> Bool { !words.isEmpty }
}
public enum UnfinishedThought: Sendable { case neutral, unfinished, question
  public static func judge(_ words: String) -> UnfinishedThought { .neutral } }
