import Linux
import Radio

/// The time in which one phone may be paired: performs what the policy decides, and tells it what the
/// kernel says.
@LoopActor
final class KernelWindow {
    /// The kernel tells that a pairing has failed a moment before it is done with it.
    private static let aftermath: Duration = .milliseconds(50)

    /// What a window works with.
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
    /// What the keys have become, while it is decided about.
    private var outcome: PairedKeys.Outcome?
    /// Names of bonds that the kernel is not given while the window is open, so that their phones can
    /// pair again.
    ///
    /// They stay in the file, where only a new bond replaces them.
    private var setAside: Set<String> = []
    private let alarm: Alarm
    /// Told when it is over.
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

    /// How the person and the phone are compared.
    var method: PairingMethod { policy.method }

    /// Whether phones may pair.
    var isOpen: Bool { policy.isOpen }

    /// The bonds that the kernel may have.
    func allowed(_ ring: KeyRing) -> KeyRing {
        guard isOpen, !setAside.isEmpty else { return ring }
        var ring = ring
        ring.remove(all: setAside)
        return ring
    }

    /// Whether nothing is left of it that the kernel would have to take note of.
    var isOver: Bool { policy.isOver }

    // MARK: Opening and closing

    /// Lets a phone pair, for some time.
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

    /// Lets no phone pair any more.
    func beginToClose(_ end: PairingEnd) {
        if !isOver { take(.close(end)) }
    }

    /// Lets no phone pair any more, and returns when the kernel has taken note of that.
    func close(_ end: PairingEnd) async {
        guard !isOver else { return }
        beginToClose(end)
        _ = await over.next()
    }

    /// The adapter is gone or not ours, and with it whatever it was told.
    func vanished(_ words: String) {
        take(.died(words))
    }

    private func shut() {
        stopWaitingForKeys()
        // The kernel gets back what it has done without.
        if !setAside.isEmpty { owner?.reloadKeys() }
        setAside = []
        LoopActor.begin { [self] in
            let refusal = await failure(of: .setBondable(false))
            _ = await failure(of: .setIOCapability(.noInputNoOutput))
            take(.closed)
            // It may still make bonds, which it does no more once it is set up anew.
            if refusal != nil { parts.adapter.prepare() }
        }
        owner?.windowChanged()
    }

    private func end() {
        stopWaitingForKeys()
        over.post(())
    }

    // MARK: What happens

    /// Takes what the kernel tells.
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
        // With two links of one address it may be the other one that this is about.
        case .authenticationFailed(let peer, _): left(peer, unlessLinksPast: 1)
        case .deviceDisconnected(let peer, _): left(peer, unlessLinksPast: 0)
        default: break
        }
    }

    private func left(_ peer: PeerAddress, unlessLinksPast count: Int) {
        guard policy.pairing == peer, links(with: peer) ?? 0 <= count else { return }
        // It may fail before the person has answered: the kernel checks before that.
        let isOfOldBond = owner?.hasBond(peer) == true
        take(.left(peer))
        if isOfOldBond { take(.failed(peer, hasTried: true)) }
    }

    /// The kernel names a peer by its address alone, and anybody can repeat an address that was on
    /// air: which of two would be meant nobody knows.
    private func isAlone(_ peer: PeerAddress) -> Bool {
        links(with: peer).map { $0 <= 1 } ?? false
    }

    private func links(with peer: PeerAddress) -> Int? {
        parts.kernel.links(with: peer, on: parts.adapter.index)
    }

    /// The phone that was paired has said what it is called.
    func named(_ phone: PairedPhone) {
        take(.named(phone))
    }

    private func take(_ event: PairingPolicy<PeerAddress>.Event) {
        let actions = policy.take(event, at: parts.pace.now)
        alarm.set(at: policy.deadline, for: self) { $0.take(.time) }
        for action in actions { perform(action) }
    }

    // MARK: What is done

    private func perform(_ action: PairingPolicy<PeerAddress>.Action) {
        let news = action.event {
            owner?.name(of: $0) ?? "\($0.address)"
        } answer: { [weak self] question, isYes in
            guard let self else { return }
            // Without a phone that pairs the question is about a bond.
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

    /// Takes the keys of a bond out of the kernel.
    ///
    /// A controller that finds out by them who is behind a
    /// private address names the lasting one instead, and pairing is computed with the other.
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

    /// A person has let this peer in: what the kernel tells of its keys is asked for.
    private func admit(_ peer: PeerAddress) {
        owner?.extend(peer, by: PairingLimits.patience)
        keys?.cancel()
        keys = PairedKeys(
            of: peer, on: parts.adapter.address.address, pace: parts.pace, for: self)
    }

    func decide(about outcome: PairedKeys.Outcome) {
        keys = nil
        self.outcome = outcome
        let isSound = method.objection(to: outcome) == nil
        take(.paired(outcome.former, as: outcome.bond.peer, isSound: isSound))
        self.outcome = nil
    }

    private func stopWaitingForKeys() {
        keys?.cancel()
        keys = nil
    }

    /// Before a pairing is complete the kernel puts its key in place of the one that the phone had, and
    /// has neither if it fails.
    private func giveUp(_ peer: PeerAddress, _ isStillThere: Bool) {
        stopWaitingForKeys()
        let isAlone = isStillThere && links(with: peer) == 1
        LoopActor.begin { [self] in
            if isAlone { _ = await failure(of: .disconnect(peer)) }
            // The kernel may not be done yet with one that is still there.
            await EventLoop.pause(Self.aftermath, on: parts.pace)
            owner?.reloadKeys()
        }
    }

    /// Keeps keys and phone.
    private func keep() {
        guard let outcome else { return take(.notKept("there are no keys")) }
        let bond = outcome.bond
        let phone = PairedPhone(
            address: bond.name, name: owner?.name(of: bond.peer) ?? bond.name)
        if let problem = claim(of: outcome) ?? keep(bond, phone) { return take(.notKept(problem)) }
        // The new one the kernel has already.
        setAside.remove(bond.name)
        owner?.bonded(bond, formerly: outcome.former)
        take(.kept(phone, isNamed: phone.name != phone.address))
    }
}

/// What a window needs of the radio around it.
@LoopActor
protocol KernelWindowOwner: AnyObject {
    /// What people call a peer.
    func name(of peer: PeerAddress) -> String
    /// Whether the kernel has keys of a phone's bond.
    func hasBond(_ peer: PeerAddress) -> Bool
    /// A phone has a bond now, and had another address before.
    func bonded(_ bond: Bond, formerly address: PeerAddress)
    /// The kernel has keys that nobody asked for.
    func remove(unasked peer: PeerAddress)
    /// The kernel may have lost keys of bonds.
    func reloadKeys()
    /// A person needs time to answer for this peer.
    func extend(_ peer: PeerAddress, by time: Duration)
    /// The window has opened or closed.
    func windowChanged()
}
