import Dialogue

/// Puts the calls of tools together, which come in pieces.
struct ToolCallAssembly: Sendable {
  /// The most calls in a reply.
  static let callLimit = 16
  /// The most bytes of a name, and of the arguments of a call.
  static let nameLimit = 256
  static let argumentLimit = 32 << 10

  private struct Call {
    var id: String?
    var index: Int?
    var name = ""
    var arguments = ""
  }

  private var open: [Call] = []

  /// The calls so far, in the order they began; empty arguments become `{}`.
  var calls: [ToolCall] {
    open.filter { !$0.name.isEmpty }.map {
      ToolCall(
        name: $0.name, arguments: $0.arguments.allSatisfy(\.isWhitespace) ? "{}" : $0.arguments)
    }
  }

  /// Takes the next piece.
  ///
  /// - Returns: Whether it was within the limits.
  mutating func add(_ piece: ChatChunk.ToolCallPiece) -> Bool {
    let id = piece.id.flatMap { $0.isEmpty ? nil : $0 }
    let name = piece.function?.name ?? ""
    let position = place(id: id, index: piece.index, startsCall: !name.isEmpty)
    guard position < Self.callLimit else { return false }
    if position == open.count { open.append(Call(id: id, index: piece.index)) }
    if open[position].name.isEmpty { open[position].name = name }
    open[position].arguments += piece.function?.arguments ?? ""
    return open[position].name.utf8.count <= Self.nameLimit
      && open[position].arguments.utf8.count <= Self.argumentLimit
  }

  /// Where a piece belongs: a new id is a new call whatever its index, since some servers give every
  /// call the index 0 and others give none.
  private func place(id: String?, index: Int?, startsCall: Bool) -> Int {
    if let id { return open.lastIndex { $0.id == id } ?? open.count }
    if let index { return open.lastIndex { $0.index == index } ?? open.count }
    guard let last = open.last else { return 0 }
    return startsCall && !last.name.isEmpty ? open.count : open.count - 1
  }
}
