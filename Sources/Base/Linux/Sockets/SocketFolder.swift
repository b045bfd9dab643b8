internal import CLinux

/// The folder of a server's socket, held open, so that everything about the socket happens in this
/// folder and no other, and nothing follows a link.
struct SocketFolder: ~Copyable {
    /// Names one file, whatever becomes of its path.
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

    /// Opens the folder, and makes it where it is missing and may be made.
    static func open(
        for place: SocketPlace, _ parts: (folder: String, name: String)
    ) throws(Errno) -> SocketFolder {
        let isNew = place.makesFolder ? unsafe mkdir(parts.folder, 0o700) == 0 : false
        if place.makesFolder, !isNew {
            let error = Errno.current
            // A folder that is there may stand where no other could be made.
            guard [.exists, .accessDenied, .notPermitted, .readOnly].contains(error) else {
                throw error
            }
        }
        let folder = try FileDescriptor(checking: unsafe callboard_open_folder(parts.folder))
        if isNew {
            if let group = place.group, fchown(folder.rawValue, uid_t.max, group.number) != 0 {
                throw .current
            }
            // mkdir leaves out what the umask says.
            guard fchmod(folder.rawValue, mode_t(place.folderMode)) == 0 else { throw .current }
        }
        return SocketFolder(folder, name: parts.name)
    }

    /// Holds the socket's place for this process alone; nil where another process has it.
    func lock() throws(Errno) -> FileDescriptor? {
        let file = try FileDescriptor(
            checking: unsafe callboard_open_or_create(folder.rawValue, lockName))
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return file }
        let error = Errno.current
        guard error == .wouldBlock else { throw error }
        return nil
    }

    /// Which socket stands in the place; throws `notASocket` for anything else.
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

    /// Sets the socket's group and permissions.
    func admit(_ place: SocketPlace) throws(Errno) {
        // A service may be forbidden to give files away, even to the group that they have already.
        if let group = place.group, try self.group() != group.number {
            let status = unsafe fchownat(
                folder.rawValue, name, uid_t.max, group.number, AT_SYMLINK_NOFOLLOW)
            guard status == 0 else { throw .current }
        }
        let status = unsafe fchmodat(
            folder.rawValue, name, mode_t(place.mode), AT_SYMLINK_NOFOLLOW)
        guard status == 0 else { throw .current }
    }

    /// The group of what stands there.
    private func group() throws(Errno) -> UInt32 {
        var status = stat()
        guard unsafe fstatat(folder.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .current
        }
        return status.st_gid
    }

    /// Takes the socket away if it is still this one.
    func remove(_ id: FileID) throws(Errno) {
        guard let current = try? socket(), current == id else { return }
        guard unsafe unlinkat(folder.rawValue, name, 0) == 0 else { throw .current }
    }
}

extension SocketPlace {
    /// Whether anything stands at a path, as far as this process may see.
    package static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }
}
