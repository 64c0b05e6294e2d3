import TestSupport
import Testing

@testable import Transport

struct LaneOrderTests {
  @Test func `the first begins, the others wait in their order`() {
    var order = LaneOrder(limit: 4)
    #expect(order.ask(1, isAdvice: false) == [.begin(1)])
    #expect(order.ask(2, isAdvice: false) == [])
    #expect(order.ask(3, isAdvice: false) == [])
    #expect(order.leave(2) == [])
    #expect(order.leave(1) == [.begin(3)])
    #expect(order.leave(3) == [])
    #expect(order.isFree)
  }

  @Test func `too many are refused, and leaving makes room`() {
    var order = LaneOrder(limit: 2)
    for ticket in 1...3 { _ = order.ask(UInt64(ticket), isAdvice: false) }
    #expect(order.ask(4, isAdvice: false) == [.refuse(4)])
    #expect(order.leave(4) == [])
    #expect(order.leave(2) == [])
    #expect(order.ask(5, isAdvice: false) == [])
    #expect(order.leave(1) == [.begin(3)])
    #expect(order.leave(3) == [.begin(5)])
  }

  @Test func `advice gives way, whether it runs or waits`() {
    var order = LaneOrder(limit: 2)
    #expect(order.ask(1, isAdvice: true) == [.begin(1)])
    #expect(order.ask(2, isAdvice: false) == [.withdraw(1)])
    // It is still busy closing its connection, and is not told twice.
    #expect(order.ask(3, isAdvice: true) == [])
    #expect(order.ask(4, isAdvice: true) == [.withdraw(3)])
    #expect(order.leave(3) == [])
    #expect(order.leave(1) == [.begin(2)])
    #expect(order.ask(5, isAdvice: false) == [.withdraw(4)])
    #expect(order.leave(2) == [.begin(5)])
  }

  @Test func `whatever happens, one runs at a time and nobody is forgotten`() {
    var numbers = SeededNumbers(7)
    for _ in 0..<300 {
      var order = LaneOrder(limit: 3)
      var inside: [UInt64] = []
      var running: UInt64?
      var last: UInt64 = 0
      func apply(_ actions: [LaneOrder.Action]) {
        for action in actions {
          switch action {
          case .begin(let ticket):
            #expect(running == nil)
            #expect(inside.first == ticket)
            running = ticket
          case .refuse(let ticket): inside.removeAll { $0 == ticket }
          case .withdraw(let ticket): if ticket != running { inside.removeAll { $0 == ticket } }
          }
        }
      }
      for _ in 0..<40 {
        if Bool.random(using: &numbers) {
          last += 1
          inside.append(last)
          apply(order.ask(last, isAdvice: Int.random(in: 0..<3, using: &numbers) == 0))
        } else if let ticket = inside.randomElement(using: &numbers) {
          inside.removeAll { $0 == ticket }
          if running == ticket { running = nil }
          apply(order.leave(ticket))
        }
        #expect((running == nil) == inside.isEmpty)
      }
      while let ticket = running {
        inside.removeAll { $0 == ticket }
        running = nil
        apply(order.leave(ticket))
      }
      #expect(order.isFree && inside.isEmpty)
    }
  }
}
