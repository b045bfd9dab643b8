internal import Linux

/// The one file of a history, in a folder that is closed to everybody else.
package enum HistoryFile {
    /// What it is called; SQLite keeps two more beside it while it is open.
    package static let name = "history.db"
    /// What SQLite adds to the name for the files beside it.
    static let companions = ["-wal", "-shm"]
    /// How many damaged files are set aside; then somebody has to look.
    private static let asideLimit = 99

    /// What its writer has locked.
    static let lockName = "history.lock"

    static func path(in folder: String) -> String {
        let folder = FileDescriptor.canonicalPath(folder)
        return (folder.hasSuffix("/") ? folder : folder + "/") + name
    }

    /// Whether all that was written is in the file itself.
    static func hasEmptyLog(in folder: String) -> Bool {
        do throws(Errno) {
            return try FileDescriptor.open(readingFrom: path(in: folder) + "-wal").size == 0
        } catch {
            return error == .noEntry
        }
    }

    /// Sees to it that there is a file, empty at first, that is closed to everybody else.
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

    /// Has this be the only writer for as long as the lock lives.
    static func lock(in folder: String) throws(HistoryError) -> StateLock {
        do throws(Errno) {
            if let lock = try StateFolder(folder).lock(lockName) { return lock }
        } catch {
            throw .folder(error)
        }
        throw .taken
    }

    /// Gives a damaged file another name, together with those beside it, and returns that.
    static func setAside(in folder: String) throws(HistoryError) -> String {
        do throws(Errno) {
            let state = try StateFolder(existing: folder)
            let change = try state.beginChange()
            defer { extendLifetime(change) }
            let parent = String(path(in: folder).dropLast(name.utf8.count))
            for number in 1...asideLimit {
                let aside = "\(name).corrupt-\(number)"
                // A kill in between may have left a log under a name that has no file.
                let taken = [aside] + companions.map { aside + $0 }
                if taken.contains(where: { FileInspection(at: parent + $0) != nil }) { continue }
                // The log first: without its file it means nothing, the file without it a lot.
                for companion in companions.map({ name + $0 })
                where FileInspection(at: parent + companion) != nil {
                    try state.move(companion, to: aside + companion.dropFirst(name.utf8.count))
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
