internal import CBluetooth
package import Linux

/// A link that a peer has established, with the attribute protocol.
package struct AcceptedLink: ~Copyable, Sendable {
    /// Non-blocking packet socket of the link.
    package let socket: FileDescriptor
    /// Identity address of the peer if the kernel knows it.
    package let peer: PeerAddress

    package init(socket: consuming FileDescriptor, peer: PeerAddress) {
        self.socket = socket
        self.peer = peer
    }

    /// Returns the socket.
    package consuming func takeSocket() -> FileDescriptor { socket }
}

/// Receiver of accepted links.
@LoopActor
package protocol ATTListenerOwner: AnyObject {
    /// Handles a new link.
    func receive(_ link: consuming AcceptedLink)

    /// Handles an error that prevents new links for a while; called once per such period.
    func hasTrouble(_ error: Errno)
}

/// Listening socket on an adapter for phones that connect.
@LoopActor
package final class ATTListener {
    /// Number of pending connections, at least the number of links of any controller.
    private static let backlog: Int32 = 16
    /// Maximum number of connections accepted before other work on the loop gets its turn.
    private static let batch = 16
    /// Pauses between attempts while no further file descriptor is available.
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
    /// - Parameter level: security required before data of the phone is received.
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

    /// - Parameter accept: accepts the next connection; returns nil if there is none.
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

    /// Starts accepting connections.
    package func start(for owner: any ATTListenerOwner) throws(Errno) {
        stop()
        self.owner = owner
        try startWatching()
    }

    /// Stops accepting connections.
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

    /// Pauses the watch, because a connection that cannot be accepted keeps the socket readable.
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
