internal import CLinux

/// The folder of a server socket.
///
/// The folder is held open, so that all operations apply to this folder and no link is followed.
struct SocketFolder: ~Copyable {
    /// Identity of a file, independent of its path.
    struct FileID: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private let folder: FileDescriptor
    private let name: String
    private var lockName: String { name + ".lock" }

    private init(_ folder: consuming FileDescriptor, name: String) {
        self.folder = folder
        self.name = name
    }

    /// Opens the folder, and creates it if it is missing and may be created.
    static func open(
        for place: SocketPlace, _ parts: (folder: String, name: String)
    ) throws(Errno) -> SocketFolder {
        let isNew = place.makesFolder ? unsafe mkdir(parts.folder, 0o700) == 0 : false
        if place.makesFolder, !isNew {
            let error = Errno.current
            // The folder may exist even if mkdir is not permitted here.
            guard [.exists, .accessDenied, .notPermitted, .readOnly].contains(error) else {
                throw error
            }
        }
        let folder = try FileDescriptor(checking: unsafe callboard_open_folder(parts.folder))
        if isNew {
            if let group = place.group, fchown(folder.rawValue, uid_t.max, group.number) != 0 {
                throw .current
            }
            // mkdir applies the umask.
            guard fchmod(folder.rawValue, mode_t(place.folderMode)) == 0 else { throw .current }
        }
        return SocketFolder(folder, name: parts.name)
    }

    /// Locks the path for this process; nil if another process holds the lock.
    func lock() throws(Errno) -> FileDescriptor? {
        let file = try FileDescriptor(
            checking: unsafe callboard_open_or_create(folder.rawValue, lockName))
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return file }
        let error = Errno.current
        guard error == .wouldBlock else { throw error }
        return nil
    }

    /// Returns the identity of the socket at the path; nil if nothing exists there.
    ///
    /// Throws `notASocket` for any other file.
    func socket() throws(Errno) -> FileID? {
        var status = stat()
        let found = unsafe fstatat(folder.rawValue, name, &status, AT_SYMLINK_NOFOLLOW)
        if found != 0 {
            let error = Errno.current
            if error == .noEntry { return nil }
            throw error
        }
        guard status.st_mode & UInt32(S_IFMT) == UInt32(S_IFSOCK) else { throw .notASocket }
        return FileID(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Sets the group and permissions of the socket.
    func admit(_ place: SocketPlace) throws(Errno) {
        // A service may not be permitted to change the group, even to the present one.
        if let group = place.group, try self.group() != group.number {
            let status = unsafe fchownat(
                folder.rawValue, name, uid_t.max, group.number, AT_SYMLINK_NOFOLLOW)
            guard status == 0 else { throw .current }
        }
        let status = unsafe fchmodat(
            folder.rawValue, name, mode_t(place.mode), AT_SYMLINK_NOFOLLOW)
        guard status == 0 else { throw .current }
    }

    /// Returns the group of the file at the path.
    private func group() throws(Errno) -> UInt32 {
        var status = stat()
        guard unsafe fstatat(folder.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .current
        }
        return status.st_gid
    }

    /// Removes the socket at the path if it still has this identity.
    func remove(_ id: FileID) throws(Errno) {
        guard let current = try? socket(), current == id else { return }
        guard unsafe unlinkat(folder.rawValue, name, 0) == 0 else { throw .current }
    }
}

extension SocketPlace {
    /// Returns whether a path exists, as far as it is visible to this process.
    package static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }
}
