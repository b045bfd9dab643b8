internal import CLinux

/// A folder of the program's own, closed to everybody else, whose small files are replaced whole or
/// not at all.
package struct StateFolder: ~Copyable {
    private let folder: FileDescriptor

    /// Opens the folder, and makes it and those above it where they do not exist.
    package init(_ path: String) throws(Errno) {
        try Self.make(path)
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
    package func write(_ bytes: [UInt8], to name: String) throws(Errno) {
        let draft = name + ".new"
        _ = unsafe unlinkat(folder.rawValue, draft, 0)
        do throws(Errno) {
            let file = try FileDescriptor(
                checking: unsafe callboard_create_exclusively(folder.rawValue, draft))
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

    /// Takes a file away, if it is there.
    package func remove(_ name: String) throws(Errno) {
        if unsafe unlinkat(folder.rawValue, name, 0) != 0 {
            let error = Errno.current
            guard error == .noEntry else { throw error }
        }
    }

    /// Takes the folder for this process alone, for as long as the lock lives; nil where another
    /// process has it.
    package func lock() throws(Errno) -> StateLock? {
        let file = try FileDescriptor(
            checking: unsafe callboard_open_or_create(folder.rawValue, "lock"))
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            let error = Errno.current
            guard error == .wouldBlock else { throw error }
            return nil
        }
        return StateLock(file: file)
    }
}

/// Holds a state folder for this process alone.
package final class StateLock: Sendable {
    private let file: FileDescriptor

    fileprivate init(file: consuming FileDescriptor) {
        self.file = file
    }
}
