import CSpeexDSP

/// Takes what a loudspeaker plays out of what a microphone hears.
///
/// A wrapper of the Speex echo canceller (an adaptive filter in the frequency domain that learns less
/// while somebody talks, Valin 2007). It needs what is played and what is heard aligned to the sample;
/// how late the echo is it finds out by itself, within ``tail``, and sooner where it is told. While no
/// echo can be heard, sound passes as it is.
///
/// Use one from one task at a time.
@safe public final class EchoCanceller {
  /// How long after the first sound it can be an echo is taken out.
  public static let tail = SampleSpan.milliseconds(512)

  /// The first sound is looked for so much earlier than it is expected.
  private static let margin = 3
  /// Sooner than this an echo is found without being told where: 100 ms.
  private static let soon = 5
  /// No devices are later: 1 s.
  private static let latest = 50

  private let state: OpaquePointer
  /// What was played lately, a frame each, the newest last; as many as the echo is waited for.
  private var waiting: [[Int16]] = []
  /// How many frames the echo is waited for.
  private var lead = 0
  /// How many more frames may hold an echo.
  private var echoing = 0

  /// A canceller that has heard no echo yet, for frames of ``Frame/length``.
  public init() {
    let made = unsafe speex_echo_state_init(Int32(Frame.length), Int32(Self.tail.samples))
    guard let made = unsafe made else { preconditionFailure("out of memory for a canceller") }
    unsafe state = unsafe made
    var rate = Int32(SampleTime.rate)
    unsafe speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
  }

  deinit {
    unsafe speex_echo_state_destroy(state)
  }

  /// Says how late the devices are, as far as that is known.
  ///
  /// What was learnt of the echo is forgotten when it was not looked for there.
  public func expect(_ delay: SampleSpan) {
    let frames = min(Self.latest, Int(delay.samples) / Frame.length)
    // Small steps are the same delay, estimated anew.
    let isFound = frames >= lead + 1 && frames <= lead + 2 * Self.margin
    guard !isFound, frames > Self.soon || lead > 0 else { return }
    lead = max(0, frames - Self.margin)
    waiting = Array(repeating: [Int16](repeating: 0, count: Frame.length), count: lead)
    unsafe speex_echo_state_reset(state)
  }

  /// Takes the echo out of a frame.
  ///
  /// - Parameters:
  ///   - heard: What the microphone heard.
  ///   - played: What the loudspeaker played meanwhile.
  /// - Returns: What was heard without the echo.
  /// - Precondition: both are frames of ``Frame/length``.
  public func clean(_ heard: [Int16], of played: [Int16]) -> [Int16] {
    precondition(
      heard.count == Frame.length && played.count == Frame.length, "frames have one length")
    waiting.append(played)
    let earlier = waiting.removeFirst()
    if played.contains(where: { $0 != 0 }) {
      echoing = lead + Int(Self.tail.samples) / Frame.length + 1
    } else if echoing > 0 {
      echoing -= 1
    }
    guard echoing > 0 else { return heard }
    var cleaned = [Int16](repeating: 0, count: Frame.length)
    unsafe speex_echo_cancellation(state, heard, earlier, &cleaned)
    return cleaned
  }
}

@available(*, unavailable, message: "a canceller belongs to one task")
extension EchoCanceller: Sendable {}
