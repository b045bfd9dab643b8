internal import CLinux

/// A private folder of small files, each of which is replaced atomically.
package struct StateFolder: ~Copyable {
    /// Maximum number of files of one name that are set aside; `setAside` throws for a further one.
    private static let asideLimit = 99
    /// Poll interval for the lock of another process, in milliseconds.
    private static let changePause: Int32 = 5

    private let folder: FileDescriptor

    /// Opens the folder, and creates it and its parents if necessary.
    package init(_ path: String) throws(Errno) {
        try Self.make(path)
        try self.init(existing: path)
    }

    /// Opens the folder, and throws `noEntry` if it does not exist.
    package init(existing path: String) throws(Errno) {
        folder = try FileDescriptor(checking: unsafe callboard_open_folder(path))
    }

    private static func make(_ path: String) throws(Errno) {
        if unsafe mkdir(path, 0o700) == 0 { return }
        let error = Errno.current
        if error == .exists { return }
        guard error == .noEntry, let slash = path.lastIndex(of: "/"), slash != path.startIndex
        else { throw error }
        try make(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 else { throw .current }
    }

    /// Reads a file; nil if it does not exist.
    ///
    /// Throws `tooLarge` if it exceeds the limit.
    package func read(_ name: String, upTo limit: Int) throws(Errno) -> [UInt8]? {
        let number = unsafe callboard_open_in(folder.rawValue, name)
        if number < 0 {
            let error = Errno.current
            guard error == .noEntry else { throw error }
            return nil
        }
        let file = FileDescriptor(owning: number)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let part = try file.read(upTo: limit + 1 - bytes.count)
            if part.isEmpty { return bytes }
            bytes += part
        }
        throw .tooLarge
    }

    /// Replaces a file atomically, also across a power cut.
    ///
    /// If other processes may also write the file, call `beginChange` first.
    package func write(_ bytes: [UInt8], to name: String) throws(Errno) {
        let draft = name + ".new"
        _ = unsafe unlinkat(folder.rawValue, draft, 0)
        do throws(Errno) {
            let file = try FileDescriptor(
                checking: unsafe callboard_create_exclusively(folder.rawValue, draft))
            try giveToOwner(file)
            var rest = bytes[...]
            while !rest.isEmpty { rest = try rest.dropFirst(file.write(rest)) }
            guard fsync(file.rawValue) == 0 else { throw .current }
            guard unsafe renameat(folder.rawValue, draft, folder.rawValue, name) == 0 else {
                throw .current
            }
        } catch {
            _ = unsafe unlinkat(folder.rawValue, draft, 0)
            throw error
        }
        guard fsync(folder.rawValue) == 0 else { throw .current }
    }

    /// Gives a file to the owner of the folder: the service must be able to read files that root
    /// writes into its folder.
    private func giveToOwner(_ file: borrowing FileDescriptor) throws(Errno) {
        guard CurrentProcess.isRoot else { return }
        var status = stat()
        guard unsafe fstat(folder.rawValue, &status) == 0,
            fchown(file.rawValue, status.st_uid, status.st_gid) == 0
        else { throw .current }
    }

    /// Removes a file, if it exists.
    package func remove(_ name: String) throws(Errno) {
        if unsafe unlinkat(folder.rawValue, name, 0) != 0 {
            let error = Errno.current
            guard error == .noEntry else { throw error }
        }
    }

    /// Keeps a damaged file under a further name, such as `NAME.broken`, and returns that name.
    ///
    /// The file has both names until the next `write` replaces it under its own.
    package func setAside(_ name: String) throws(Errno) -> String {
        var number = 0
        while true {
            number += 1
            let aside = name + (number == 1 ? ".broken" : ".broken-\(number)")
            if unsafe linkat(folder.rawValue, name, folder.rawValue, aside, 0) == 0 {
                return aside
            }
            let error = Errno.current
            guard error == .exists, number < Self.asideLimit else { throw error }
        }
    }

    /// Renames a file, replacing any file of the new name.
    package func move(_ name: String, to newName: String) throws(Errno) {
        guard unsafe renameat(folder.rawValue, name, folder.rawValue, newName) == 0 else {
            throw .current
        }
        guard fsync(folder.rawValue) == 0 else { throw .current }
    }

    /// Locks the folder until the result is released; nil if another process holds the lock.
    ///
    /// - Parameter name: file to lock; different names are independent locks.
    package func lock(_ name: String = "lock") throws(Errno) -> StateLock? {
        try lock(with: name)
    }

    /// Locks the folder against changes by other processes until the result is released.
    ///
    /// Hold the lock only briefly; throws `wouldBlock` if another process holds it longer than the
    /// limit.
    ///
    /// - Parameter pause: waits between two attempts.
    package func beginChange(
        within limit: Duration = .seconds(1),
        pause: () -> Void = { _ = poll(nil, 0, StateFolder.changePause) }
    ) throws(Errno) -> StateLock {
        let start = EventLoop.now
        while true {
            if let lock = try lock(with: "changes.lock") { return lock }
            guard EventLoop.now - start < limit else { throw .wouldBlock }
            pause()
        }
    }

    private func lock(with name: String) throws(Errno) -> StateLock? {
        let file = try FileDescriptor(
            checking: unsafe callboard_open_or_create(folder.rawValue, name))
        try giveToOwner(file)
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let error = Errno.current
            guard error == .wouldBlock else { throw error }
            return nil
        }
        return StateLock(file: file)
    }
}

/// A lock on a state folder or on changes to it; releasing the object ends the lock.
package final class StateLock: Sendable {
    private let file: FileDescriptor

    fileprivate init(file: consuming FileDescriptor) {
        self.file = file
    }
}
