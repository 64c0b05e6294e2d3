import Glibc

/// A language model that comes with Kith.
public enum BrainModel: String, Sendable, CaseIterable {
  /// Qwen2.5-Coder-1.5B-Instruct: usable and bland, the default.
  case large = "1.5B"
  /// Qwen2.5-Coder-0.5B-Instruct: for small machines and tests; it loses the thread.
  case small = "0.5B"

  /// The name of its part.
  public var part: String {
    switch self {
    case .large: "brain"
    case .small: "brain-small"
    }
  }

  /// What a person reads.
  public var title: String {
    "Qwen2.5-Coder-\(rawValue)-Instruct Q4_K_M"
  }

  /// Machines with less memory than this, in bytes, get the small model: 6 GB.
  static let memoryForLarge = 6_000_000_000

  /// The model for this machine: the large one where there is memory for it and it is set up.
  ///
  /// - Parameters:
  ///   - parts: Where the models are.
  ///   - memory: The memory of the machine in bytes.
  /// - Returns: A model; whether it is set up shows when it starts.
  public static func fitting(_ parts: PartsFolder, memory: Int = installedMemory) -> BrainModel {
    guard memory >= memoryForLarge else { return .small }
    return (try? parts.path("model.gguf", of: BrainModel.large.part)) == nil ? .small : .large
  }

  /// The memory of this machine in bytes.
  public static var installedMemory: Int {
    Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
