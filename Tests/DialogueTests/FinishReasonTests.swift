import Dialogue
import Testing

struct FinishReasonTests {
  @Test(arguments: [
    FinishReason.stop, .length, .toolCalls, .contentFilter, .other("eos"),
  ])
  func `a reply with a reason is whole`(reason: FinishReason) {
    #expect(reason.isComplete)
  }

  @Test func `a reply that broke off is not whole`() {
    #expect(!FinishReason.brokeOff.isComplete)
  }
}
