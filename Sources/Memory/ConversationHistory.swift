public import Database
public import Dialogue
import Glibc

/// Everything that was said, kept for good, in one rolling conversation.
///
/// A call that keeps something returns once it is on the disk. Times are milliseconds since 1970 in
/// UTC; order is the order of keeping, whatever the clock did.
public struct ConversationHistory: TurnStore {
  /// The longest text of one turn, in bytes of UTF-8.
  public static let maximumTextBytes = 65_536

  /// The longest request id, in bytes of UTF-8.
  public static let maximumRequestBytes = 128

  /// The most turns one call returns.
  public static let maximumPage = 1_000

  private let connection: DatabaseConnection
  private let path: String
  private let identity: FileIdentity?

  /// Opens the history kept in `folder`, and holds the folder until it is closed.
  ///
  /// - Parameters:
  ///   - folder: The folder this process has taken.
  ///   - options: How the database is opened.
  /// - Returns: The history, ready to use.
  /// - Throws: A ``MemoryError``; then what is there was left as it is.
  public static func open(
    in folder: DataFolder, options: DatabaseOptions = DatabaseOptions()
  ) async throws(MemoryError) -> ConversationHistory {
    var options = options
    options.heldWhileOpen = folder
    let path = folder.database
    do {
      let connection = try await DatabaseConnection.open(
        path, migrations: Schema.migrations, options: options)
      return ConversationHistory(connection: connection, path: path)
    } catch {
      throw MemoryError(error, path: path)
    }
  }

  /// Opens the history in `folder` for reading only, beside the process that keeps it.
  ///
  /// - Parameter folder: The absolute path of a data folder.
  /// - Returns: The history, or nil when none was begun there.
  /// - Throws: A ``MemoryError``.
  public static func openForReading(
    in folder: String
  ) async throws(MemoryError) -> ConversationHistory? {
    let path = folder + "/memory.db"
    guard FileIdentity(of: path) != nil else {
      // Only what is not there is nothing; a file in the way may hide a memory.
      guard errno == ENOENT else { throw .system(errno, folder) }
      return nil
    }
    var options = DatabaseOptions()
    options.readOnly = true
    do {
      let connection = try await DatabaseConnection.open(
        path, migrations: Schema.migrations, options: options)
      // Whoever keeps it may be just making it.
      let isMade = try await connection.read { database in
        try database.first("SELECT count(*) FROM sqlite_schema WHERE name = 'turn'") {
          try $0.integer(0)
        }
      }
      guard isMade == 1 else {
        await connection.close()
        return nil
      }
      return ConversationHistory(connection: connection, path: path)
    } catch {
      throw MemoryError(error, path: path)
    }
  }

  private init(connection: DatabaseConnection, path: String) {
    self.connection = connection
    self.path = path
    identity = FileIdentity(of: path)
  }

  /// Whether the last run did not end properly, so that the database was checked when opened.
  public var wasLeftOpen: Bool {
    get async { await connection.wasLeftOpen }
  }

  /// Closes it; every later call throws `databaseClosed`.
  public func close() async {
    await connection.close()
  }

  /// Whether the database still lies where it was opened.
  ///
  /// - Throws: `folderUnusable` when it was moved, deleted or replaced.
  public func checkPlace() throws(MemoryError) {
    guard FileIdentity(of: path) == identity else {
      throw .folderUnusable(path: path, .wentAway)
    }
  }

  /// Looks through the whole database for contradictions.
  ///
  /// - Throws: `databaseDamaged` when there is one.
  public func check() async throws(MemoryError) {
    do { try await connection.check() } catch { throw MemoryError(error, path: path) }
  }

  // MARK: - Keeping

  public func keep(
    person text: String, at milliseconds: Int64
  ) async throws(MemoryError) -> Turn {
    try await keep(person: text, request: nil, at: milliseconds)
  }

