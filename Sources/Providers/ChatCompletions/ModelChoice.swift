import FoundationEssentials
import Synchronization

/// Which model is asked for: the one the owner chose, or one that was found.
final class ModelChoice: Sendable {
  private let chosen: String?
  private let remembered = Mutex<String?>(nil)

  /// A choice of the owner's; nil leaves it to what is found.
  init(chosen: String?) {
    self.chosen = chosen
  }

  /// The model, once there is one.
  var name: String? { chosen ?? remembered.withLock { $0 } }

  /// Remembers a model that the server has.
  func found(_ name: String) {
    remembered.withLock { $0 = name }
  }

  /// Forgets it, because the server does not have it any more.
  func forget() {
    remembered.withLock { $0 = nil }
  }
}

/// The list of models a server has.
struct ModelList: Decodable {
  private struct Model: Decodable {
    var id: String
  }

  private var data: [Model]?

  /// Parts of the names of models that can't chat.
  private static let otherKinds = ["embed", "rerank", "whisper", "tts", "bge-", "moderation"]

  /// The first model that does not look like one for another purpose.
  var firstChatModel: String? {
    let names = (data ?? []).map(\.id).filter { !$0.isEmpty && $0.utf8.count <= 512 }
    return names.first { name in
      let name = name.lowercased()
      return !Self.otherKinds.contains { name.contains($0) }
    }
  }
}
