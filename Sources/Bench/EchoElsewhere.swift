import Sound

extension EchoCorpus {
  /// Lets every so many of the people who talk be heard in another corner as well: as the room with
  /// the least direct sound gives them back.
  public mutating func addTalkElsewhere(every step: Int) {
    let widest = rooms.min { Self.direct($0) < Self.direct($1) }
    guard let widest, step > 0 else { return }
    let talks = soundings.filter { $0.kind == .talk }
    for talk in stride(from: 0, to: talks.count, by: step).map({ talks[$0] }) {
      let room = Room(
        .init(name: widest.name, response: widest.samples, leak: 1, delay: 0))
      var heard: [Float] = []
      var padded = talk.samples
      padded += repeatElement(0, count: Frame.length - padded.count % Frame.length)
      for start in stride(from: 0, to: padded.count, by: Frame.length) {
        heard += room.play(Array(padded[start..<start + Frame.length]))
      }
      soundings.append(
        Sounding(
          name: "far " + talk.name, samples: heard, kind: .elsewhere, sort: "somebody elsewhere"))
    }
  }

  /// The share of a room's energy that comes in the first 20 ms.
  private static func direct(_ room: Response) -> Float {
    let peak = room.samples.reduce(0) { max($0, abs($1)) }
    let first = room.samples.firstIndex { abs($0) > peak / 10 } ?? 0
    let energy = room.samples[first...].reduce(0) { $0 + $1 * $1 }
    let early = room.samples[first...].prefix(480).reduce(0) { $0 + $1 * $1 }
    return energy > 0 ? early / energy : 1
  }
}