  public func keep(
    person text: String, request: String?, at milliseconds: Int64
  ) async throws(MemoryError) -> Turn {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .turnEmpty }
    try Self.checkLength(text)
    if let request, !(1...Self.maximumRequestBytes).contains(request.utf8.count) {
      throw .requestUnusable
    }
    return try await write { database in
      if let request,
        let kept = try database.first(
          "SELECT id, speaker, text, ending, started_at, answers, purpose FROM turn WHERE request = ?",
          .text(request), read: Turn.init(row:))
      {
        guard kept.text == text else { throw MemoryError.requestUnusable }
        return kept
      }
      try database.run(
        """
        INSERT INTO turn (speaker, text, ending, started_at, request)
        VALUES ('person', ?, 'whole', ?, ?)
        """, .text(text), .integer(milliseconds), .text(orNull: request))
      return Turn(
        id: try Self.index(text, in: database), speaker: .person, text: text, ending: .whole,
        startedAt: milliseconds)
    }
  }

  public func extend(person turn: Int64, to text: String) async throws(MemoryError) -> Turn {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .turnEmpty }
    try Self.checkLength(text)
    return try await write { database in
      let before = try database.first(
        "SELECT text FROM turn WHERE id = ? AND speaker = 'person'", .integer(turn)
      ) { try $0.text(0) }
      guard let before else { throw MemoryError.noSuchTurn(turn) }
      let answer = try database.first(
        "SELECT id FROM turn WHERE answers = ?", .integer(turn)
      ) { try $0.integer(0) }
      guard answer == nil else { throw MemoryError.alreadyAnswered(turn) }
      try database.run("UPDATE turn SET text = ? WHERE id = ?", .text(text), .integer(turn))
      // An index of words alone has to be told what it knew (FTS5, external content tables).
      try database.run(
        "INSERT INTO turn_word (turn_word, rowid, text) VALUES ('delete', ?, ?)",
        .integer(turn), .text(before))
      try database.run(
        "INSERT INTO turn_word (rowid, text) VALUES (?, ?)", .integer(turn), .text(text))
      let kept = try database.first(
        "SELECT id, speaker, text, ending, started_at, answers, purpose FROM turn WHERE id = ?",
        .integer(turn), read: Turn.init(row:))
      guard let kept else { throw MemoryError.noSuchTurn(turn) }
      return kept
    }
  }

  public func keep(
    reply text: String, ending: Turn.Ending, answering person: Int64, at milliseconds: Int64
  ) async throws(MemoryError) -> Turn {
    try Self.checkLength(text)
    return try await write { database in
      let speaker = try database.first(
        "SELECT speaker FROM turn WHERE id = ?", .integer(person)
      ) { try $0.text(0) }
      guard speaker == Turn.Speaker.person.rawValue else { throw MemoryError.noSuchTurn(person) }
      let answer = try database.first(
        "SELECT id FROM turn WHERE answers = ?", .integer(person)
      ) { try $0.integer(0) }
      guard answer == nil else { throw MemoryError.alreadyAnswered(person) }
      try database.run(
        """
        INSERT INTO turn (speaker, text, ending, started_at, answers)
        VALUES ('companion', ?, ?, ?, ?)
        """, .text(text), .text(ending.rawValue), .integer(milliseconds), .integer(person))
      return Turn(
        id: try Self.index(text, in: database), speaker: .companion, text: text, ending: ending,
        startedAt: milliseconds, answers: person)
    }
  }

  public func keep(timeline: String, of turn: Int64) async throws(MemoryError) {
    guard timeline.utf8.count <= Self.maximumTextBytes else { throw .timelineUnusable }
    try await write { database in
      let isValid = try database.first("SELECT json_valid(?)", .text(timeline)) {
        try $0.integer(0) == 1
      }
      guard isValid == true else { throw MemoryError.timelineUnusable }
      try database.run(
        "UPDATE turn SET timeline = ? WHERE id = ?", .text(timeline), .integer(turn))
      guard database.changedRows == 1 else { throw MemoryError.noSuchTurn(turn) }
    }
  }

  public func mark(_ turn: Int64, as purpose: Turn.Purpose) async throws(MemoryError) {
    try await write { database in
      try database.run(
        "UPDATE turn SET purpose = ? WHERE id = ? AND speaker = 'person'", .text(purpose.rawValue),
        .integer(turn))
      guard database.changedRows == 1 else { throw MemoryError.noSuchTurn(turn) }
    }
  }

  /// Lets the turn that was just kept be found by its words, in the same transaction.
  ///
  /// - Returns: The id of the turn.
  private static func index(_ text: String, in database: DatabaseAccess) throws -> Int64 {
    let id = database.lastInsertedRow
    try database.run(
      "INSERT INTO turn_word (rowid, text) VALUES (?, ?)", .integer(id), .text(text))
    return id
  }

  private static func checkLength(_ text: String) throws(MemoryError) {
    let bytes = text.utf8.count
    guard bytes <= maximumTextBytes else { throw .turnTooLong(bytes: bytes) }
  }

  // MARK: - The connection, with this module's errors

  func write<Value: Sendable>(
    _ body: @Sendable (DatabaseAccess) throws -> Value
  ) async throws(MemoryError) -> Value {
    do {
      let value = try await connection.write(body)
      // A row counts only when it is in the file that the next start will open.
      try checkPlace()
      return value
    } catch { throw MemoryError(error, path: path) }
  }

  func read<Value: Sendable>(
    _ body: @Sendable (DatabaseAccess) throws -> Value
  ) async throws(MemoryError) -> Value {
    do { return try await connection.read(body) } catch { throw MemoryError(error, path: path) }
  }
}
