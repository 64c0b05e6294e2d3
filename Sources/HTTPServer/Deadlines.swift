/// The times at which something has to happen, the earliest first.
///
/// A binary heap that knows where each key stands, so that setting, moving and removing cost a few
/// steps, and nothing is left behind by connections that are gone.
struct Deadlines<Key: Hashable & Sendable, Instant: Comparable & Sendable>: Sendable {
  private var heap: [(key: Key, instant: Instant)] = []
  private var places: [Key: Int] = [:]

  /// The earliest time, if anything is to happen at all.
  var earliest: Instant? { heap.first?.instant }

  /// How many keys have a time.
  var count: Int { heap.count }

  /// Sets the time of `key`, or removes it with `nil`.
  mutating func set(_ key: Key, at instant: Instant?) {
    guard let instant else {
      if let place = places[key] { remove(at: place) }
      return
    }
    guard let place = places[key] else {
      heap.append((key, instant))
      places[key] = heap.count - 1
      rise(heap.count - 1)
      return
    }
    heap[place].instant = instant
    rise(place)
    sink(place)
  }

  /// Takes the earliest key whose time has come.
  mutating func takeDue(at now: Instant) -> Key? {
    guard let first = heap.first, first.instant <= now else { return nil }
    remove(at: 0)
    return first.key
  }

  private mutating func remove(at place: Int) {
    swap(place, heap.count - 1)
    let removed = heap.removeLast()
    places[removed.key] = nil
    if place < heap.count {
      rise(place)
      sink(place)
    }
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[place].instant < heap[(place - 1) / 2].instant {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if heap[child].instant < heap[least].instant { least = child }
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }

  private mutating func swap(_ a: Int, _ b: Int) {
    guard a != b else { return }
    heap.swapAt(a, b)
    places[heap[a].key] = a
    places[heap[b].key] = b
  }
}
