import FoundationEssentials
public import Transport

/// A model server that was found on this machine.
public struct ModelServer: Sendable, Equatable {
  /// Where it answers, such as `http://127.0.0.1:11434`.
  public var address: String
  /// What it is, such as "Ollama".
  public var kind: String
  /// Its models without those that can't talk, the likeliest first.
  public var models: [String]
}

/// Looks for model servers on this machine, when it is asked to and at no other time.
public struct ServerSearch: Sendable {
  /// A port and the server that is usually there.
  public struct Place: Sendable, Equatable {
    var port: UInt16
    var kind: String

    /// The port `port`, where a server of the kind `kind` is expected.
    public init(_ port: UInt16, _ kind: String) {
      self.port = port
      self.kind = kind
    }
  }

  /// Where the usual servers listen.
  public static let usual = [
    Place(11434, "Ollama"), Place(1234, "LM Studio"), Place(8080, "llama.cpp"),
    Place(8000, "vLLM"), Place(5001, "KoboldCpp"),
  ]

  /// How long a place is waited for: somebody looks at the page meanwhile.
  public static let usualPatience = Duration.seconds(1)

  /// Who says in the list of models that they made them, and which server says so.
  private static let owners = [
    "library": "Ollama", "organization_owner": "LM Studio", "llamacpp": "llama.cpp",
    "vllm": "vLLM", "koboldcpp": "KoboldCpp",
  ]

  private let client: HTTPClient
  private let places: [Place]
  private let patience: Duration

  /// A search over `client`.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - places: Where to look.
  ///   - patience: How long a place may take to answer; one of this machine answers at once.
  public init(
    client: HTTPClient, places: [Place] = Self.usual, patience: Duration = Self.usualPatience
  ) {
    self.client = client
    self.places = places
    self.patience = patience
  }

  /// Asks every place for its models, all at once; takes no longer than the patience.
  ///
  /// - Returns: The servers that answered, in the order of the places.
  public func find() async -> [ModelServer] {
    await withTaskGroup(of: (Int, ModelServer?).self) { group in
      for (index, place) in places.enumerated() {
        group.addTask { (index, await look(at: place)) }
      }
      var found: [(Int, ModelServer)] = []
      for await case (let index, let server?) in group { found.append((index, server)) }
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func look(at place: Place) async -> ModelServer? {
    let address = "http://127.0.0.1:\(place.port)"
    guard let server = try? ServerAddress(address) else { return nil }
    var limits = HTTPRequest.Limits()
    limits.connecting = patience / 2
    limits.whole = patience
    limits.bodyBytes = 1 << 20
    let request = HTTPRequest(
      .get, "/v1/models", at: .server(server), for: .thinking, limits: limits)
    guard let (head, body) = try? await client.response(to: request), head.status == 200,
      let list = try? JSONDecoder().decode(ModelList.self, from: Data(body)), list.isList
    else { return nil }
    return ModelServer(
      address: address, kind: list.owner.flatMap { Self.owners[$0.lowercased()] } ?? place.kind,
      models: list.conversational)
  }
}
