internal import CLinux

/// A file that is replaced as a whole, so that readers never see a partial one.
package struct ReplacedFile: Sendable {
    private let path: String
    private let mode: UInt32

    /// - Parameter mode: permission bits.
    package init(_ path: String, mode: UInt32) {
        // A link is kept: its target is replaced.
        self.path = FileDescriptor.canonicalPath(path)
        self.mode = mode
    }

    /// Temporary file in the same folder.
    ///
    /// Its name is fixed, so the next write replaces what a killed process left.
    private var draft: String {
        guard let slash = path.lastIndex(of: "/") else { return ".\(path).new" }
        return "\(path[...slash]).\(path[path.index(after: slash)...]).new"
    }

    /// A reason why a file cannot be replaced or created.
    package enum Obstacle: Hashable, Sendable {
        /// Not a regular file, or a path without a name.
        case notRegular
        /// The folder does not exist or is not a folder.
        case noFolder(String)
        /// No permission to create files in the folder.
        case closedFolder(String, Errno)
    }

    /// The problem that would make `write` fail now, as far as it is visible without writing.
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

    /// Returns the file type at a path in the form of `S_IFMT`; nil if nothing exists there.
    private static func kind(of path: String) -> Int32? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Int32(status.st_mode & UInt32(S_IFMT))
    }

    /// Replaces the file.
    ///
    /// The file is not synced: its content is regenerated after a power cut, and memory cards wear
    /// out.
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
