import Database
public import Dialogue

extension ConversationHistory {
  /// The newest `count` turns, at most ``maximumPage``, oldest first.
  public func latest(_ count: Int) async throws(MemoryError) -> [Turn] {
    try await turns(before: .max, limit: count)
  }

  /// The `limit` turns before the one with the id `before`, oldest first.
  ///
  /// The id of the first one leads to the page before it; an empty answer is the end.
  ///
  /// - Parameters:
  ///   - before: An id, which need not exist.
  ///   - limit: How many at most, up to ``maximumPage``.
  /// - Returns: The turns.
  /// - Throws: A ``MemoryError``.
  public func turns(before: Int64, limit: Int) async throws(MemoryError) -> [Turn] {
    try await read { database in
      try database.rows(
        """
        SELECT id, speaker, text, ending, started_at, answers, purpose FROM turn
        WHERE id < ? ORDER BY id DESC LIMIT ?
        """, .integer(before), Self.limit(limit), read: Turn.init(row:)
      ).reversed()
    }
  }

  /// The turns that began in a span of time, such as a day, in the order they were kept.
  ///
  /// - Parameters:
  ///   - span: Milliseconds since 1970 in UTC.
  ///   - after: Only turns with a larger id, to go on where the last page ended.
  ///   - limit: How many at most, up to ``maximumPage``.
  /// - Returns: The turns.
  /// - Throws: A ``MemoryError``.
  public func turns(
    startedIn span: Range<Int64>, after: Int64 = 0, limit: Int
  ) async throws(MemoryError) -> [Turn] {
    try await read { database in
      try database.rows(
        """
        SELECT id, speaker, text, ending, started_at, answers, purpose FROM turn
        WHERE started_at >= ? AND started_at < ? AND id > ? ORDER BY id LIMIT ?
        """, .integer(span.lowerBound), .integer(span.upperBound), .integer(after),
        Self.limit(limit), read: Turn.init(row:))
    }
  }

  /// The turn with the id `id`; nil when there is none.
  public func turn(_ id: Int64) async throws(MemoryError) -> Turn? {
    try await read { database in
      try database.first(
        "SELECT id, speaker, text, ending, started_at, answers, purpose FROM turn WHERE id = ?",
        .integer(id), read: Turn.init(row:))
    }
  }

  /// How many turns there are.
  public func count() async throws(MemoryError) -> Int {
    try await read { database in
      Int(try database.first("SELECT count(*) FROM turn") { try $0.integer(0) } ?? 0)
    }
  }

  public func answer(to person: Int64) async throws(MemoryError) -> Turn? {
    try await read { database in
      try database.first(
        "SELECT id, speaker, text, ending, started_at, answers, purpose FROM turn WHERE answers = ?",
        .integer(person), read: Turn.init(row:))
    }
  }

  /// The times and reasons kept with a turn, as JSON; nil when there are none.
  public func timeline(of turn: Int64) async throws(MemoryError) -> String? {
    try await read { database in
      try database.first("SELECT timeline FROM turn WHERE id = ?", .integer(turn)) {
        try $0.textOrNil(0)
      } ?? nil
    }
  }

  static func limit(_ count: Int) -> SQLValue {
    .integer(Int64(min(max(count, 0), maximumPage)))
  }
}

extension Turn {
  /// A turn from the columns id, speaker, text, ending, started_at, answers, purpose.
  init(row: borrowing Row) throws {
    guard let speaker = Speaker(rawValue: try row.text(1)),
      let ending = Ending(rawValue: try row.text(3)),
      let purpose = Purpose(rawValue: try row.text(6))
    else { throw MemoryError.databaseDamaged(path: "memory.db") }
    self.init(
      id: try row.integer(0), speaker: speaker, text: try row.text(2), ending: ending,
      startedAt: try row.integer(4), answers: try row.integerOrNil(5), purpose: purpose)
  }
}
