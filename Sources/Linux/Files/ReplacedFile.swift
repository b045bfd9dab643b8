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
