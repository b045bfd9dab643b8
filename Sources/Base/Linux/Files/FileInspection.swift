internal import CLinux

/// Whose a file or a folder is, and who may use it, seen without opening it.
package struct FileInspection: Hashable, Sendable {
    /// The number of the user whose it is.
    package let owner: UInt32
    /// The permissions of the owner, the group, and everybody else.
    package let mode: UInt32
    /// Whether it is a file, and no folder, link, pipe or device.
    package let isRegular: Bool

    /// What a look would have seen, for whoever made that up.
    package init(owner: UInt32, mode: UInt32, isRegular: Bool = true) {
        self.owner = owner
        self.mode = mode
        self.isRegular = isRegular
    }

    /// Looks at a path, and at a link itself rather than where it leads; nil where there is nothing, or
    /// nothing to be seen.
    package init?(at path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        owner = status.st_uid
        mode = status.st_mode & 0o7777
        isRegular = status.st_mode & UInt32(S_IFMT) == UInt32(S_IFREG)
    }

    /// The kernel's number for what is at a path, or for what a link there leads to; nil where there is nothing.
    ///
    /// What is made anew has another one.
    package static func number(at path: String) -> UInt64? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether only its owner may use it.
    package var isPrivate: Bool { mode & 0o077 == 0 }

    /// When the content of the file at a path, or of the one that a link there leads to, was changed
    /// last.
    package static func changeTime(at path: String) -> WallTime? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return WallTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
