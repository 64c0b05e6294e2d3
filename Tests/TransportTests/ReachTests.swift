import Testing

@testable import Transport

private let openAI = ServerAddress.openAI

struct ReachTests {
  /// A server that a mode may or may not reach.
  enum Server: String, CaseIterable {
    case openAI = "https://api.openai.com"
    case otherOpenAI = "https://eu.api.openai.com"
    case ears = "http://192.168.1.20:8000"
    case brain = "http://brain.local:11434"
    case voice = "http://box:8880"
    case calendar = "https://calendar.example.org"
    case stranger = "https://example.com"
    case here = "http://127.0.0.1:8080"

    var address: ServerAddress {
      get throws { try ServerAddress(rawValue) }
    }
  }

  static let purposes: [(name: String, purpose: Purpose)] = [
    ("hear", .hearing), ("think", .thinking), ("speak", .speaking), ("tool", .tool),
    ("converse", [.hearing, .thinking, .speaking]), ("nothing", []),
  ]

  /// What each mode may reach: "purpose server".
  static let table: [(mode: String, allowed: Set<String>)] = [
    ("0", ["tool calendar"]),
    ("1", ["hear openAI", "think openAI", "speak openAI", "converse openAI", "tool calendar"]),
    ("2", ["hear openAI", "speak openAI", "think brain", "tool calendar"]),
    ("3", ["hear ears", "think brain", "speak voice", "tool calendar"]),
  ]

  static func reach(_ mode: String) throws -> Reach {
    let reach: Reach =
      switch mode {
      case "0": .thisMachine
      case "1": .openAI()
      case "2": .ownBrain(try Server.brain.address)
      default:
        .ownNetwork(
          hearing: [try Server.ears.address], thinking: [try Server.brain.address],
          speaking: [try Server.voice.address])
      }
    return reach.allowing(tools: [try Server.calendar.address])
  }

  @Test(arguments: table)
  func `a mode reaches its own servers for its own purposes`(mode: String, allowed: Set<String>)
    throws
  {
    let reach = try Self.reach(mode)
    var found: Set<String> = []
    for server in Server.allCases {
      for (name, purpose) in Self.purposes
      where reach.network(of: try server.address, for: purpose) != nil {
        found.insert("\(name) \(server)")
      }
    }
    #expect(found == allowed)
  }

  @Test(arguments: ["0", "1", "2", "3"])
  func `two programs of Kith talk in every mode, and only on this machine`(mode: String) throws {
    let reach = try Self.reach(mode)
    for server in Server.allCases {
      let network = reach.network(of: try server.address, for: .kith)
      #expect(network == (server == .here ? .machine : nil))
      #expect(reach.network(of: try server.address, for: [.kith, .thinking]) == nil)
    }
    #expect(reach.network(of: try ServerAddress("localhost:1"), for: .kith) == .machine)
    #expect(reach.network(of: try ServerAddress("[::1]:1"), for: .kith) == .machine)
    #expect(reach.network(of: try ServerAddress("box:1"), for: .kith) == nil)
  }

  @Test func `OpenAI can't slip in as somebody else's server`() throws {
    for address in [openAI, try ServerAddress("https://API.OpenAI.com.:443")] {
      #expect(Reach.ownBrain(address).network(of: address, for: .thinking) == nil)
      let own = Reach.ownNetwork(hearing: [address], thinking: [address], speaking: [address])
      for purpose: Purpose in [.hearing, .thinking, .speaking] {
        #expect(own.network(of: address, for: purpose) == nil)
      }
      let tools = Reach.thisMachine.allowing(tools: [address])
      #expect(tools.network(of: address, for: .tool) == nil)
    }
    let standIn = try ServerAddress("http://127.0.0.1:9")
    let split = Reach.ownBrain(standIn, openAI: standIn)
    #expect(split.network(of: standIn, for: .thinking) == nil)
    #expect(split.network(of: standIn, for: .hearing) == .own)
    #expect(!(try ServerAddress("https://notopenai.com").isOpenAI))
    #expect(!(try ServerAddress("https://openai.com.example.com").isOpenAI))
  }

  static let others: [(text: String, isSame: Bool)] = [
    ("http://brain.local:11434/v1", true), ("http://BRAIN.LOCAL.:11434", true),
    ("http://brain.local:11435", false), ("https://brain.local:11434", false),
    ("http://brain:11434", false), ("http://brain2.local:11434", false),
  ]

  @Test(arguments: others)
  func `a server is its scheme, its name and its port`(text: String, isSame: Bool) throws {
    let reach = Reach.ownNetwork(thinking: [try Server.brain.address])
    #expect((reach.network(of: try ServerAddress(text), for: .thinking) != nil) == isSame)
  }

  @Test func `each server is looked for on its own side of the router`() throws {
    #expect(Reach.openAI().network(of: openAI, for: .thinking) == .internet)
    #expect(Reach.asked.network(of: openAI, for: .thinking) == .internet)
    let cloud = try ServerAddress("https://models.example.com")
    #expect(Reach.openAI(at: cloud).network(of: cloud, for: .hearing) == .internet)
    #expect(Reach.ownNetwork(thinking: [cloud]).network(of: cloud, for: .thinking) == .any)
    for text in ["https://brain.local", "https://box", "http://10.0.0.1", "https://10.0.0.1"] {
      #expect(Reach.asked.network(of: try ServerAddress(text), for: .thinking) == .own)
    }
  }

  static let numbers: [(bytes: [UInt8], networks: Set<Reach.Network>)] = [
    ([8, 8, 8, 8], [.internet, .any]),
    ([10, 0, 0, 1], [.own, .any]),
    ([169, 254, 1, 1], [.own, .any]),
    ([127, 0, 0, 1], [.own, .machine, .any]),
    ([127, 9, 9, 9], [.own, .machine, .any]),
    ([0, 0, 0, 0], [.any]),
    (Array(repeating: 0, count: 16), [.any]),
    (Array(repeating: 0, count: 15) + [1], [.own, .machine, .any]),
    (Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1], [.own, .machine, .any]),
    (Array(repeating: 0, count: 10) + [0xFF, 0xFF, 8, 8, 8, 8], [.internet, .any]),
    (Array(repeating: 0, count: 10) + [0xFF, 0xFF, 0, 0, 0, 0], [.any]),
    ([0xFE, 0x80] + Array(repeating: 0, count: 13) + [1], [.own, .any]),
    ([0x20, 0x01] + Array(repeating: 0, count: 13) + [1], [.internet, .any]),
  ]

  @Test(arguments: numbers)
  func `a number belongs to one side`(bytes: [UInt8], networks: Set<Reach.Network>) throws {
    let number = try #require(IPAddress(bytes: bytes))
    #expect(Set(Reach.Network.allCases.filter { $0.contains(number) }) == networks)
  }
}
