/// Whom requests may reach: the servers of a mode, and the hosts of the tools that the owner allowed.
///
/// A value that decides and nothing else. The ``HTTPClient`` asks it before every request and every
/// WebSocket, and holds the number of every socket against what it says, so that no mode reaches what
/// belongs to another:
///
/// ```swift
/// let client = try HTTPClient(reach: .ownNetwork(thinking: [brain]))
/// ```
public struct Reach: Sendable, Equatable {
  /// Which numbers a socket may be connected to.
  enum Network: Sendable, Hashable, CaseIterable {
    /// Nothing of one's own.
    case internet
    /// This machine and networks of one's own.
    case own
    /// This machine alone.
    case machine
    /// Either side.
    case any

    /// Whether `number` belongs to it.
    func contains(_ number: IPAddress) -> Bool {
      switch self {
      case .internet: !number.isPrivate && !number.isUnspecified
      case .own: number.isPrivate
      case .machine: number.isLoopback
      case .any: true
      }
    }
  }

  /// Where a server is, whatever the path.
  private struct Place: Sendable, Hashable {
    var scheme: ServerAddress.Scheme
    var host: String
    var port: Int

    init(_ address: ServerAddress) {
      (scheme, host, port) = (address.scheme, address.host, address.port)
    }
  }

  private var purposes: [Place: Purpose] = [:]
  private var takesAny = false
  /// The server out there that the mode stands for; it is never taken from one's own network.
  private var cloud: Place?

  private init() {}

  // MARK: - The modes

  /// Everything happens on this machine: no server is reached.
  public static let thisMachine = Reach()

  /// OpenAI hears, thinks and speaks, and nobody else is reached.
  ///
  /// - Parameter address: Where OpenAI answers.
  /// - Returns: The reach of this mode.
  public static func openAI(at address: ServerAddress = .openAI) -> Reach {
    var reach = Reach()
    reach.cloud = Place(address)
    reach.add([address], for: [.hearing, .thinking, .speaking])
    return reach
  }

  /// OpenAI hears and speaks; a server of one's own thinks.
  ///
  /// - Parameters:
  ///   - brain: The server that thinks; OpenAI itself can't be it.
  ///   - address: Where OpenAI answers.
  /// - Returns: The reach of this mode.
  public static func ownBrain(
    _ brain: ServerAddress, openAI address: ServerAddress = .openAI
  ) -> Reach {
    var reach = Reach()
    reach.cloud = Place(address)
    reach.add([address], for: [.hearing, .speaking])
    if Place(brain) != Place(address) { reach.addOwn([brain], for: .thinking) }
    return reach
  }

  /// Servers of one's own hear, think and speak; those that are left out do so on this machine.
  ///
  /// - Parameters:
  ///   - hearing: The servers that hear; OpenAI can't be one of any.
  ///   - thinking: The servers that think.
  ///   - speaking: The servers that speak.
  /// - Returns: The reach of this mode.
  public static func ownNetwork(
    hearing: [ServerAddress] = [], thinking: [ServerAddress] = [], speaking: [ServerAddress] = []
  ) -> Reach {
    var reach = Reach()
    reach.addOwn(hearing, for: .hearing)
    reach.addOwn(thinking, for: .thinking)
    reach.addOwn(speaking, for: .speaking)
    return reach
  }

  /// Any server the address policy lets through, for what the owner asks for by hand: looking for
  /// servers and trying an address before it becomes a setting.
  public static let asked: Reach = {
    var reach = Reach()
    reach.takesAny = true
    return reach
  }()

  /// The same, and the hosts of tools that the owner allowed.
  ///
  /// - Parameter hosts: The hosts; OpenAI can't be one, since a tool is no way around the mode.
  /// - Returns: The wider reach.
  public func allowing(tools hosts: [ServerAddress]) -> Reach {
    var reach = self
    reach.addOwn(hosts, for: .tool)
    return reach
  }

  private mutating func addOwn(_ addresses: [ServerAddress], for purpose: Purpose) {
    add(addresses.filter { !$0.isOpenAI }, for: purpose)
  }

  private mutating func add(_ addresses: [ServerAddress], for purpose: Purpose) {
    for address in addresses { purposes[Place(address), default: []].insert(purpose) }
  }

  // MARK: - The decision

  /// Where the socket of a request to `address` may lead.
  ///
  /// - Returns: The network, or nil when the request may not be made at all.
  func network(of address: ServerAddress, for purpose: Purpose) -> Network? {
    guard !purpose.isEmpty else { return nil }
    if purpose == .kith { return address.isThisMachine ? .machine : nil }
    guard takesAny || purposes[Place(address)]?.isSuperset(of: purpose) == true else { return nil }
    if address.isOwn { return .own }
    return address.isOpenAI || Place(address) == cloud ? .internet : .any
  }
}

extension ServerAddress {
  /// Where OpenAI answers.
  public static let openAI = ServerAddress(httpsHost: "api.openai.com")

  /// Whether it belongs to OpenAI.
  public var isOpenAI: Bool { host == "openai.com" || host.hasSuffix(".openai.com") }

  /// Whether the address as written stays in one's own network: a private number, `*.local`, or a
  /// name of a single label.
  var isOwn: Bool {
    number?.isPrivate ?? (!host.contains(".") || host.hasSuffix(".local"))
  }

  /// Whether the address as written is this machine.
  var isThisMachine: Bool { number?.isLoopback ?? (host == "localhost") }
}
