import Sockets

/// Knows the lane of every server that somebody asks or waits for.
final class LaneTable: Sendable {
  private struct Entry {
    weak var lane: Lane?
  }

  /// How many entries are kept before those that nobody uses are dropped.
  private static let size = 64

  private let entries = Locked([String: Entry]())

  /// The lane to `destination`, one for each server whatever the path.
  func lane(to destination: HTTPRequest.Destination) -> Lane {
    let name =
      switch destination {
      case .server(let address): "\(address.host):\(address.port)"
      case .socket(let path): path
      }
    return entries.withLock { entries in
      if let lane = entries[name]?.lane { return lane }
      if entries.count >= Self.size { entries = entries.filter { $0.value.lane != nil } }
      let lane = Lane()
      entries[name] = Entry(lane: lane)
      return lane
    }
  }
}
