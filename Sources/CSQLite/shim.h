#pragma once
#include <sqlite3.h>

// Only what Swift can't call.

// sqlite3_db_config takes variable arguments.
static inline int kith_sqlite_configure(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// SQLITE_TRANSIENT is a cast, which Swift doesn't import: SQLite copies the bytes before returning.
static inline int kith_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int kith_sqlite_bind_bytes(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// The errno of the last write that failed, 0 for none. sqlite3_system_errno says nothing when it
// is a commit that fails, and the log's file can only be asked through its method table.
static inline int kith_sqlite_write_errno(sqlite3 *db) {
  int error = 0;
  if (!db) return error;
  sqlite3_file *log = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods) {
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  if (error == 0) {
    sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  return error;
}
