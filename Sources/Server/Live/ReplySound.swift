import Companion

/// The sound of a reply that was sent and may have to be sent again after a drop.
///
/// What the page has played is forgotten, so it holds little more than the lead.
struct ReplySound {
  /// The number of the reply, which is that of its stream too.
  let reply: Int
  /// Whether the page was told that all of it has been sent.
  var isComplete = false
  /// How many samples were sent.
  private(set) var sent: Int64 = 0
  /// How many samples the page has played.
  private(set) var played: Int64 = 0

  private var pieces: [SoundPiece] = []

  init(reply: Int) {
    self.reply = reply
  }

  /// Takes a piece that is being sent.
  mutating func append(_ piece: SoundPiece) {
    pieces.append(piece)
    sent = piece.at + Int64(piece.samples.count)
  }

  /// Takes word of how much was played.
  mutating func report(played samples: Int64) {
    played = max(played, min(samples, sent))
    let gone = pieces.prefix { $0.at + Int64($0.samples.count) <= played }.count
    pieces.removeFirst(gone)
  }

  /// Forgets what has not been played.
  mutating func clear() {
    pieces = []
  }

  /// The messages with everything from position `first` on.
  func messages(from first: Int64) -> [SoundMessage] {
    pieces.filter { $0.at + Int64($0.samples.count) > first }.map { SoundMessage($0) }
  }
}

extension SoundMessage {
  /// A piece of a reply as it is sent.
  init(_ piece: SoundPiece) {
    self.init(
      kind: .reply, stream: UInt32(truncatingIfNeeded: piece.reply), first: piece.at,
      samples: piece.samples)
  }
}
