internal import CLinux

/// A private temporary folder of this process; if the process is killed, a later one removes the
/// folder.
package final class PassingFolder: Sendable {
    /// Maximum number of names that are examined in a folder.
    private static let nameLimit = 65_536
    /// Maximum nesting of folders that are removed.
    private static let depthLimit = 16

    package let path: String
    /// Lock that marks the folder as in use.
    private let lock: FileDescriptor

    /// Creates the folder; fails if the path exists.
    package init(_ path: String) throws(Errno) {
        guard unsafe mkdir(path, 0o700) == 0 else { throw .current }
        let folder = try FileDescriptor(
            checking: unsafe callboard_open_folder_itself(AT_FDCWD, path))
        // Between creation and lock, another process may have removed the folder as abandoned.
        guard Self.lock(folder), let status = Self.look(at: folder), status.st_nlink > 0 else {
            throw .busy
        }
        self.path = path
        lock = folder
    }

    /// Removes the folder and its content; links are removed, never followed.
    package func remove() throws(Errno) {
        try Self.empty(lock, depth: 0)
        guard unsafe rmdir(path) == 0 else { throw .current }
    }

    /// Removes this user's folders whose processes have ended, and returns their number.
    ///
    /// - Parameters:
    ///   - parent: folder to search.
    ///   - prefix: prefix of the names.
    @discardableResult
    package static func removeAbandoned(in parent: String, prefix: String) -> Int {
        guard
            let folder = try? FileDescriptor(
                checking: unsafe callboard_open_folder(parent)),
            let names = try? FolderList.names(in: parent, limit: nameLimit)
        else { return 0 }
        var count = 0
        for name in names where name.hasPrefix(prefix) {
            if removeIfAbandoned(name, in: folder) { count += 1 }
        }
        return count
    }

    private static func removeIfAbandoned(
        _ name: String, in folder: borrowing FileDescriptor
    ) -> Bool {
        guard
            let left = try? FileDescriptor(
                checking: unsafe callboard_open_folder_itself(folder.rawValue, name)),
            let status = look(at: left), status.st_uid == geteuid(), lock(left)
        else { return false }
        do throws(Errno) {
            try empty(left, depth: 0)
            return unsafe unlinkat(folder.rawValue, name, AT_REMOVEDIR) == 0
        } catch {
            return false
        }
    }

    private static func lock(_ folder: borrowing FileDescriptor) -> Bool {
        flock(folder.rawValue, LOCK_EX | LOCK_NB) == 0
    }

    private static func look(at folder: borrowing FileDescriptor) -> stat? {
        var status = stat()
        return unsafe fstat(folder.rawValue, &status) == 0 ? status : nil
    }

    private static func empty(
        _ folder: borrowing FileDescriptor, depth: Int
    ) throws(Errno) {
        // A separate descriptor: reading moves the directory offset.
        let reading = unsafe callboard_open_folder_itself(folder.rawValue, ".")
        for name in try FolderList.names(inOpened: reading, limit: nameLimit) {
            if unsafe unlinkat(folder.rawValue, name, 0) == 0 { continue }
            let error = Errno.current
            guard [EISDIR, EPERM].contains(error.rawValue), depth < depthLimit else { throw error }
            let inner = try FileDescriptor(
                checking: unsafe callboard_open_folder_itself(folder.rawValue, name))
            try empty(inner, depth: depth + 1)
            guard unsafe unlinkat(folder.rawValue, name, AT_REMOVEDIR) == 0 else { throw .current }
        }
    }
}
