import Database
public import Skills

/// Timers and alarms, kept until they were heard or taken back.
extension ConversationHistory {
  /// All that are kept, by when they are due.
  public func timers() async throws(MemoryError) -> [KeptTimer] {
    try await read { database in
      try database.rows(
        "SELECT id, kind, name, set_at, due_at FROM timer ORDER BY due_at, id",
        read: KeptTimer.init(row:))
    }
  }

  /// Keeps a timer or an alarm.
  ///
  /// - Parameters:
  ///   - kind: Which of them.
  ///   - name: What it is for, at most ``KeptTimer/longestName`` bytes; nil when that was not said.
  ///   - setAt: When it was set, in milliseconds since 1970.
  ///   - dueAt: When it rings, in milliseconds since 1970.
  /// - Returns: It with its id; nil when ``KeptTimer/most`` are kept already.
  /// - Throws: A ``MemoryError``; then nothing was kept.
  public func keep(
    timer kind: TimerKind, named name: String?, from setAt: Int64, dueAt: Int64
  ) async throws(MemoryError) -> KeptTimer? {
    guard (name?.utf8.count ?? 0) <= KeptTimer.longestName else { throw .turnTooLong(bytes: 0) }
    return try await write { database in
      let count = try database.first("SELECT count(*) FROM timer") { try $0.integer(0) }
      guard (count ?? 0) < Int64(KeptTimer.most) else { return nil }
      try database.run(
        "INSERT INTO timer (kind, name, set_at, due_at) VALUES (?, ?, ?, ?)",
        .text(kind.rawValue), .text(orNull: name), .integer(setAt), .integer(dueAt))
      return KeptTimer(
        id: database.lastInsertedRow, kind: kind, name: name, setAt: setAt, dueAt: dueAt)
    }
  }

  /// Forgets timers; those that are not there are passed over.
  public func forget(timers ids: Set<Int64>) async throws(MemoryError) {
    try await write { database in
      for id in ids { try database.run("DELETE FROM timer WHERE id = ?", .integer(id)) }
    }
  }
}

extension KeptTimer {
  /// A timer from the columns id, kind, name, set_at, due_at.
  fileprivate init(row: borrowing Row) throws {
    guard let kind = TimerKind(rawValue: try row.text(1)) else {
      throw MemoryError.databaseDamaged(path: "memory.db")
    }
    self.init(
      id: try row.integer(0), kind: kind, name: try row.textOrNil(2), setAt: try row.integer(3),
      dueAt: try row.integer(4))
  }
}
