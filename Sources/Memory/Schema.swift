import Database

/// The steps from an empty database to the one this version uses; append only.
enum Schema {
  static let migrations: [Migration] = [
    Migration("turns") { database in
      // Ids are never used twice, so that what points at a forgotten turn points at nothing.
      try database.run(
        """
        CREATE TABLE turn (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          speaker TEXT NOT NULL CHECK (speaker IN ('person', 'companion')),
          text TEXT NOT NULL,
          ending TEXT NOT NULL CHECK (ending IN ('whole', 'cut', 'incomplete')),
          started_at INTEGER NOT NULL,
          answers INTEGER UNIQUE REFERENCES turn (id),
          request TEXT UNIQUE,
          timeline TEXT,
          CHECK (answers IS NULL OR speaker = 'companion'),
          CHECK (request IS NULL OR speaker = 'person')
        ) STRICT
        """)
      try database.run("CREATE INDEX turn_by_start ON turn (started_at)")
    },
    Migration("search") { database in
      // Holds only where words stand; the texts stay in `turn`. No trigger keeps it: SQLite lets a
      // trigger use such a table only when it trusts whatever schema a file brings along.
      try database.run(
        """
        CREATE VIRTUAL TABLE turn_word USING fts5 (
          text, content = 'turn', content_rowid = 'id',
          tokenize = 'unicode61 remove_diacritics 2'
        )
        """)
      try database.run("INSERT INTO turn_word (turn_word) VALUES ('rebuild')")
    },
    Migration("purposes") { database in
      // What a turn was said for: models are not shown orders, nor what lies before a fresh start.
      try database.run(
        """
        ALTER TABLE turn ADD COLUMN purpose TEXT NOT NULL DEFAULT 'talk'
          CHECK (purpose IN ('talk', 'order', 'nudge', 'fresh-start'))
        """)
    },
    Migration("timers") { database in
      // A row goes when its timer was heard, or taken back.
      try database.run(
        """
        CREATE TABLE timer (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          kind TEXT NOT NULL CHECK (kind IN ('timer', 'alarm')),
          name TEXT,
          set_at INTEGER NOT NULL,
          due_at INTEGER NOT NULL
        ) STRICT
        """)
    },
  ]
}
