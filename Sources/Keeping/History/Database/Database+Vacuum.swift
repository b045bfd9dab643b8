internal import CSQLite
internal import Linux

extension Database {
    /// Writes the whole file anew, by way of a copy in its own folder that only its owner can open.
    ///
    /// Whatever else SQLite would put into a file of its own stays in memory, where a copy of all of it
    /// need not have room.
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

    /// The folder of the file; nil where files cannot be made, for which SQLite would take a folder
    /// that belongs to everybody.
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

/// The folder in which SQLite makes files that are nobody's in particular; it has one for the whole
/// process.
///
/// Only this sets it, for one connection at a time, and all others keep such things in memory. Should
/// one of them look all the same, it finds a name that is never freed.
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
