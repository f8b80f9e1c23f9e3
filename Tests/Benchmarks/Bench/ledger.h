// A table of calls in SQLite with the durability of Rubato's store: a write-ahead log, and every commit is on disk
// before its answer.
#pragma once

#include <err.h>
#include <sqlite3.h>
#include <stddef.h>

static sqlite3 *ledger;
static sqlite3_stmt *ledger_insert;

static inline void ledger_open(const char *path) {
  const char *setup =
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
      "CREATE TABLE calls (id INTEGER PRIMARY KEY, call TEXT NOT NULL);";
  if (sqlite3_open(path, &ledger) != SQLITE_OK ||
      sqlite3_exec(ledger, setup, NULL, NULL, NULL) != SQLITE_OK ||
      sqlite3_prepare_v2(ledger, "INSERT INTO calls (call) VALUES (?)", -1, &ledger_insert, NULL) != SQLITE_OK)
    errx(1, "%s: %s", path, sqlite3_errmsg(ledger));
}

/// Commits a call in its own transaction.
static inline void ledger_commit(const char *call, size_t length) {
  sqlite3_bind_text(ledger_insert, 1, call, (int)length, SQLITE_STATIC);
  if (sqlite3_step(ledger_insert) != SQLITE_DONE) errx(1, "insert: %s", sqlite3_errmsg(ledger));
  sqlite3_reset(ledger_insert);
}
