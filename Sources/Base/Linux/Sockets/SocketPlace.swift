/// Path and permissions of a server socket.
package struct SocketPlace: Hashable, Sendable {
    /// The path of the socket; its folder is created if necessary.
    package var path: String
    /// Permissions of the socket; write permission allows connections.
    package var mode: UInt32
    /// Group of the socket and of a created folder.
    package var group: UserGroup?
    /// Permissions of a created folder; an existing one is not changed.
    package var folderMode: UInt32
    /// Whether a missing folder is created.
    package var makesFolder = true

    /// Creates a place; the default permissions allow only the owner to connect.
    package init(
        path: String, mode: UInt32 = 0o600, group: UserGroup? = nil, folderMode: UInt32 = 0o755
    ) {
        self.path = path
        self.mode = mode
        self.group = group
        self.folderMode = folderMode
    }

    /// Folder and file name; nil if the path has no file name.
    var parts: (folder: String, name: String)? {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else { return nil }
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        return (folder, name)
    }
}

/// The reason why a server socket could not be opened.
package enum SocketError: Error, Hashable, Sendable {
    /// The path is too long for a socket or does not name a file.
    case unusablePath(String)
    /// A running process listens at the path.
    case inUse(String)
    /// Another kind of file is at the path.
    case notASocket(String)
    /// The passed descriptor is not a listening unix stream socket.
    case notListening
    /// A system call failed for this path.
    case failed(String, Errno)
}

extension SocketError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unusablePath(let path):
            "\(path): not a valid socket path; it must name a file in at most "
                + "\(SocketAddress.longestPath) bytes"
        case .inUse(let path): "\(path): another process listens there already"
        case .notASocket(let path):
            "\(path): a file that is not a socket is there; remove it or choose another path"
        case .notListening: "the socket that was passed to the process is not a listening one"
        case .failed(let path, let error): "\(path): \(error)"
        }
    }
}
