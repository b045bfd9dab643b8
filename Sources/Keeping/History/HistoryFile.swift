internal import Linux

/// File of a history, in a folder that only its owner can open.
package enum HistoryFile {
    /// File name; SQLite keeps two more files beside it while it is open.
    package static let name = "history.db"
    /// Suffixes of SQLite's files beside the database.
    static let addOns = ["-wal", "-shm"]
    /// Limit of damaged files moved aside; more require an administrator.
    private static let asideLimit = 99

    /// Name of the writer's lock file.
    static let lockName = "history.lock"

    static func path(in folder: String) -> String {
        let folder = FileDescriptor.canonicalPath(folder)
        return (folder.hasSuffix("/") ? folder : folder + "/") + name
    }

    /// Whether the write-ahead log is empty.
    static func hasEmptyLog(in folder: String) -> Bool {
        do throws(Errno) {
            return try FileDescriptor.open(readingFrom: path(in: folder) + "-wal").size == 0
        } catch {
            return error == .noEntry
        }
    }

    /// Creates an empty file with private permissions unless it exists.
    static func make(in folder: String) throws(HistoryError) {
        do throws(Errno) {
            let state = try StateFolder(folder)
            if FileInspection(at: path(in: folder)) != nil { return }
            let change = try state.beginChange()
            if FileInspection(at: path(in: folder)) == nil { try state.write([], to: name) }
            extendLifetime(change)
        } catch {
            throw .folder(error)
        }
    }

    /// Takes the writer's lock, which is held as long as the result lives.
    static func lock(in folder: String) throws(HistoryError) -> StateLock {
        do throws(Errno) {
            if let lock = try StateFolder(folder).lock(lockName) { return lock }
        } catch {
            throw .folder(error)
        }
        throw .taken
    }

    /// Renames a damaged file and the files beside it; returns the new name.
    static func setAside(in folder: String) throws(HistoryError) -> String {
        do throws(Errno) {
            let state = try StateFolder(existing: folder)
            let change = try state.beginChange()
            defer { extendLifetime(change) }
            let parent = String(path(in: folder).dropLast(name.utf8.count))
            for number in 1...asideLimit {
                let aside = "\(name).corrupt-\(number)"
                // An interrupted run may have left a log without its file.
                let taken = [aside] + addOns.map { aside + $0 }
                if taken.contains(where: { FileInspection(at: parent + $0) != nil }) { continue }
                // The log is moved first: it is useless without its file, but the file is useful
                // without it.
                for addOn in addOns.map({ name + $0 })
                where FileInspection(at: parent + addOn) != nil {
                    try state.move(addOn, to: aside + addOn.dropFirst(name.utf8.count))
                }
                try state.move(name, to: aside)
                return aside
            }
            throw .exists
        } catch {
            throw .folder(error)
        }
    }
}
