import FoundationEssentials

/// The models a server lists, for when nobody named one.
struct ModelList: Decodable, Sendable {
  struct Row: Decodable, Sendable {
    var id: String
  }

  var data: [Row]

  /// Words in the names of models that do not chat.
  private static let others = [
    "embed", "rerank", "whisper", "tts", "speech", "moderation", "bge-", "e5-", "dall", "kokoro",
  ]

  /// The first model that chats.
  var firstForChat: String? {
    data.map(\.id).first { id in
      let name = id.lowercased()
      return !id.isEmpty && id.utf8.count <= 200 && !Self.others.contains { name.contains($0) }
    }
  }

  /// Reads a list.
  ///
  /// - Returns: The list, or nil when `bytes` are none.
  static func read(_ bytes: [UInt8]) -> ModelList? {
    try? JSONDecoder().decode(ModelList.self, from: Data(bytes))
  }
}
