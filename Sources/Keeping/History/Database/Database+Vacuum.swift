internal import CSQLite
internal import Linux

extension Database {
    /// Rewrites the whole file through a copy in its own folder, which only the owner can read.
    ///
    /// All other temporary data of SQLite stays in memory, which may be too small for a copy of the
    /// file.
    func vacuum() throws(DatabaseError) {
        guard let folder = try folderForCopy() else { return try run("VACUUM") }
        let result = CopyFolder.current.withLock { current in
            Result { () throws(DatabaseError) in
                current.begin(folder)
                defer { current.end() }
                try script("PRAGMA temp_store = FILE")
                defer { try? script("PRAGMA temp_store = MEMORY") }
                try run("VACUUM")
            }
        }
        try result.get()
    }

    /// Returns the file's folder; nil if no files can be created there.
    ///
    /// The folder that SQLite would choose by itself is shared by all users.
    private func folderForCopy() throws(DatabaseError) -> String? {
        var path = ""
        try rows("PRAGMA database_list") { (row) throws(DatabaseError) in
            guard row.string(1) == "main" else { return true }
            path = row.string(2)
            return false
        }
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
        let folder = String(path[..<slash])
        return unsafe callboard_may_make_files(folder) == 1 ? folder : nil
    }
}

/// SQLite's folder for temporary files, which is global to the process.
///
/// Only this type sets it, for one connection at a time. All other connections keep such data in
/// memory. The names are never freed, in case another connection reads the variable nevertheless.
@safe
private struct CopyFolder {
    static let current = Locked(CopyFolder())

    private var names: [String: UInt] = [:]

    mutating func begin(_ folder: String) {
        if names[folder] == nil {
            names[folder] = unsafe UInt(bitPattern: callboard_copy_of(folder))
        }
        unsafe callboard_set_copy_folder(UnsafeMutablePointer(bitPattern: names[folder] ?? 0))
    }

    func end() {
        callboard_set_copy_folder(nil)
    }
}
