import Dialogue

/// Puts tool calls together that come in pieces.
///
/// A new id is a new call whatever its index, because some servers send index 0 for every call; a
/// piece without an id goes on with the call of its index, or with the last one.
struct ToolCallAssembly: Sendable {
  private struct Call {
    var id: String?
    var index: Int?
    var name = ""
    var arguments = ""
  }

  /// The most calls of one reply.
  private static let mostCalls = 32
  /// The most bytes of the arguments of one call.
  private static let mostBytes = 65_536

  private var calls: [Call] = []

  /// Takes a piece.
  mutating func add(_ delta: ChatChunk.ToolCallDelta) throws(ProviderError.Fault) {
    let place: Int
    if let id = delta.id, !id.isEmpty {
      place = calls.firstIndex { $0.id == id } ?? calls.count
    } else if let index = delta.index {
      place = calls.lastIndex { $0.index == index } ?? calls.count
    } else {
      // Without id and index, a name begins a new call.
      place = delta.name?.isEmpty == false || calls.isEmpty ? calls.count : calls.count - 1
    }
    if place == calls.count {
      guard calls.count < Self.mostCalls else { throw .unreadable }
      calls.append(Call(id: delta.id, index: delta.index))
    }
    if let name = delta.name, calls[place].name.isEmpty { calls[place].name = name }
    calls[place].arguments += delta.arguments ?? ""
    guard calls[place].arguments.utf8.count <= Self.mostBytes else { throw .unreadable }
  }

  /// The calls, whole or as broken as the model wrote them; no arguments are `{}`.
  func finished() -> [ToolCall] {
    calls.filter { !$0.name.isEmpty }.map { call in
      let isEmpty = call.arguments.allSatisfy(\.isWhitespace)
      return ToolCall(name: call.name, arguments: isEmpty ? "{}" : call.arguments)
    }
  }
}
