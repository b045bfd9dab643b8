import Linux
import Radio

/// Window in which one phone may be paired.
///
/// It performs the actions of `PairingPolicy`, and passes events of the kernel to it.
@LoopActor
final class KernelWindow {
    /// Delay after a failed pairing before the keys are reloaded: the kernel reports the failure a
    /// moment before it has ended the pairing.
    private static let aftermath: Duration = .milliseconds(50)

    /// Objects used by a window.
    struct Parts {
        let adapter: KernelAdapter
        let kernel: any Kernel
        let pace: Pace
        let phones: AllowedPhones
        let bonds: KnownBonds
    }

    let parts: Parts
    private(set) weak var owner: (any KernelWindowOwner)?
    private let tell: @LoopActor (PairingEvent) -> Void
    private var policy: PairingPolicy<PeerAddress>
    private var keys: PairedKeys?
    /// Result of the pairing, while the policy decides about it.
    private var outcome: PairedKeys.Outcome?
    /// Names of bonds withheld from the kernel while the window is open, so that their phones can
    /// pair again.
    ///
    /// They remain in the file, where only a new bond replaces them.
    private var setAside: Set<String> = []
    private let alarm: Alarm
    /// Signals the end of the window.
    private let over = Mailbox<Void>()

    /// - Parameter time: how long phones may pair.
    init(
        _ parts: Parts, _ method: PairingMethod, for time: Duration,
        of owner: any KernelWindowOwner, tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        self.parts = parts
        alarm = Alarm(on: parts.pace)
        self.owner = owner
        self.tell = tell
        policy = PairingPolicy(method, for: time)
    }

    /// Method by which the user verifies the phone.
    var method: PairingMethod { policy.method }

    var isOpen: Bool { policy.isOpen }

    /// Returns the bonds that the kernel may have.
    func allowed(_ ring: KeyRing) -> KeyRing {
        guard isOpen, !setAside.isEmpty else { return ring }
        var ring = ring
        ring.remove(all: setAside)
        return ring
    }

    /// Whether the window is closed, and the kernel has confirmed that.
    var isOver: Bool { policy.isOver }

    // MARK: Opening and closing

    /// Allows pairing for some time.
    func open() {
        LoopActor.begin { [self] in
            for command in [
                .setIOCapability(method.capability), ManagementCommand.setBondable(true),
            ] {
                let failure = await failure(of: command)
                guard isOpen else { return }
                if let failure { return beginToClose(.failed("\(failure)")) }
            }
            take(.opened)
            owner?.windowChanged()
        }
        owner?.windowChanged()
    }

    /// Stops pairing.
    func beginToClose(_ end: PairingEnd) {
        if !isOver { take(.close(end)) }
    }

    /// Stops pairing, and returns when the kernel has confirmed that.
    func close(_ end: PairingEnd) async {
        guard !isOver else { return }
        beginToClose(end)
        _ = await over.next()
    }

    /// Ends the window after the adapter is gone or no longer in use.
    func vanished(_ words: String) {
        take(.died(words))
    }

    private func shut() {
        stopWaitingForKeys()
        // The withheld bonds are loaded into the kernel again.
        if !setAside.isEmpty { owner?.reloadKeys() }
        setAside = []
        LoopActor.begin { [self] in
            let refusal = await failure(of: .setBondable(false))
            _ = await failure(of: .setIOCapability(.noInputNoOutput))
            take(.closed)
            // The adapter may still create bonds until it is set up again.
            if refusal != nil { parts.adapter.prepare() }
        }
        owner?.windowChanged()
    }

    private func end() {
        stopWaitingForKeys()
        over.post(())
    }

    // MARK: Events

    /// Handles an event of the kernel.
    func take(_ event: ManagementEvent) {
        if let (peer, ask) = PairingAsk.read(event) {
            if ask == .typed { return }
            if ask.isAboutYes { owner?.extend(peer, by: PairingLimits.patience) }
            return take(.asks(peer, ask, isAlone: isAlone(peer)))
        }
        switch event {
        case .newLongTermKey(_, let key):
            guard let keys, keys.take(event) else { return take(.unasked(key.peer)) }
            take(.tellsKeys(keys.identity))
        case .newIdentityResolvingKey:
            guard let keys else { return }
            let former = keys.identity
            if keys.take(event) { take(.isNow(keys.identity, formerly: former)) }
        // With two links of one address, the event may be about the other one.
        case .authenticationFailed(let peer, _): left(peer, unlessLinksPast: 1)
        case .deviceDisconnected(let peer, _): left(peer, unlessLinksPast: 0)
        default: break
        }
    }

    private func left(_ peer: PeerAddress, unlessLinksPast count: Int) {
        guard policy.pairing == peer, links(with: peer) ?? 0 <= count else { return }
        // With an old bond, pairing may fail before the user has answered, because the kernel
        // checks the keys earlier. The policy then asks whether to forget that bond.
        let isOfOldBond = owner?.hasBond(peer) == true
        take(.left(peer))
        if isOfOldBond { take(.failed(peer, hasTried: true)) }
    }

    /// Returns whether the peer's address is unambiguous.
    ///
    /// The kernel identifies a peer only by its address, which any sender can copy.
    private func isAlone(_ peer: PeerAddress) -> Bool {
        links(with: peer).map { $0 <= 1 } ?? false
    }

