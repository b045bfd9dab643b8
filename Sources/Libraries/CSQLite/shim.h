#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>
#include <unistd.h>

// SQLITE_TRANSIENT is a cast in a macro, which Swift does not import; a null pointer would bind NULL.
static inline int callboard_bind_text(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(
        statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int callboard_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int callboard_switch(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

// SQLite's folder for files without a name is a variable, which Swift does not take for safe.
static inline void callboard_set_copy_folder(char *folder) {
    sqlite3_temp_directory = folder;
}

static inline char *callboard_copy_of(const char *text) {
    return sqlite3_mprintf("%s", text);
}

// By the rule by which SQLite chooses the folder.
static inline int callboard_may_make_files(const char *folder) {
    return access(folder, W_OK | X_OK) == 0;
}

// The way to the full-text search is a pointer that travels as a value of a statement.
static inline fts5_api *callboard_text_search(sqlite3 *database) {
    fts5_api *found = 0;
    sqlite3_stmt *statement = 0;
    if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, (void *)&found, "fts5_api_ptr", 0);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return found;
}

#endif
