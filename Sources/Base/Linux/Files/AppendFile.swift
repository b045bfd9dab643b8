internal import CLinux

/// An append-only file, written in whole records; other programs may read, move or truncate it.
package final class AppendFile: Sendable {
    private let file: FileDescriptor
    private let isRegular: Bool

    /// Opens a file for appending, or creates it with access for its owner only.
    ///
    /// Opening never waits: a pipe that no process reads is refused with `noSuchDevice`.
    package init(_ path: String) throws(Errno) {
        file = try FileDescriptor(checking: unsafe callboard_open_for_appending(path))
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw .current }
        isRegular = status.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG)
    }

    /// The descriptor of a pipe or device, which may have to be waited for; nil for a regular file.
    package var waitable: Int32? { isRegular ? nil : file.rawValue }

    package var isEmpty: Bool { size == 0 }

    /// Whether the file was unlinked: only programs that already have it open can read it.
    package var isDeleted: Bool {
        var status = stat()
        return unsafe fstat(file.rawValue, &status) == 0 && status.st_nlink == 0
    }

    /// Appends all of these bytes, or none if there is no space.
    package func append(_ bytes: [UInt8]) throws(Errno) {
        let before = size
        var rest = bytes[...]
        do throws(Errno) {
            while !rest.isEmpty { rest = try rest.dropFirst(file.write(rest)) }
        } catch {
            if let before, rest.count < bytes.count { _ = ftruncate(file.rawValue, before) }
            throw error
        }
    }

    private var size: Int? {
        var status = stat()
        return unsafe fstat(file.rawValue, &status) == 0 ? status.st_size : nil
    }
}
