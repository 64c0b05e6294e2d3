/// The list of models a server has.
struct ModelList: Decodable {
  private struct Model: Decodable {
    var id: String
    var owner: String?

    private enum CodingKeys: String, CodingKey {
      case id
      case owner = "owned_by"
    }
  }

  private var data: [Model]?

  /// Parts of the names of models that only turn text into numbers.
  private static let embedders = ["embed", "rerank", "bge-"]
  /// Parts of the names of other models that can't chat.
  private static let otherKinds = ["whisper", "tts", "moderation"]

  /// The most names that are looked at.
  private static let longest = 500

  /// Whether there is a list at all; other JSON has none.
  var isList: Bool { data != nil }

  /// Who made the first model, as the server says; many servers put their own name there.
  var owner: String? { data?.first?.owner }

  /// The first model that does not look like one for another purpose.
  var firstChatModel: String? {
    names.first { !Self.contains($0, Self.otherKinds) }
  }

  /// The names of the models that can be talked to, those that surely chat first.
  var conversational: [String] {
    names.filter { !Self.contains($0, Self.otherKinds) }
      + names.filter { Self.contains($0, Self.otherKinds) }
  }

  private var names: [String] {
    (data ?? []).prefix(Self.longest).map(\.id).filter { name in
      !name.isEmpty && name.utf8.count <= 512 && !Self.contains(name, Self.embedders)
        && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }

  private static func contains(_ name: String, _ parts: [String]) -> Bool {
    let name = name.lowercased()
    return parts.contains { name.contains($0) }
  }
}
