import Sockets
import TestSupport
import Testing

@testable import Transport

/// Servers of all kinds on this machine, each of which counts who comes.
private final class CountingNetwork: Sendable {
  enum Host: CaseIterable {
    case openAI, ears, brain, voice, tool, stranger
  }

  /// What a server does with whoever comes.
  enum Habit: CaseIterable {
    case answers, hangsUp, isBusy, loads, sendsElsewhere, babbles
  }

  private let servers: [Host: RawServer]

  init(_ habit: Habit) throws {
    let elsewhere = try RawServer { $0.hangUp() }
    var servers = [Host.stranger: elsewhere]
    for host in Host.allCases where host != .stranger {
      servers[host] = try RawServer { connection in
        while connection.request() != nil {
          switch habit {
          case .answers: connection.respond("ok")
          case .hangsUp: return connection.hangUp()
          case .isBusy: connection.respond("", status: 429, headers: "Retry-After: 1\r\n")
          case .loads: connection.respond("", status: 503)
          case .sendsElsewhere:
            let place = "http://127.0.0.1:\(elsewhere.port)/"
            connection.respond("", status: 307, headers: "Location: \(place)\r\n")
          case .babbles:
            connection.send("nonsense\r\n\r\n")
            return connection.hangUp()
          }
        }
      }
    }
    self.servers = servers
  }

  func address(_ host: Host) throws -> ServerAddress {
    try ServerAddress("http://127.0.0.1:\(servers[host]?.port ?? 0)")
  }

  /// Who has been contacted.
  var contacted: Set<Host> {
    Set(servers.filter { $0.value.connectionCount > 0 }.keys)
  }
}

struct `A mode reaches nobody but its own servers` {
  private static let modes: [(mode: String, contacted: Set<CountingNetwork.Host>)] = [
    ("0", [.tool]), ("1", [.openAI, .tool]), ("2", [.openAI, .brain, .tool]),
    ("3", [.ears, .brain, .voice, .tool]),
  ]

  private static func reach(_ mode: String, _ network: CountingNetwork) throws -> Reach {
    let reach: Reach =
      switch mode {
      case "0": .thisMachine
      case "1": .openAI(at: try network.address(.openAI))
      case "2":
        .ownBrain(try network.address(.brain), openAI: try network.address(.openAI))
      default:
        .ownNetwork(
          hearing: [try network.address(.ears)], thinking: [try network.address(.brain)],
          speaking: [try network.address(.voice)])
      }
    return reach.allowing(tools: [try network.address(.tool)])
  }

  @Test(arguments: modes.indices, CountingNetwork.Habit.allCases)
  private func `over HTTP and WebSocket, whatever the servers do`(
    row: Int, habit: CountingNetwork.Habit
  ) async throws {
    let (mode, expected) = Self.modes[row]
    let network = try CountingNetwork(habit)
    let client = try HTTPClient(reach: try Self.reach(mode, network))
    var refused = 0
    for host in CountingNetwork.Host.allCases {
      let place = HTTPRequest.Destination.server(try network.address(host))
      for purpose: Purpose in [.hearing, .thinking, .speaking, .tool] {
        do {
          _ = try await client.response(to: HTTPRequest(.get, "/", at: place, for: purpose))
        } catch TransportError.outOfReach {
          refused += 1
        } catch {
          #expect(habit == .hangsUp || habit == .babbles)
        }
        let error = await #expect(throws: TransportError.self) {
          try await client.open(WebSocketRequest("/", at: place, for: purpose))
        }
        if error == .outOfReach { refused += 1 }
      }
    }
    #expect(network.contacted == expected)
    let allowed = ["0": 1, "1": 4, "2": 4, "3": 4][mode, default: 0]
    #expect(refused == 2 * (6 * 4 - allowed))
  }

  @Test func `and nobody at all when nothing is asked`() async throws {
    let network = try CountingNetwork(.answers)
    let client = try HTTPClient(reach: .openAI(at: try network.address(.openAI)))
    #expect(client.reach == .openAI(at: try network.address(.openAI)))
    #expect(network.contacted.isEmpty)
  }
}
