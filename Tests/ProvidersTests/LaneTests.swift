import Testing

@testable import Providers

struct LaneTests {
  @Test func `requests pass one at a time in the order they came`() async throws {
    let lane = Lane()
    let first = try await lane.enter()
    let (entries, entered) = AsyncStream.makeStream(of: Int.self)
    var tasks: [Task<Void, any Error>] = []
    for number in 1...3 {
      tasks.append(
        Task {
          let pass = try await lane.enter()
          entered.yield(number)
          pass.leave()
        })
      while lane.waitingCount < number { await Task.yield() }
    }
    first.leave()
    first.leave()
    var order: [Int] = []
    for await number in entries.prefix(3) { order.append(number) }
    #expect(order == [1, 2, 3])
  }

  @Test func `whoever gives up waiting leaves the line`() async throws {
    let lane = Lane()
    let first = try await lane.enter()
    let waiting = Task { try await lane.enter() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    first.leave()
    _ = try await lane.enter()
  }

  @Test func `a pass that is lost is given back`() async throws {
    let lane = Lane()
    do { _ = try await lane.enter() }
    _ = try await lane.enter()
  }
}
