public import Journal

/// Something that went wrong, as a person meets it: what it is and what to do about it.
///
/// Every module has an error type of its own; ``ProblemConvertible`` turns it into this at the edge.
public struct Problem: Error, Sendable, Equatable {
  /// The kind, for programs.
  public var code: ProblemCode

  /// One sentence that says what is wrong.
  ///
  /// Never holds what anybody said.
  public var message: String

  /// One sentence that says what to do.
  public var action: String

  /// What a server wrote about it, in a line; for whoever wants to look deeper.
  public var details: String?

  /// A problem with a sentence for what is wrong and one for what to do.
  public init(_ code: ProblemCode, _ message: String, action: String, details: String? = nil) {
    self.code = code
    self.message = message
    self.action = action
    self.details = details
  }

  /// All of it on one line, for a terminal.
  public var inFull: String {
    [message, action, details.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
  }
}

/// An error that knows how to tell a person what happened.
public protocol ProblemConvertible: Error {
  /// What a person is told.
  var problem: Problem { get }
}

extension Problem: ProblemConvertible {
  /// Itself.
  public var problem: Problem { self }

  /// The problem behind any error; an unknown error becomes `unexpected` without its text, which
  /// might hold something private.
  public static func from(_ error: any Error) -> Problem {
    if let known = error as? any ProblemConvertible { return known.problem }
    if error is CancellationError {
      return Problem(.cancelled, "It was stopped before it was done.", action: "Start it again.")
    }
    return Problem(
      .unexpected, "Something unexpected went wrong (\(type(of: error))).",
      action: "Run kith doctor, and report it if it happens again.")
  }
}
