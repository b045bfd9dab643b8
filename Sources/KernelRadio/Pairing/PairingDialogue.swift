import Bluetooth
import Linux
import Radio

/// What the kernel asks when a phone wants to pair: one phone at a time, and a person answers.
@LoopActor
final class PairingDialogue {
    /// How long a person may take; the phone gives up after 30 s.
    static let patience: Duration = .seconds(30)
    /// Peers of which it is told that they were turned away; anybody can have any number of addresses.
    private static let limit = 16

    /// What became of a question.
    enum Outcome {
        /// A person said no.
        case refused
        /// A person let this peer in, or has to know the number by now; it is the phone's turn.
        case admitted(PeerAddress)
        /// It has come to nothing with this peer, which may try again.
        case failed(PeerAddress)
        /// This peer was let in, and has been silent since.
        case silent(PeerAddress)
    }

    private let adapter: ControllerIndex
    private let kernel: any Kernel
    private let pace: Pace
    private let method: PairingMethod
    private let name: @LoopActor (PeerAddress) -> String
    private let tell: @LoopActor (PairingEvent) -> Void
    private let ended: @LoopActor (Outcome) -> Void
    /// The peer that pairs at the moment; others are turned away meanwhile.
    private var current: (peer: PeerAddress, timer: TimerID)?
    /// The peer about which a person is asked.
    private var asked: (peer: PeerAddress, number: UInt64)?
    private var questions: UInt64 = 0
    private var turnedAway: Set<PeerAddress> = []
    private var isClosed = false

    /// - Parameters:
    ///   - name: what people call a peer.
    ///   - tell: takes what a person must see or answer.
    ///   - ended: called with what became of each question.
    init(
        _ method: PairingMethod, on adapter: ControllerIndex, of kernel: any Kernel, pace: Pace,
        name: @escaping @LoopActor (PeerAddress) -> String,
        tell: @escaping @LoopActor (PairingEvent) -> Void,
        ended: @escaping @LoopActor (Outcome) -> Void
    ) {
        self.method = method
        self.adapter = adapter
        self.kernel = kernel
        self.pace = pace
        self.name = name
        self.tell = tell
        self.ended = ended
    }

    /// Whether a peer pairs at the moment.
    var isBusy: Bool { current != nil }

    /// Lets nobody in from this moment on.
    func close() {
        isClosed = true
        if let asked { send(.confirm(asked.peer, false)) }
        release()
    }

    /// The peer that pairs has nothing more to do; it may begin anew, and so may others.
    func release() {
        if let current { pace.cancel(current.timer) }
        current = nil
        asked = nil
    }

    /// The kernel has another address now for the peer that pairs.
    func isNow(_ peer: PeerAddress) {
        current?.peer = peer
    }

    /// Takes what the kernel tells.
    func take(_ event: ManagementEvent) {
        switch event {
        case .confirmationRequest(let peer, let hint, let value): confirm(peer, hint, value)
        case .passkeyNotify(let peer, let passkey, let entered): show(peer, passkey, entered)
        // No phone has a display and no keys.
        case .passkeyRequest(let peer):
            turnAway(peer)
            send(.passkey(peer, nil))
        // With two links of one address it may be the other one that this is about.
        case .authenticationFailed(let peer, _): withdraw(peer, unlessLinksPast: 1)
        case .deviceDisconnected(let peer, _): withdraw(peer, unlessLinksPast: 0)
        default: break
        }
    }

    private func confirm(_ peer: PeerAddress, _ isWithoutNumber: Bool, _ value: UInt32) {
        // A phone that claims to have neither display nor keys would do without the number.
        let isOurWay = method == (isWithoutNumber ? .confirm : .compare)
        guard isOurWay, begin(peer) else {
            if !isOurWay { turnAway(peer) }
            return send(.confirm(peer, false))
        }
        questions += 1
        let number = questions
        asked = (peer, number)
        let answer: @LoopActor (Bool) -> Void = { [weak self] in self?.answer(peer, number, $0) }
        tell(
            isWithoutNumber
                ? .confirm(phone: name(peer), answer: answer)
                : .compare(Self.digits(value), phone: name(peer), answer: answer))
    }

    private func show(_ peer: PeerAddress, _ passkey: UInt32, _ entered: UInt8) {
        // It is told again for each digit that is typed.
        guard entered == 0 else { return }
        guard method == .passkey, begin(peer) else {
            if method != .passkey { turnAway(peer) }
            return send(.disconnect(peer))
        }
        tell(.passkey(Self.digits(passkey), phone: name(peer)))
        ended(.admitted(peer))
    }

    /// A peer pairs, until it goes or somebody is silent for too long; false where it may not.
    private func begin(_ peer: PeerAddress) -> Bool {
        guard !isClosed else { return false }
        guard isOnlyOne(peer), current == nil || current?.peer == peer else {
            turnAway(peer)
            return false
        }
        if asked != nil {
            // It has begun anew, and the kernel would take an answer for one to the new question.
            asked = nil
            tell(.withdrawn)
        }
        renew(peer)
        return true
    }

    /// The kernel names a peer by its address alone, and anybody can repeat an address that was on
    /// air: which of two would be meant nobody knows.
    private func isOnlyOne(_ peer: PeerAddress) -> Bool {
        guard let count = kernel.links(with: peer, on: adapter) else { return false }
        return count <= 1
    }

    private func turnAway(_ peer: PeerAddress) {
        guard !isClosed, turnedAway.count < Self.limit, turnedAway.insert(peer).inserted else {
            return
        }
        tell(.turnedAway(phone: name(peer)))
    }

    private func renew(_ peer: PeerAddress) {
        release()
        let timer = pace.after(Self.patience) { [weak self] in self?.timeOut(peer) }
        current = (peer, timer)
    }

    private func timeOut(_ peer: PeerAddress) {
        let wasAsked = asked != nil
        release()
        guard wasAsked else { return ended(.silent(peer)) }
        send(.confirm(peer, false))
        tell(.withdrawn)
        ended(.failed(peer))
    }

    private func answer(_ peer: PeerAddress, _ number: UInt64, _ isYes: Bool) {
        guard asked?.number == number else { return }
        release()
        // Who came while the person thought about it is not the one who was meant.
        let isMeant = isOnlyOne(peer)
        send(.confirm(peer, isYes && isMeant))
        guard isYes else { return ended(.refused) }
        guard isMeant else {
            turnAway(peer)
            tell(.withdrawn)
            return ended(.failed(peer))
        }
        // The phone's owner may take as long as the one here.
        renew(peer)
        ended(.admitted(peer))
    }

    private func withdraw(_ peer: PeerAddress, unlessLinksPast count: Int) {
        guard current?.peer == peer, kernel.links(with: peer, on: adapter) ?? 0 <= count else {
            return
        }
        release()
        tell(.withdrawn)
        ended(.failed(peer))
    }

    private func send(_ command: ManagementCommand) {
        kernel.management.send(command, to: adapter) { _ in }
    }

    /// Six digits, as phones show them.
    private static func digits(_ value: UInt32) -> String {
        let number = String(value)
        return String(repeating: "0", count: max(0, 6 - number.count)) + number
    }
}
