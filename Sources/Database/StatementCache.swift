/// Prepared statements kept for the next time, the least recently used given up first.
///
/// A statement that is taken is not in the cache, so the same text used inside its own rows gets a
/// second statement.
struct StatementCache {
  private let limit: Int
  private var kept: [(sql: String, statement: Statement)] = []

  /// A cache of at most `limit` statements.
  init(limit: Int) {
    self.limit = limit
  }

  /// The number of statements kept.
  var count: Int { kept.count }

  /// Takes out the statement of `sql`.
  mutating func take(_ sql: String) -> Statement? {
    // Newest last, and few enough that a scan is quicker than a second structure.
    guard let index = kept.lastIndex(where: { $0.sql == sql }) else { return nil }
    return kept.remove(at: index).statement
  }

  /// Puts a statement, already reset, back as the newest.
  mutating func put(_ statement: Statement, sql: String) {
    if kept.count >= limit { kept.removeFirst() }
    kept.append((sql, statement))
  }

  /// Lets go of all of them.
  mutating func empty() {
    kept = []
  }
}
