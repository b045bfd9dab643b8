internal import CLinux

/// Owner and permissions of a file or folder, read without opening it.
package struct FileInspection: Hashable, Sendable {
    /// User id of the owner.
    package let owner: UInt32
    /// The permission bits.
    package let mode: UInt32
    /// Whether it is a regular file: not a folder, link, pipe or device.
    package let isRegular: Bool

    /// Creates a result, for tests and other callers without a file.
    package init(owner: UInt32, mode: UInt32, isRegular: Bool = true) {
        self.owner = owner
        self.mode = mode
        self.isRegular = isRegular
    }

    /// Inspects a path without following a link; nil if nothing exists there or it is not visible.
    package init?(at path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        mode = status.st_mode & 0o7777
        isRegular = status.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG)
    }

    /// Returns the inode number at a path, following links; nil if nothing exists there.
    ///
    /// A file that was removed and created again usually has another number.
    package static func number(at path: String) -> UInt64? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether only the owner has access.
    package var isPrivate: Bool { mode & 0o077 == 0 }

    /// Returns the modification time of the file at a path, following links; nil without a file.
    package static func changeTime(at path: String) -> WallTime? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
