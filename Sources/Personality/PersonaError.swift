public import Dialogue
import Journal

/// What can be wrong with a persona file.
public enum PersonaError: Error, Sendable, Equatable {
  /// It is larger than 64 KB.
  case tooLarge
  /// A field is missing or has a wrong value; nil when the file is no JSON at all.
  case unreadable(field: String?)
  /// It was written for a newer Kith.
  case newerFormat(Int)
}

extension PersonaError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .tooLarge:
      Problem(
        .configurationInvalid, "The persona file is larger than 64 KB.",
        action: "Shorten its texts.")
    case .unreadable(let field?):
      Problem(
        .configurationInvalid, "The persona file has a missing or wrong field: \(field).",
        action: "Compare it with Personas/mira.json.")
    case .unreadable(nil):
      Problem(
        .configurationInvalid, "The persona file is not readable as JSON.",
        action: "Compare it with Personas/mira.json.")
    case .newerFormat(let format):
      Problem(
        .configurationInvalid, "The persona file has format \(format), made for a newer Kith.",
        action: "Update Kith, or use format 1.")
    }
  }
}
