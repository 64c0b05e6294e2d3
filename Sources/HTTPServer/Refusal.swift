/// Why a request is turned away before any handler sees it.
struct Refusal: Error, Equatable {
  /// The status of the answer.
  let status: Status
  /// The body of the answer: one sentence that quotes nothing of the request.
  let sentence: String

  init(_ status: Status, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }
}