    private func links(with peer: PeerAddress) -> Int? {
        parts.kernel.links(with: peer, on: parts.adapter.index)
    }

    /// Handles the name reported by the paired phone.
    func named(_ phone: PairedPhone) {
        take(.named(phone))
    }

    private func take(_ event: PairingPolicy<PeerAddress>.Event) {
        let actions = policy.take(event, at: parts.pace.now)
        alarm.set(at: policy.deadline, for: self) { $0.take(.time) }
        for action in actions { perform(action) }
    }

    // MARK: Actions

    private func perform(_ action: PairingPolicy<PeerAddress>.Action) {
        let news = action.event {
            owner?.name(of: $0) ?? "\($0.address)"
        } answer: { [weak self] question, isYes in
            guard let self else { return }
            // If no phone is pairing, the question is about an old bond, and any number of links is
            // allowed.
            let isSure = policy.pairing.map { self.isAlone($0) } ?? true
            take(.answered(question, isYes: isYes, isAlone: isSure))
        }
        if let news { tell(news) }
        switch action {
        case .refuse(let peer, let ask): send(ask.refusal(of: peer))
        case .answer(_, let peer, let isYes): send(.confirm(peer, isYes))
        case .admit(let peer): admit(peer)
        case .giveUp(let peer, let isStillThere): giveUp(peer, isStillThere)
        case .keep: keep()
        case .remove(let peer): owner?.remove(unasked: peer)
        case .forget(let peer): putAside(peer)
        case .close: shut()
        case .tellClosed: end()
        case .show, .ask, .askToForget, .drop, .tellOpened, .tellWithdrawn, .tellForgotten,
            .tellKept, .tellTurnedAway, .tellBonded:
            break
        }
    }

    /// Removes the keys of a bond from the kernel until the window closes.
    ///
    /// With them, a controller that resolves private addresses reports the identity address
    /// instead, while pairing is computed with the private one.
    private func putAside(_ peer: PeerAddress) {
        setAside.insert(peer.address.description)
        owner?.remove(unasked: peer)
    }

    private func send(_ command: ManagementCommand) {
        parts.kernel.management.send(command, to: parts.adapter.index) { _ in }
    }

    private func failure(of command: ManagementCommand) async -> ManagementFailure? {
        await parts.kernel.management.carryOut(
            [CommandStep(command: command)], on: parts.adapter.index)
    }

    /// Collects the keys of a peer that the user has admitted.
    private func admit(_ peer: PeerAddress) {
        owner?.extend(peer, by: PairingLimits.patience)
        keys?.cancel()
        keys = PairedKeys(
            of: peer, on: parts.adapter.address.address, pace: parts.pace, for: self)
    }

    func decide(about outcome: PairedKeys.Outcome) {
        keys = nil
        self.outcome = outcome
        let isSound = method.accepts(outcome)
        take(.paired(outcome.former, as: outcome.bond.peer, isSound: isSound))
        self.outcome = nil
    }

    private func stopWaitingForKeys() {
        keys?.cancel()
        keys = nil
    }

    /// Stops waiting for a peer, and reloads the keys.
    ///
    /// Before a pairing is complete, the kernel replaces the phone's previous key; after a failure
    /// it has neither.
    private func giveUp(_ peer: PeerAddress, _ isStillThere: Bool) {
        stopWaitingForKeys()
        let isAlone = isStillThere && links(with: peer) == 1
        LoopActor.begin { [self] in
            if isAlone { _ = await failure(of: .disconnect(peer)) }
            // The kernel may not have ended the pairing with a peer that is still connected.
            await EventLoop.pause(Self.aftermath, on: parts.pace)
            owner?.reloadKeys()
        }
    }

    /// Stores keys and phone.
    private func keep() {
        guard let outcome else { return take(.notKept("there are no keys")) }
        let bond = outcome.bond
        let phone = PairedPhone(
            address: bond.name, name: owner?.name(of: bond.peer) ?? bond.name)
        if let problem = claim(of: outcome) ?? keep(bond, phone) { return take(.notKept(problem)) }
        // The kernel already has the new bond.
        setAside.remove(bond.name)
        owner?.bonded(bond, formerly: outcome.former)
        take(.kept(phone, isNamed: phone.name != phone.address))
    }
}

/// Radio that opened a window: it knows names and bonds, and changes keys and links for it.
@LoopActor
protocol KernelWindowOwner: AnyObject {
    /// Returns the name of a peer, or its address if the name is unknown.
    func name(of peer: PeerAddress) -> String
    /// Returns whether the peer is an allowed phone whose bond is in use.
    func hasBond(_ peer: PeerAddress) -> Bool
    /// Handles the new bond of a phone, with its previous address.
    func bonded(_ bond: Bond, formerly address: PeerAddress)
    /// Removes unrequested keys from the kernel.
    func remove(unasked peer: PeerAddress)
    /// Loads the keys of bonds into the kernel again, which may have lost some.
    func reloadKeys()
    /// Extends the time of a peer about which the user is asked.
    func extend(_ peer: PeerAddress, by time: Duration)
    /// Handles the opening or closing of the window.
    func windowChanged()
}
