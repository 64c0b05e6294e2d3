/// Which scenes `kith bench echo` plays; the same for the same seed.
struct EchoPlan {
  /// One reply in one room.
  struct Scene {
    /// The place of the reply in the list of replies.
    var reply: Int
    /// Which of the two voices replies.
    var voice: Int
    /// The place of the room in the corpus.
    var room: Int
    /// How much of the reply comes back.
    var leak: Float
    /// How late, in milliseconds.
    var delay: Int
    /// Noise by its place in the corpus; nil for a quiet room.
    var noise: Int?
    /// What is heard over it, by its place among the soundings; nil for the echo alone.
    var sounding: Int?
    /// When, in milliseconds after the beginning of the reply.
    var at = 0
    /// How loud, in dBFS while it sounds.
    var level: Float = -24
  }

  /// How much is played.
  struct Size {
    /// Replies over which nothing is heard.
    var alone: Int
    /// People who talk over a reply.
    var talks: Int
    /// People who want silence.
    var stops: Int
    /// Backchannels, sneezes and the like.
    var alarms: Int
    /// People who talk far off.
    var elsewhere: Int

    /// Some minutes.
    static let quick = Size(alone: 9, talks: 15, stops: 6, alarms: 12, elsewhere: 3)
    /// An hour of replies over which nothing is heard, and two hundred people who talk.
    static let full = Size(alone: 135, talks: 200, stops: 60, alarms: 160, elsewhere: 40)
  }

  static let leaks: [Float] = [0.05, 0.3, 0.5]
  private static let delays = [20, 40, 80, 120, 200, 300]

  /// The scenes in order.
  let scenes: [Scene]

  init(_ corpus: EchoCorpus, size: Size, seed: UInt64) {
    var chance = EchoChance(seed: seed)
    var scenes: [Scene] = []
    func add(_ count: Int, _ kind: EchoCorpus.Sounding.Kind?) {
      let fitting = corpus.soundings.indices.filter { corpus.soundings[$0].kind == kind }
      guard kind == nil || !fitting.isEmpty else { return }
      let first = chance.below(fitting.count)
      for number in 0..<count {
        var scene = Scene(
          reply: chance.below(EchoCorpus.replies.count), voice: number / 3 % 2,
          room: chance.below(corpus.rooms.count), leak: Self.leaks[number % Self.leaks.count],
          delay: Self.delays[chance.below(Self.delays.count)],
          noise: chance.below(3) == 0 && !corpus.noises.isEmpty
            ? chance.below(corpus.noises.count) : nil)
        if kind != nil {
          // Every one in turn, so that as many people as possible are heard.
          let offset = number < fitting.count ? number * 7 : chance.below(fitting.count)
          scene.sounding = fitting[(first + offset) % fitting.count]
          scene.at = 3000 + chance.below(9000)
          // Far off is fainter: across a room, or in the next one.
          scene.level = Float(chance.below(7)) + (kind == .elsewhere ? -46 : -27)
        }
        scenes.append(scene)
      }
    }
    add(size.alone, nil)
    add(size.talks, .talk)
    add(size.stops, .stopWord)
    add(size.alarms, .alarm)
    add(size.elsewhere, .elsewhere)
    self.scenes = scenes
  }
}

/// Chance that is the same for the same seed (SplitMix64, Steele and others 2014).
struct EchoChance {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) >> 33) % max(1, limit)
  }

  /// Noise between -1 and 1.
  mutating func noise() -> Float {
    Float(below(65_536)) / 32_768 - 1
  }
}
