internal import CLinux

/// A listening stream socket.
///
/// A socket in the file system replaces that of a dead process, never that of a living one. It is
/// removed with its owner.
package struct ListeningSocket: ~Copyable {
    /// Maximum number of connections waiting to be accepted; further ones must try again.
    private static let backlog: Int32 = 1024

    /// The lock on the path in the file system; its release removes the socket there.
    private final class Hold {
        let folder: SocketFolder
        let id: SocketFolder.FileID
        private let lock: FileDescriptor

        init(
            folder: consuming SocketFolder, id: SocketFolder.FileID, lock: consuming FileDescriptor
        ) {
            self.folder = folder
            self.id = id
            self.lock = lock
        }

        deinit {
            try? folder.remove(id)
        }
    }

    private let descriptor: FileDescriptor
    private let hold: Hold?

    /// Listens at a path.
    package init(at place: SocketPlace) throws(SocketError) {
        let path = place.path
        guard let parts = place.parts, let address = SocketAddress(path: path) else {
            throw .unusablePath(path)
        }
        do throws(Errno) {
            let folder = try SocketFolder.open(for: place, parts)
            guard let lock = try folder.lock() else { throw .addressInUse }
            try Self.clear(path, in: folder)
            let bound = try Self.bind(to: address)
            guard let id = try folder.socket() else { throw .noEntry }
            // From here on any error removes the socket again.
            let hold = Hold(folder: folder, id: id, lock: lock)
            try hold.folder.admit(place)
            guard listen(bound.rawValue, Self.backlog) == 0 else { throw .current }
            self.init(descriptor: bound, hold: hold)
        } catch .addressInUse {
            throw .inUse(path)
        } catch .notASocket {
            throw .notASocket(path)
        } catch {
            throw .failed(path, error)
        }
    }

    /// Listens at a network address.
    package init(at place: NetworkPlace) throws(SocketError) {
        self.init(descriptor: try place.listening(backlog: Self.backlog), hold: nil)
    }

    private init(descriptor: consuming FileDescriptor, hold: Hold?) {
        self.descriptor = descriptor
        self.hold = hold
    }

    private static func option(_ name: Int32, of socket: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let status = unsafe getsockopt(socket, SOL_SOCKET, name, &value, &length)
        return status == 0 ? value : nil
    }

    private static func bind(to address: SocketAddress) throws(Errno) -> FileDescriptor {
        let descriptor = try FileDescriptor(checking: socket(AF_UNIX, StreamSocket.kind, 0))
        // The file that bind creates gets these permissions: no access for others until it is
        // configured.
        guard fchmod(descriptor.rawValue, 0o600) == 0 else { throw .current }
        let status = unsafe address.withPointer { pointer, length in
            unsafe CLinux.bind(descriptor.rawValue, pointer, length)
        }
        guard status == 0 else { throw .current }
        return descriptor
    }

    /// Takes a listening socket that was passed to the process.
    package init(passed descriptor: consuming FileDescriptor) throws(SocketError) {
        let number = descriptor.rawValue
        guard Self.option(SO_DOMAIN, of: number) == AF_UNIX,
            Self.option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue),
            Self.option(SO_ACCEPTCONN, of: number) == 1, callboard_make_nonblocking(number) == 0
        else { throw .notListening }
        self.init(descriptor: descriptor, hold: nil)
    }

    /// The descriptor to watch.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Accepts the next connection; nil if none is waiting.
    package func accept() throws(Errno) -> StreamSocket? {
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        while true {
            do throws(Errno) {
                let number = try retryingInterrupts {
                    Int(accept4(descriptor.rawValue, nil, nil, flags))
                }
                return StreamSocket(FileDescriptor(owning: Int32(number)))
            } catch .wouldBlock {
                return nil
            } catch .connectionAborted {
                continue
            }
        }
    }

    /// Removes the socket of a dead process; throws `addressInUse` if a process still listens.
    private static func clear(_ path: String, in folder: borrowing SocketFolder) throws(Errno) {
        guard let id = try folder.socket() else { return }
        do throws(Errno) {
            _ = try StreamSocket.connect(to: path)
            throw .addressInUse
        } catch .wouldBlock {
            // The backlog of the owner is full, so it is alive.
            throw .addressInUse
        } catch .connectionRefused {
            try folder.remove(id)
        }
    }
}
