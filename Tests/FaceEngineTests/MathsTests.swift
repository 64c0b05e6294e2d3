import Foundation
import Testing

@testable import FaceEngine

struct MathsTests {
  @Test func `sine and cosine are right to a millionth`() {
    for step in -20_000...20_000 {
      let angle = Float(step) * 0.003_7
      #expect(abs(Double(Maths.sin(angle)) - sin(Double(angle))) < 2e-6)
      #expect(abs(Double(Maths.cos(angle)) - cos(Double(angle))) < 1e-5)
    }
  }

  @Test func `exponential and logarithm are right to a millionth`() {
    for step in 0...20_000 {
      let power = Float(step) * -0.004
      let exact = exp(Double(power))
      #expect(abs(Double(Maths.exp(power)) - exact) <= 2e-6 * exact + 1e-30)
    }
    for step in 1...10_000 {
      let number = Float(step) / 10_000
      #expect(abs(Double(Maths.log(number)) - log(Double(number))) < 2e-6)
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func `what is no angle has no sine, and no power overflows`(number: Float) {
    #expect(Maths.sin(number) == 0)
    #expect(Maths.exp(number).isFinite)
    #expect((0...1).contains(Maths.clamp(number, 0, 1)))
  }
}
