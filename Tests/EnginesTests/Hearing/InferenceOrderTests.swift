import Testing

@testable import Engines

struct InferenceOrderTests {
  @Test func `the most urgent runs first, and first come first served within a priority`() {
    var order = InferenceOrder<String>(limit: 16)
    for (job, priority) in [
      ("draft 1", .draft), ("turn", .turnModel), ("voice 1", .voice), ("partial", .partial),
      ("stop", .stopWord), ("final", .finalTranscript), ("draft 2", .draft), ("voice 2", .voice),
    ] as [(String, InferencePriority)] {
      _ = order.add(job, priority: priority)
    }
    var ran: [String] = []
    while let job = order.next() { ran.append(job) }
    #expect(
      ran == ["stop", "voice 1", "voice 2", "final", "turn", "draft 1", "draft 2", "partial"])
  }

  @Test func `a newer partial takes the place of the one that waits`() {
    var order = InferenceOrder<Int>(limit: 4)
    #expect(order.add(1, priority: .partial).description == "waits")
    #expect(order.add(2, priority: .partial).description == "replaces 1")
    #expect(order.count == 1)
    #expect(order.next() == 2)
  }

  @Test func `a full order gives up the least urgent for the more urgent, never for its equal`() {
    var order = InferenceOrder<Int>(limit: 2)
    _ = order.add(1, priority: .voice)
    _ = order.add(2, priority: .draft)
    #expect(order.add(3, priority: .draft).description == "refused")
    #expect(order.add(4, priority: .stopWord).description == "replaces 2")
    #expect(order.removeAll() == [4, 1])
  }

  @Test func `a job that waits can be taken out`() {
    var order = InferenceOrder<Int>(limit: 4)
    for job in 1...3 { _ = order.add(job, priority: .voice) }
    #expect(order.removeFirst { $0 == 2 } == 2)
    #expect(order.removeFirst { $0 == 2 } == nil)
    #expect(order.removeAll() == [1, 3])
  }
}

extension InferenceOrder.Outcome: CustomStringConvertible {
  public var description: String {
    switch self {
    case .waits: "waits"
    case .replaces(let job): "replaces \(job)"
    case .refused: "refused"
    }
  }
}
