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
