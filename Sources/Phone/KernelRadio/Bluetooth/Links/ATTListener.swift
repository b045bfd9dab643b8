internal import CBluetooth
package import Linux

/// A link that a peer has made, with the attribute protocol on it.
package struct AcceptedLink: ~Copyable, Sendable {
    /// Keeps packet boundaries and does not block.
    package let socket: FileDescriptor
    /// The peer's identity where the kernel knows it.
    package let peer: PeerAddress

    /// A link with this peer, over this socket.
    package init(socket: consuming FileDescriptor, peer: PeerAddress) {
        self.socket = socket
        self.peer = peer
    }

    /// Hands the socket over.
    package consuming func takeSocket() -> FileDescriptor { socket }
}

/// Takes the links that peers make.
@LoopActor
package protocol ATTListenerOwner: AnyObject {
    /// A peer has made a link.
    func receive(_ link: consuming AcceptedLink)

    /// No link can be taken for a while; told once of each such time.
    func hasTrouble(_ error: Errno)
}

/// Waits on an adapter for phones that connect.
@LoopActor
package final class ATTListener {
    /// Connections that wait to be accepted; no controller has more links.
    private static let backlog: Int32 = 16
    /// Connections taken before others get their turn on the loop.
    private static let batch = 16
    /// Between two attempts while the machine has no room for another file.
    private static let pauses: ClosedRange<Duration> = .milliseconds(100) ... .seconds(10)

    private let listener: FileDescriptor
    private let accept: @LoopActor (Int32) throws(Errno) -> AcceptedLink?
    private weak var owner: (any ATTListenerOwner)?
    private var watch: EventLoop.WatchID?
    private let alarm: Alarm
    private var pause = GrowingPause(pauses)
    private var isInTrouble = false

    /// Listens at an adapter's identity address.
    ///
    /// - Parameter level: what links must be before data of the phone arrives.
    package convenience init(
        at address: PeerAddress, level: SecurityLevel, pace: Pace
    ) throws(Errno) {
        let socket = try FileDescriptor(
            checking: CBluetooth.socket(
                AF_BLUETOOTH, SocketKind.packets(SOCK_SEQPACKET), BTPROTO_L2CAP))
        try bind(socket, to: sockaddr_l2(attributesOf: address))
        try LinkSecurity.raise(socket.rawValue, to: level)
        guard listen(socket.rawValue, Self.backlog) == 0 else { throw .current }
        self.init(owning: socket, pace: pace, accept: Self.acceptLink)
    }

    /// - Parameter accept: takes the next connection; nil where none waits.
    package init(
        owning listener: consuming FileDescriptor, pace: Pace,
        accept: @escaping @LoopActor (Int32) throws(Errno) -> AcceptedLink?
    ) {
        self.listener = listener
        alarm = Alarm(on: pace)
        self.accept = accept
    }

    isolated deinit {
        stop()
    }

    /// Begins to take connections.
    package func start(for owner: any ATTListenerOwner) throws(Errno) {
        stop()
        self.owner = owner
        try startWatching()
    }

    /// Takes no more connections.
    package func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        alarm.cancel()
        watch = nil
        owner = nil
        isInTrouble = false
        pause.reset()
    }

    private func startWatching() throws(Errno) {
        watch = try EventLoop.shared.watch(listener.rawValue, for: .readable, of: self) {
            listener, _ in listener.acceptWaiting()
        }
    }

    private func acceptWaiting() {
        for _ in 0..<Self.batch where owner != nil {
            do throws(Errno) {
                guard let link = try accept(listener.rawValue) else { return }
                isInTrouble = false
                pause.reset()
                owner?.receive(link)
            } catch .connectionAborted {
                continue
            } catch {
                return rest(because: error)
            }
        }
    }

    /// A connection that cannot be taken keeps the socket ready, so it is not watched for a while.
    private func rest(because error: Errno) {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        alarm.set(after: pause.take(), for: self) { $0.goOn() }
        guard !isInTrouble else { return }
        isInTrouble = true
        owner?.hasTrouble(error)
    }

    private func goOn() {
        do throws(Errno) {
            try startWatching()
        } catch {
            rest(because: error)
        }
    }

    private static func acceptLink(_ listener: Int32) throws(Errno) -> AcceptedLink? {
        var address = sockaddr_l2()
        do throws(Errno) {
            let number = try retryingInterrupts {
                var length = socklen_t(MemoryLayout<sockaddr_l2>.size)
                return unsafe withUnsafeMutableBytes(of: &address) { bytes in
                    unsafe Int(
                        accept4(
                            listener, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                            &length, SocketKind.packets(.init(0))))
                }
            }
            return AcceptedLink(
                socket: FileDescriptor(owning: Int32(number)), peer: address.peer)
        } catch .wouldBlock {
            return nil
        }
    }
}
