import ATT
import Linux

/// A link from a peer to this host, from its acceptance to its end.
@LoopActor
final class IncomingLink {
    /// Intervals between checks for encryption, which the kernel does not report.
    private static let looks: ClosedRange<Duration> = .milliseconds(10) ... .milliseconds(160)

    /// Peer according to the kernel; pairing reveals the identity of a stranger.
    var peer: PeerAddress
    let link: ATTPhoneLink
    /// Bond by which it was admitted; nil for a stranger, and until the link is secure.
    var bond: Bond?
    /// Serial number of the link.
    let number: UInt64
    /// Whether the bridge has received it.
    var isPresented = false
    /// Whether the GATT client requests the phone's name before the link is presented to the
    /// bridge.
    let asksName: Bool
    private let kernel: any Kernel
    private let adapter: ControllerIndex
    private let pace: Pace
    weak let controller: IncomingLinks?
    /// Socket for reading the link's state from the kernel.
    private var socket: FileDescriptor?
    /// Reports that the peer is gone while the link is not read.
    private var watch: EventLoop.WatchID?
    /// Fires when the time for the phone's name is over.
    let naming: Alarm
    private let alarm: Alarm
    private var pause = GrowingPause(looks)
    private var deadline: Duration = .zero

    init(
        _ number: UInt64, _ peer: PeerAddress, _ link: ATTPhoneLink, asksName: Bool,
        socket: consuming FileDescriptor, of kernel: any Kernel, on adapter: ControllerIndex,
        pace: Pace, for controller: IncomingLinks
    ) {
        self.number = number
        self.peer = peer
        self.link = link
        self.asksName = asksName
        self.socket = consume socket
        self.kernel = kernel
        self.adapter = adapter
        self.pace = pace
        self.controller = controller
        alarm = Alarm(on: pace)
        naming = Alarm(on: pace)
        link.owner = self
    }

    isolated deinit {
        forgetSocket()
    }

    /// Whether the peer has not proved its key yet.
    var isWaiting: Bool { bond == nil }

    /// Requests encryption from the peer, with existing keys or by pairing.
    func raise(to level: SecurityLevel) {
        guard let number = socket?.rawValue else { return }
        do throws(Errno) {
            try kernel.raise(number, to: level)
        } catch {
            // Success or the end of the link shows at the next check.
        }
    }

    /// Waits until the link is encrypted as this bond requires.
    ///
    /// The controller is informed of success or timeout, and of a disconnection while the link is
    /// not read.
    func awaitSecurity(by bond: Bond, within limit: Duration) {
        if watch == nil, let number = socket?.rawValue {
            watch = try? EventLoop.shared.watch(number, for: [], of: self) { incoming, _ in
                incoming.controller?.ended(incoming)
            }
        }
        deadline = pace.now + limit
        pause.reset()
        look(for: bond)
    }

    /// Drops the link after this time, unless it is extended.
    func expire(after limit: Duration) {
        deadline = pace.now + limit
        awaitDeadline()
    }

    private func awaitDeadline() {
        alarm.set(at: deadline, for: self) { incoming in
            if incoming.pace.now < incoming.deadline {
                incoming.awaitDeadline()
            } else {
                incoming.controller?.drop(incoming)
            }
        }
    }

    /// Stops the watch, because reading the link detects its end.
    func isRead() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    /// Moves the deadline to at least this time from now, because the user has to answer first.
    func extend(by time: Duration) {
        deadline = max(deadline, pace.now + time)
    }

    private func look(for bond: Bond) {
        alarm.cancel()
        if satisfies(bond) {
            controller?.letIn(self, bond)
        } else if socket == nil || pace.now >= deadline {
            controller?.turnAway(self, bond)
        } else {
            alarm.set(after: pause.take(), for: self) { $0.look(for: bond) }
        }
    }

    private func satisfies(_ bond: Bond) -> Bool {
        guard let security, security.isFullyEncrypted else { return false }
        return !bond.isAuthenticated || security.isAuthenticated
    }

    /// Protection of the link; nil also while the kernel waits for the peer.
    private var security: LinkSecurity? {
        guard let number = socket?.rawValue else { return nil }
        return try? kernel.security(of: number, on: adapter)
    }

    /// Whether the link is encrypted at this moment.
    ///
    /// A phone that has just paired may read protected values before `bond` is set, because its
    /// keys are stored first.
    var isEncrypted: Bool { security?.isFullyEncrypted == true }

    /// Ends all checks, and treats the link as lost.
    func close() {
        forgetSocket()
        link.wasLost()
    }

    /// Ends all checks of the link.
    func forgetSocket() {
        alarm.cancel()
        naming.cancel()
        isRead()
        socket = nil
    }
}

extension IncomingLink: ATTPhoneLinkOwner {
    func learned(_ known: KnownServices?, by link: ATTPhoneLink) {
        if let bond { controller?.learned(known, of: bond) }
    }

    func named(_ name: String, by link: ATTPhoneLink) {
        if let bond { controller?.named(name, self, bond) }
    }

    func leavesMTUUnanswered(_ link: ATTPhoneLink) {
        if let bond { controller?.leavesMTUUnanswered(bond) }
    }

    func ended(_ link: ATTPhoneLink) { controller?.ended(self) }

    func secure(_ link: ATTPhoneLink) { raise(to: .medium) }
}
