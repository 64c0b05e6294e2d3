import Dialogue
import Language
import Sound

/// A reply that was talked over: what of it was not heard can still be said.
struct CutReply: Sendable, Equatable {
  /// The turn it answers.
  let person: Int64
  /// When it was talked over.
  let at: SampleTime
  /// Its sentences, as far as they were written to their end.
  let sentences: [String]

  /// What was written of `run` when it was talked over.
  init(_ run: ReplyRun, answering person: Turn, at moment: SampleTime) {
    self.init(
      answering: person.id, at: moment, written: run.shown,
      isWhole: run.finish?.isComplete == true)
  }

  /// A reply of which `written` was made; the last sentence of one that is not whole may be half.
  init(answering person: Int64, at moment: SampleTime, written: String, isWhole: Bool) {
    self.person = person
    at = moment
    var splitter = SentenceSplitter(cutsFirstClause: false)
    var sentences = splitter.feed(written) + splitter.finish()
    let ends = sentences.last?.last.map { ".!?…\"”".contains($0) } ?? true
    if !isWhole, !ends { sentences.removeLast() }
    self.sentences = sentences
  }

  /// What is left to say after `heard`: from the beginning of the sentence that was cut.
  func rest(after heard: String) -> [String] {
    let words = heard.split(whereSeparator: \.isWhitespace).count
    var counted = 0
    for (index, sentence) in sentences.enumerated() {
      counted += sentence.split(whereSeparator: \.isWhitespace).count
      if counted > words { return Array(sentences[index...]) }
    }
    return []
  }
}
