import ATT
import Linux

/// A link that somebody has made to this host, from its acceptance to its end.
@LoopActor
final class IncomingLink {
    /// Between two looks whether the link is encrypted by now; nothing tells of it.
    private static let looks: ClosedRange<Duration> = .milliseconds(10) ... .milliseconds(160)

    /// Who is at the other end, by the kernel's word; a pairing shows who a stranger was.
    var peer: PeerAddress
    let link: ATTPhoneLink
    /// The bond by which it was let in; nil for a stranger, and until the link is secure.
    var bond: Bond?
    /// Which one it is of all that have come; another one may be where it was in memory.
    let number: UInt64
    /// Whether the bridge has it.
    var isPresented = false
    /// Whether it is asked what it is called.
    let asksName: Bool
    private let kernel: any Kernel
    private let adapter: ControllerIndex
    private let pace: Pace
    weak let controller: IncomingLinks?
    /// Kept to ask the kernel about the link.
    private var socket: FileDescriptor?
    /// Tells while nobody reads from the link that the peer has gone.
    private var watch: EventLoop.WatchID?
    /// Rings when a phone has had its time to say what it is called.
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

    /// Whether it has come and not shown a key yet.
    var isWaiting: Bool { bond == nil }

    /// Asks the peer to encrypt the link, with keys that are there or by pairing.
    func raise(to level: SecurityLevel) {
        guard let number = socket?.rawValue else { return }
        do throws(Errno) {
            try kernel.raise(number, to: level)
        } catch {
            // A link that is good enough already, or gone, shows when it is looked at.
        }
    }

    /// Waits until the link is encrypted as this bond demands; the controller hears whether it was in time, and also, for as
    /// long as the link is not read, if the peer goes.
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

    /// Has the controller drop it once so much time has passed without anybody having asked for more.
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

    /// The link is read from now on, which finds its end by itself.
    func isRead() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    /// Gives a person more time who has to answer something first.
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

    /// How the link is protected; nil also while the kernel waits for the peer.
    private var security: LinkSecurity? {
        guard let number = socket?.rawValue else { return nil }
        return try? kernel.security(of: number, on: adapter)
    }

    /// Whether the link is encrypted at this moment: a phone may use that before its bond is known, since keys are saved first.
    var isEncrypted: Bool { security?.isFullyEncrypted == true }

    /// Lets go of the link.
    func close() {
        forgetSocket()
        link.wasLost()
    }

    /// The link is over, and the kernel is asked nothing more about it.
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
