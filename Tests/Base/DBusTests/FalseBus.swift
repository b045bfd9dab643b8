import Foundation
import Linux

/// Something that listens where a bus should, and is none.
@LoopActor
final class FalseBus {
    private let listener: Int32
    private let answer: [UInt8]?
    private var watch: EventLoop.WatchID?
    private var kept: [BoxedDescriptor] = []
    private let path: String
    private(set) var visits = 0

    var address: String { "unix:path=\(path)" }

    /// Sends each client an answer and closes, or keeps it without a word where there is none.
    ///
    /// One that does not welcome anybody fills its queue with clients of its own, so that the kernel
    /// keeps others waiting.
    init(answering answer: [UInt8]?, welcomes: Bool = true) throws {
        self.answer = answer
        path = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID())").path
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8)
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length)
            }
        }
        guard isBound == 0, listen(listener, welcomes ? 8 : 0) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        guard welcomes else {
            while connectWithoutWaiting(to: address) {}
            return
        }
        watch = try EventLoop.shared.watch(listener, for: .readable) { [weak self] _ in
            self?.welcome()
        }
    }

    isolated deinit {
        if let watch { EventLoop.shared.unwatch(watch) }
        close(listener)
        _ = unsafe unlink(path)
    }

    private func connectWithoutWaiting(to address: sockaddr_un) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        let client = socket(AF_UNIX, kind, 0)
        kept.append(BoxedDescriptor(FileDescriptor(owning: client)))
        var address = address
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private func welcome() {
        let client = FileDescriptor(owning: accept(listener, nil, nil))
        visits += 1
        if let answer {
            _ = try? client.write(answer[...])
        } else {
            kept.append(BoxedDescriptor(client))
        }
    }
}

/// A descriptor that an array can hold.
final class BoxedDescriptor {
    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}
