import Database
public import Dialogue

extension ConversationHistory {
  /// The newest turns in which all of `words` occur, newest first.
  ///
  /// - Parameters:
  ///   - words: What is looked for.
  ///   - before: Only turns with a smaller id, to go on where the last page ended.
  ///   - limit: How many at most, up to ``maximumPage``.
  /// - Returns: The turns; none when `words` hold nothing that can be looked for.
  /// - Throws: A ``MemoryError``.
  public func turns(
    with words: SearchWords, before: Int64 = .max, limit: Int
  ) async throws(MemoryError) -> [Turn] {
    if words.isEmpty { return [] }
    return try await read { database in
      guard let match = words.match else {
        return try database.rows(
          """
          SELECT id, speaker, text, ending, started_at, answers, purpose FROM turn
          WHERE id < ? AND NOT EXISTS (
            SELECT 1 FROM json_each(?) WHERE turn.text NOT LIKE value ESCAPE '\\')
          ORDER BY id DESC LIMIT ?
          """, .integer(before), .text(words.patterns), Self.limit(limit), read: Turn.init(row:))
      }
      return try database.rows(
        """
        SELECT id, speaker, turn.text, ending, started_at, answers, purpose
        FROM turn_word JOIN turn ON turn.id = turn_word.rowid
        WHERE turn_word MATCH ? AND turn_word.rowid < ? AND NOT EXISTS (
          SELECT 1 FROM json_each(?) WHERE turn.text NOT LIKE value ESCAPE '\\')
        ORDER BY turn_word.rowid DESC LIMIT ?
        """, .text(match), .integer(before), .text(words.patterns), Self.limit(limit),
        read: Turn.init(row:))
    }
  }
}
