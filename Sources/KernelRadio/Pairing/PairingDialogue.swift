import Bluetooth
import Linux
import Radio

/// What the kernel asks when a phone wants to pair: one phone at a time, and a person answers.
@LoopActor
final class PairingDialogue {
    /// How long a person may take; the phone gives up after 30 s.
    static let patience: Duration = .seconds(30)

    /// What became of a question.
    enum Outcome {
        /// A person said no, or nothing.
        case refused
        /// A person let this peer in, or has to know the number by now; it is the phone's turn.
        case admitted(PeerAddress)
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

    /// Lets nobody in from this moment on.
    func close() {
        isClosed = true
        if let asked { answer(asked.peer, asked.number, false) }
        release()
    }

    /// Takes what the kernel tells.
    func take(_ event: ManagementEvent) {
        switch event {
        case .confirmationRequest(let peer, let hint, let value): confirm(peer, hint, value)
        case .passkeyNotify(let peer, let passkey, let entered): show(peer, passkey, entered)
        // No phone has a display and no keys.
        case .passkeyRequest(let peer): send(.passkey(peer, nil))
        case .authenticationFailed(let peer, _), .deviceDisconnected(let peer, _):
            guard current?.peer == peer else { return }
            withdraw()
        default: break
        }
    }

    private func confirm(_ peer: PeerAddress, _ isWithoutNumber: Bool, _ value: UInt32) {
        // A phone that claims to have neither display nor keys would do without the number.
        guard method == (isWithoutNumber ? .confirm : .compare), begin(peer) else {
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
        guard method == .passkey, begin(peer) else { return send(.disconnect(peer)) }
        tell(.passkey(Self.digits(passkey), phone: name(peer)))
        ended(.admitted(peer))
    }

    /// A peer pairs, until it goes or somebody is silent for too long; false where it may not.
    private func begin(_ peer: PeerAddress) -> Bool {
        guard !isClosed else { return false }
        // The kernel names a peer by its address alone, and anybody can repeat an address that was on
        // air: which of two would be meant nobody knows.
        let isOnlyOne = (try? links(with: peer)) ?? 0 <= 1
        guard isOnlyOne, current == nil || current?.peer == peer else {
            if turnedAway.insert(peer).inserted { tell(.turnedAway(phone: name(peer))) }
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

    private func links(with peer: PeerAddress) throws(Errno) -> Int {
        try kernel.links(of: adapter).count { $0.isLowEnergy && $0.address == peer.address }
    }

    private func renew(_ peer: PeerAddress) {
        release()
        let timer = pace.after(Self.patience) { [weak self] in self?.timeOut() }
        current = (peer, timer)
    }

    private func release() {
        if let current { pace.cancel(current.timer) }
        current = nil
    }

    private func timeOut() {
        current = nil
        if let asked { answer(asked.peer, asked.number, false) }
    }

    private func answer(_ peer: PeerAddress, _ number: UInt64, _ isYes: Bool) {
        guard asked?.number == number else { return }
        asked = nil
        // Who came while the person thought about it is not the one who was meant.
        let isYes = isYes && ((try? links(with: peer)) ?? 0) <= 1
        send(.confirm(peer, isYes))
        guard isYes else {
            release()
            return ended(.refused)
        }
        // The phone's owner may take as long as the one here.
        renew(peer)
        ended(.admitted(peer))
    }

    private func withdraw() {
        asked = nil
        release()
        tell(.withdrawn)
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
