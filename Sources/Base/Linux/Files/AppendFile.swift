internal import CLinux

/// A file that grows at its end, by whole pieces only, and that others may read, move away or cut.
package final class AppendFile: Sendable {
    private let file: FileDescriptor
    private let isRegular: Bool

    /// Opens a file, or makes one that is closed to everybody else.
    ///
    /// What is no regular file is opened only when it can take something at once.
    package init(_ path: String) throws(Errno) {
        file = try FileDescriptor(checking: unsafe callboard_open_for_appending(path))
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw .current }
        isRegular = status.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG)
    }

    /// The descriptor, where this is no regular file: a pipe or a device, which has to be waited for.
    package var waitable: Int32? { isRegular ? nil : file.rawValue }

    /// Whether nothing is in it yet.
    package var isEmpty: Bool { size == 0 }

    /// Whether it has lost its name: whoever reads what is written to it now has it open already.
    package var isDeleted: Bool {
        var status = stat()
        return unsafe fstat(file.rawValue, &status) == 0 && status.st_nlink == 0
    }

    /// Adds all of these bytes or, where there is no room, none.
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
