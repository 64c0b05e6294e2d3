/// Numbers in a box of any number of dimensions, as models take and give them.
struct Tensor: Sendable, Equatable {
  /// The numbers, the last dimension running fastest.
  enum Values: Sendable, Equatable {
    case float([Float])
    case int64([Int64])
    case bool([Bool])

    /// How many numbers there are.
    var count: Int {
      switch self {
      case .float(let numbers): numbers.count
      case .int64(let numbers): numbers.count
      case .bool(let flags): flags.count
      }
    }
  }

  /// The length of each dimension; empty for a single number.
  var shape: [Int]

  /// As many numbers as the shape holds.
  var values: Values

  /// The numbers when they are floating point, otherwise nil.
  var floats: [Float]? {
    if case .float(let numbers) = values { numbers } else { nil }
  }

  /// The numbers when they are integers, otherwise nil.
  var integers: [Int64]? {
    if case .int64(let numbers) = values { numbers } else { nil }
  }
}
