/// The ways to cut a text into pieces that a bench tries.
///
/// Scalar by scalar; at every single place; at every pair of places when the text is short; and at
/// random places, the same for the same text every time.
struct TextSplits: Sequence {
  /// Up to how many scalars every pair of places is tried.
  static let shortest = 24
  private static let randomWays = 8

  private let scalars: [Unicode.Scalar]

  /// The ways to cut `text`.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  func makeIterator() -> AnyIterator<[String]> {
    var cuts = ways().makeIterator()
    return AnyIterator { cuts.next().map(pieces) }
  }

  /// The places of the cuts of each way.
  private func ways() -> some Sequence<[Int]> {
    let inner = Array(1..<Swift.max(1, scalars.count))
    let single = inner.lazy.map { [$0] }
    let pairs = (scalars.count <= Self.shortest ? inner : []).lazy.flatMap { first in
      inner.lazy.filter { $0 > first }.map { [first, $0] }
    }
    var numbers = Lehmer(seed: scalars.reduce(17) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF_FFFF })
    let random = (0..<Self.randomWays).map { _ in inner.filter { _ in numbers.next() % 4 == 0 } }
    return [[inner], Array(single), Array(pairs), random].joined()
  }

  private func pieces(_ cuts: [Int]) -> [String] {
    let ends = cuts + [scalars.count]
    return zip([0] + cuts, ends).map { start, end in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[start..<end])
      return String(view)
    }
  }
}

/// A small generator of numbers that are the same for the same seed (Park and Miller, 1988).
struct Lehmer {
  private var state: Int

  /// A generator that begins at `seed`.
  init(seed: Int) {
    state = Swift.max(1, seed % 2_147_483_647)
  }

  /// The next number.
  mutating func next() -> Int {
    state = state * 48_271 % 2_147_483_647
    return state
  }
}
