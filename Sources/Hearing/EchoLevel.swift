import Glibc
public import Sound

/// Predicts how loud the echo of a reply is at the microphone, and learns it meanwhile.
///
/// What is played and what is heard are compared by their power in short cells. The delay is the lag at
/// which the two rise and fall together; the gain is what nine of ten windows stay below, since
/// rooms colour sound. The prediction falls off like a room after the sound has stopped.
///
/// A pure value, on the clock of the microphone.
public struct EchoLevel: Sendable {
  /// The unit of power: 4 ms.
  public static let cell = SampleSpan.milliseconds(4)
  /// The longest delay from playing to hearing that is looked for.
  public static let longestDelay = SampleSpan.milliseconds(608)

  private static let cellsInWindow = Int(Activity.window.samples / cell.samples)
  private static let lagStep = 4
  private static let lags = Int(longestDelay.samples / cell.samples) / lagStep
  /// How fast a room falls silent: 60 dB in 0.6 s.
  private static let decay: Float = powf(10, -60 / 150 / 10)
  private static let silence: Float = 1e-12
  /// Fewer windows than this tell nothing of the delay.
  private static let fewest: Float = 30
  /// Windows in which less than this is played, in dBFS, tell nothing of the gain.
  private static let audible: Float = -55

  /// The power of what was played by cell, with the fall of the room after it; a ring.
  private var fallen = [Float](repeating: 0, count: 512)
  private var plain = [Float](repeating: 0, count: 512)
  /// The number of the next cell to be filled.
  private var end: Int64 = 0
  private var level: Float = 0
  private var likeness = [Likeness](repeating: Likeness(), count: lags)
  private var ratios: [Float] = []
  private var oldest = 0
  /// Ratios that count once it is clear that nobody talked.
  private var pending: [Float] = []
  private var known: EchoReturn
  private var lastSound: Int64 = -10_000

  /// A level that begins with what was learnt earlier.
  public init(_ known: EchoReturn = .unknown) {
    self.known = known
  }

  /// What is known of the echo now.
  public var learnt: EchoReturn { known }

  /// Takes the power (mean square) of what is played from `time` on, a value for each cell.
  ///
  /// Times that were never told are silent.
  public mutating func played(_ powers: [Float], at time: SampleTime) {
    let first = time.samples / Self.cell.samples
    while end < first { append(0) }
    for power in powers.dropFirst(max(0, Int(end - first))) { append(power) }
  }

  private mutating func append(_ power: Float) {
    level = max(power, level * Self.decay)
    if level < Self.silence { level = 0 }
    let slot = Int(end % Int64(fallen.count))
    fallen[slot] = level
    plain[slot] = power
    if power > 1e-6 { lastSound = end }
    end += 1
  }

  /// How much louder a window was than the echo of what is played, in decibels.
  ///
  /// - Parameters:
  ///   - power: The mean square of the window.
  ///   - whole: The same before an echo was taken out of it, by which the delay is learnt.
  ///   - start: When it began.
  /// - Returns: 120 while nothing can be heard of a reply.
  public mutating func excess(
    of power: Float, heard whole: Float? = nil, at start: SampleTime
  ) -> Float {
    let first = start.samples / Self.cell.samples
    // Told late: what comes is not known to be silent.
    guard first - lastSound < Int64(Self.lags * Self.lagStep + 150) else { return 120 }
    let predicted = predicted(from: first)
    guard predicted > Self.silence else { return 120 }
    let heard = 10 * log10f(max(power, Self.silence))
    let played = 10 * log10f(predicted)
    learn(heard: heard, whole: whole ?? power, played: played, from: first)
    return min(120, heard - played - known.gain)
  }

  /// Forgets what the windows of the last moments told: somebody talked.
  public mutating func somebodyTalked() {
    pending.removeAll()
  }

  /// The power of what may be echoing in the window that begins with the cell `first`.
  private func predicted(from first: Int64) -> Float {
    guard let delay = known.delay else {
      return (0..<Self.lags).reduce(0) { max($0, power(fallen, first, lag: $1 * Self.lagStep)) }
    }
    let lag = Int(delay.samples / Self.cell.samples)
    return stride(from: max(0, lag - 8), through: lag + 8, by: 4).reduce(0) {
      max($0, power(fallen, first, lag: $1))
    }
  }

  /// The mean of the cells of a window, `lag` cells earlier.
  private func power(_ cells: [Float], _ first: Int64, lag: Int) -> Float {
    let begin = first - Int64(lag)
    var sum: Float = 0
    for number in begin..<begin + Int64(Self.cellsInWindow)
    where number >= max(0, end - Int64(cells.count)) && number < end {
      sum += cells[Int(number % Int64(cells.count))]
    }
    return sum / Float(Self.cellsInWindow)
  }

  // MARK: Learning

  /// Whether two loudnesses rise and fall together; older windows count less and less.
  private struct Likeness: Sendable {
    var count: Float = 0
    var x: Float = 0
    var y: Float = 0
    var xx: Float = 0
    var yy: Float = 0
    var xy: Float = 0

    mutating func take(_ played: Float, _ heard: Float) {
      let keep: Float = 0.996
      count = count * keep + 1
      x = x * keep + played
      y = y * keep + heard
      xx = xx * keep + played * played
      yy = yy * keep + heard * heard
      xy = xy * keep + played * heard
    }

    /// The correlation, -1…1.
    var value: Float {
      let both = (xx * count - x * x) * (yy * count - y * y)
      return both > 0 ? (xy * count - x * y) / both.squareRoot() : 0
    }
  }

  private mutating func learn(heard: Float, whole: Float, played: Float, from first: Int64) {
    let loud = max(whole, Self.silence).squareRoot()
    for index in likeness.indices {
      likeness[index].take(
        power(plain, first, lag: index * Self.lagStep).squareRoot(), loud)
    }
    learnDelay()
    guard played > Self.audible else { return }
    pending.append(heard - played)
    // Half a second later it is known whether somebody talked.
    guard pending.count > 16 else { return }
    let ratio = pending.removeFirst()
    if ratios.count < 256 {
      ratios.append(ratio)
    } else {
      ratios[oldest] = ratio
      oldest = (oldest + 1) % ratios.count
    }
    learnGain()
  }

  private mutating func learnDelay() {
    guard likeness[0].count >= Self.fewest else { return }
    var best = 0
    for index in likeness.indices where likeness[index].value > likeness[best].value {
      best = index
    }
    guard likeness[best].value > 0.6 else { return }
    let delay = SampleSpan(samples: Int64(best * Self.lagStep) * Self.cell.samples)
    if known.delay == nil {
      // Until now the loudest of all lags was compared, which tells too little of this one.
      ratios.removeAll()
      pending.removeAll()
      known.gain = max(known.gain, EchoReturn.unknown.gain)
    }
    known.delay = delay
  }

  private mutating func learnGain() {
    guard ratios.count >= 12 else { return }
    let sorted = ratios.sorted()
    let now = sorted[sorted.count * 9 / 10]
    let before = Float(max(0, known.weight - ratios.count)) / 4
    let count = Float(ratios.count)
    known.gain = (now * count + known.gain * before) / (count + before)
    known.weight = min(EchoReturn.mostWeight, max(known.weight, ratios.count))
  }
}
