/// A key: it is sent where it belongs, and shown nowhere.
///
/// Whatever prints, dumps or reflects it gets `sk-…abcd`: enough to know which key it is.
public struct Secret: Sendable, Hashable {
  /// The key itself, for the request that carries it.
  public let revealed: String

  /// A key whose last letters are shown gives away a part of itself; of a short one that is too much.
  private static let shortestShown = 16

  /// The secret `text`.
  public init(_ text: String) {
    revealed = text
  }

  /// What may be shown of it.
  public var shown: String {
    let front = Self.isPaid(revealed) ? "sk-…" : "…"
    return revealed.count < Self.shortestShown ? front : front + revealed.suffix(4)
  }

  /// Whether `text` looks like the key of a paid service.
  static func isPaid(_ text: some StringProtocol) -> Bool {
    text.lowercased().hasPrefix("sk-")
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { shown }
  public var debugDescription: String { shown }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
