/// Where a server's socket stands in the file system, and who may connect to it.
package struct SocketPlace: Hashable, Sendable {
    /// The path of the socket; the last folder on it may be made where it is missing.
    package var path: String
    /// The permissions of the socket; whoever may write to it may connect.
    package var mode: UInt32
    /// The group that the socket, and a folder that is made for it, are given.
    package var group: UserGroup?
    /// The permissions of a folder that is made; one that is there stays as it is.
    package var folderMode: UInt32
    /// Whether a folder that is missing is made.
    package var makesFolder = true

    /// A place that its owner alone may use, unless something else is said.
    package init(
        path: String, mode: UInt32 = 0o600, group: UserGroup? = nil, folderMode: UInt32 = 0o755
    ) {
        self.path = path
        self.mode = mode
        self.group = group
        self.folderMode = folderMode
    }

    /// The folder, and the socket's name in it; nil where the path names none.
    var parts: (folder: String, name: String)? {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else { return nil }
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        return (folder, name)
    }
}

/// Why a server's socket could not be opened.
package enum SocketError: Error, Hashable, Sendable {
    /// The path is longer than the kernel takes, or names no file.
    case unusablePath(String)
    /// A living process listens there.
    case inUse(String)
    /// Something else than a socket is in its place.
    case notASocket(String)
    /// What was passed to the process is not a listening unix stream socket.
    case notListening
    /// A system call failed at this path.
    case failed(String, Errno)
}

extension SocketError: CustomStringConvertible {
    /// The error as a clause for a person.
    package var description: String {
        switch self {
        case .unusablePath(let path):
            "\(path): no path for a socket; it must name a file in at most "
                + "\(SocketAddress.longestPath) bytes"
        case .inUse(let path): "\(path): another process listens there already"
        case .notASocket(let path):
            "\(path): something else than a socket is there; remove it or choose another path"
        case .notListening: "the socket that was passed to the process is not a listening one"
        case .failed(let path, let error): "\(path): \(error)"
        }
    }
}
