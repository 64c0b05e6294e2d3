/// A random word that a program must know to talk to a running Kith.
///
/// It is made at every start and written where only the owner can read it.
public struct AccessToken: Sendable {
  /// The word: 64 hexadecimal digits, 256 random bits.
  public let text: String

  /// A new random token, from the kernel's random numbers.
  public init() {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    text = String((0..<64).map { _ in digits[Int(random.next(upperBound: UInt(16)))] })
  }

  /// Whether an `Authorization` field carries this token.
  ///
  /// Takes the same time wherever a wrong token differs, so that it cannot be guessed piece by piece.
  func admits(_ authorization: String?) -> Bool {
    guard let authorization else { return false }
    let words = authorization.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return isSame(as: String(words[1]))
  }

  /// Whether `given` is this token, compared in the same time wherever it differs.
  func isSame(as given: String?) -> Bool {
    let given = Array((given ?? "").utf8)
    let own = Array(text.utf8)
    guard given.count == own.count else { return false }
    return zip(given, own).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
