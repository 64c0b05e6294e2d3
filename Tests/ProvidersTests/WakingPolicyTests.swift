import Testing
import Transport

@testable import Providers

struct WakingPolicyTests {
  @Test func `a busy server is asked again for eight seconds, when it says or ever more rarely`() {
    var policy = WakingPolicy(.foreign, isManaged: false)
    var now = Duration.zero
    var waits: [Duration] = []
    while case .retry(let wait) = policy.decide(.busy(retryAfter: nil), at: now) {
      waits.append(wait)
      now += wait
    }
    #expect(waits == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
    var told = WakingPolicy(.foreign, isManaged: false)
    #expect(told.decide(.busy(retryAfter: .seconds(7)), at: .zero) == .retry(after: .seconds(7)))
    #expect(told.decide(.busy(retryAfter: .seconds(2)), at: .seconds(7)) == .giveUp(.busy))
    var long = WakingPolicy(.foreign, isManaged: false)
    #expect(long.decide(.busy(retryAfter: .seconds(60)), at: .zero) == .giveUp(.busy))
  }

  @Test func `a loading server is waited for half a minute, the built-in one a whole`() {
    for (isManaged, patience) in [(false, Patience.foreign), (true, Patience.managed)] {
      for refusal in [
        WakingPolicy.Refusal.loading(retryAfter: nil), .nobodyThere(wasReached: false),
      ] {
        var policy = WakingPolicy(patience, isManaged: isManaged)
        var now = Duration.zero
        while case .retry(let wait) = policy.decide(refusal, at: now) { now += wait }
        #expect(now == patience.waking)
      }
    }
  }

  @Test func `only the built-in server comes back by itself`() {
    var foreign = WakingPolicy(.foreign, isManaged: false)
    #expect(
      foreign.decide(.nobodyThere(wasReached: true), at: .zero)
        == .giveUp(.transport(.unreachable)))
    var managed = WakingPolicy(.managed, isManaged: true)
    #expect(
      managed.decide(.nobodyThere(wasReached: true), at: .zero)
        == .retry(after: Patience.managed.retry))
  }
}
