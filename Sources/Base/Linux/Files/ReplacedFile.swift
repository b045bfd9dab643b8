internal import CLinux

/// A file that others read at any time, and that is replaced whole.
package struct ReplacedFile: Sendable {
    private let path: String
    private let mode: UInt32

    /// - Parameter mode: who may read and write it.
    package init(_ path: String, mode: UInt32) {
        // A link stays one: what it leads to is replaced.
        self.path = FileDescriptor.canonicalPath(path)
        self.mode = mode
    }

    /// Where its next content is while it is written, in the same folder, under the same name each
    /// time: what a killed program left is gone with the next write.
    private var draft: String {
        guard let slash = path.lastIndex(of: "/") else { return ".\(path).new" }
        return "\(path[...slash]).\(path[path.index(after: slash)...]).new"
    }

    /// What keeps a file from being replaced or made.
    package enum Obstacle: Hashable, Sendable {
        /// There is something that is no regular file, or the path has no name.
        case notRegular
        /// The folder does not exist, or is no folder.
        case noFolder(String)
        /// This process may make no file in the folder.
        case closedFolder(String, Errno)
    }

    /// What would keep `write` from working now, as far as can be seen without writing.
    package var obstacle: Obstacle? {
        if path.isEmpty { return .notRegular }
        if let kind = Self.kind(of: path), kind != S_IFREG { return .notRegular }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard Self.kind(of: folder) == S_IFDIR else { return .noFolder(folder) }
        guard unsafe faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 else {
            return .closedFolder(folder, .current)
        }
        return nil
    }

    /// What is at a path, as `S_IFMT` has it; nil where there is nothing.
    private static func kind(of path: String) -> Int32? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Int32(status.st_mode & UInt32(S_IFMT))
    }

    /// Replaces the file.
    ///
    /// It is not synced: what is shown is made anew after a power cut, and memory cards wear.
    package func write(_ bytes: [UInt8]) throws(Errno) {
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_mode & UInt32(S_IFMT) != UInt32(S_IFREG) {
            throw .notAFile
        }
        let draft = draft
        _ = unsafe unlink(draft)
        let file = try FileDescriptor.create(draft)
        do throws(Errno) {
            guard fchmod(file.rawValue, mode) == 0 else { throw .current }
            try file.writeAll(bytes)
            guard unsafe rename(draft, path) == 0 else { throw .current }
        } catch {
            _ = unsafe unlink(draft)
            throw error
        }
    }
}
