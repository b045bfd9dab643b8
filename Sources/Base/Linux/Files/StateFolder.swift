internal import CLinux

/// A folder of the program's own, closed to everybody else, whose small files are replaced whole or
/// not at all.
package struct StateFolder: ~Copyable {
    /// How many files of one name are set aside; then somebody has to look.
    private static let asideLimit = 99
    /// Milliseconds between two looks whether another process is done.
    private static let changePause: Int32 = 5

    private let folder: FileDescriptor

    /// Opens the folder, and makes it and those above it where they do not exist.
    package init(_ path: String) throws(Errno) {
        try Self.make(path)
        try self.init(existing: path)
    }

    /// Opens the folder, and throws `noEntry` where there is none.
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

    /// What a file holds, or nil where there is none; a longer file than the limit throws `tooLarge`.
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

    /// Replaces a file; after a power cut it is either the old one or the new one.
    ///
    /// Whoever may not be alone begins a change first.
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

    /// Gives a file to whom the folder belongs: what root writes into a service's folder must not be
    /// closed to the service.
    private func giveToOwner(_ file: borrowing FileDescriptor) throws(Errno) {
        guard CurrentProcess.isRoot else { return }
        var status = stat()
        guard unsafe fstat(folder.rawValue, &status) == 0,
            fchown(file.rawValue, status.st_uid, status.st_gid) == 0
        else { throw .current }
    }

    /// Takes a file away, if it is there.
    package func remove(_ name: String) throws(Errno) {
        if unsafe unlinkat(folder.rawValue, name, 0) != 0 {
            let error = Errno.current
            guard error == .noEntry else { throw error }
        }
    }

    /// Gives a file one more name, one that nothing has yet, and returns that; the next write leaves
    /// it with the new name alone.
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

    /// Gives a file another name, in place of whatever had that.
    package func move(_ name: String, to newName: String) throws(Errno) {
        guard unsafe renameat(folder.rawValue, name, folder.rawValue, newName) == 0 else {
            throw .current
        }
        guard fsync(folder.rawValue) == 0 else { throw .current }
    }

    /// Takes the folder for this process alone, for as long as the lock lives; nil where another
    /// process has it.
    ///
    /// - Parameter name: the file that is locked; who uses another one takes something else.
    package func lock(_ name: String = "lock") throws(Errno) -> StateLock? {
        try lock(with: name)
    }

    /// Keeps every other process from changing files for as long as the lock lives, which should be
    /// a moment; `wouldBlock` where another one takes longer than that.
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

/// Keeps a state folder, or the changing of it, for this process alone.
package final class StateLock: Sendable {
    private let file: FileDescriptor

    fileprivate init(file: consuming FileDescriptor) {
        self.file = file
    }
}
