/// What `kith bench echo` plays and hears.
public struct EchoCorpus: Sendable {
  /// The impulse response of a room.
  public struct Response: Sendable {
    /// The name of the room.
    public var name: String
    /// The response at 24 kHz.
    public var samples: [Float]

    /// A response.
    public init(name: String, samples: [Float]) {
      self.name = name
      self.samples = samples
    }
  }

  /// Somebody or something heard over a reply.
  public struct Sounding: Sendable {
    /// What it is to the reply.
    public enum Kind: String, Sendable {
      /// Somebody talks: the reply stops.
      case talk
      /// Somebody says "stop" or "wait": the reply stops sooner.
      case stopWord
      /// A backchannel, a sneeze, a bark: the reply goes on.
      case alarm
      /// Somebody talks who does not mean Kith, far off or on television.
      case elsewhere
    }

    /// The name it goes by.
    public var name: String
    /// The sound at 24 kHz.
    public var samples: [Float]
    /// What it is to the reply.
    public var kind: Kind
    /// What sort of sound it is, such as "backchannel".
    public var sort: String

    /// A sound over a reply.
    public init(name: String, samples: [Float], kind: Kind, sort: String) {
      self.name = name
      self.samples = samples
      self.kind = kind
      self.sort = sort
    }
  }

  /// The rooms.
  public var rooms: [Response]
  /// Who and what is heard over the replies.
  public var soundings: [Sounding]
  /// Noise of rooms, at 24 kHz.
  public var noises: [Response]

  /// A corpus.
  public init(rooms: [Response], soundings: [Sounding], noises: [Response]) {
    self.rooms = rooms
    self.soundings = soundings
    self.noises = noises
  }

  /// What the companion says, over and over: everyday answers, none of them taken from anywhere.
  static let replies = [
    """
    I looked at the plan for the garden again this morning. The tomatoes could go along the south \
    wall, where they get sun until the evening. If we leave a small path between the beds, you can \
    reach everything without stepping on the soil. I would put the herbs next to the kitchen door. \
    Rosemary and thyme hardly need any water once they have settled. The mint should stay in a pot, \
    because it spreads faster than anything else.
    """,
    """
    The train leaves at a quarter past nine and arrives shortly before noon. There is a bakery across \
    the street from the station that opens early. We could walk along the river from there and be at \
    the museum in about twenty minutes. They have moved the old maps to the second floor. After that \
    I would suggest the little place with the green chairs. It is quiet, and they do not mind if \
    people stay for the whole afternoon.
    """,
    """
    Bread needs time more than it needs work. Mix the flour with the water and let it rest for half an \
    hour before you add any salt. Then fold it gently three or four times during the morning. You can \
    see when it is ready, because it looks smooth and full of air. Bake it very hot for the first ten \
    minutes, and then a little cooler. When you tap the bottom it should sound hollow.
    """,
    """
    My favourite part of the story is when the captain finds the letters. He reads them one after \
    another by the light of a small lamp. Outside the wind grows stronger and nobody dares to knock on \
    his door. In the morning he comes out and gives a single order. The ship turns around and sails \
    back to the island they had left in such a hurry. I think he had understood something about \
    himself that night.
    """,
    """
    Sleep gets better when the evenings are slow. Try to dim the lamps an hour before you go to bed. A \
    short walk after dinner helps too, even when it rains. Some people write down three things that \
    went well during the day. It sounds simple, yet it keeps the mind from circling around the same \
    worries. And if you lie awake, get up for a moment and read a few pages of something dull.
    """,
    """
    There are two ways to learn the piano as an adult. You can start with scales and exercises, which \
    is solid but rather dry. Or you choose a song that you really love and learn it slowly, one hand at \
    a time. Most teachers I know would mix the two. Twenty minutes every day are worth more than two \
    hours on Sunday. Record yourself once a month, because you will not notice your progress \
    otherwise.
    """,
  ]

  /// What one says to show that one listens; spoken by the voice that does not reply.
  static let backchannels = [
    // The voices spell "mm-hm" out.
    "Hmm.", "Yeah.", "Right.", "Okay.", "Uh-huh.", "Yes, yes.", "I see.", "Oh, okay.", "Sure.",
    "Ha ha ha.",
  ]

  /// What one says to have silence; spoken by the voice that does not reply.
  static let stopWords = [
    "Stop.", "Wait.", "No, wait.", "Stop it.", "Wait a moment.", "No.", "Stop, please.",
    "Be quiet.",
  ]
}
