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

  /// What to expect of it, in a sentence; docs/benchmarks.md says how it was measured.
  public var figures: String {
    switch self {
    case .large:
      "Answers in about 2.5 s on two cores and takes 1.2 GB of memory; plain, and easily wrong "
        + "about facts."
    case .small:
      "Answers in about 1.6 s on two cores and takes 0.6 GB of memory; loses the thread, and is "
        + "often wrong about facts."
    }
  }

  /// Whether its file is among `parts`, whole.
  public func isInstalled(in parts: PartsFolder) -> Bool {
    (try? parts.path("model.gguf", of: part)) != nil
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
    return BrainModel.large.isInstalled(in: parts) ? .large : .small
  }

  /// The memory of this machine in bytes.
  public static var installedMemory: Int {
    Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
