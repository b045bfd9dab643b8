import Bluetooth
import Linux
import PhoneMemory
import Radio

/// The time in which one phone may be paired: the adapter makes bonds, and afterwards no more.
@LoopActor
final class KernelWindow {
    /// How long a phone that is paired may take to say what it is called.
    private static let naming: Duration = .seconds(3)
    /// The kernel tells that a pairing has failed a moment before it is done with it.
    private static let aftermath: Duration = .milliseconds(50)

    /// What a window works with.
    struct Parts {
        let adapter: KernelAdapter
        let kernel: any Kernel
        let pace: Pace
        let phones: AllowedPhones
        let bonds: BondKeeping
        /// What people call a peer.
        let name: @LoopActor (PeerAddress) -> String
        /// A phone has a bond now, and had this address before.
        let bonded: @LoopActor (Bond, PeerAddress) -> Void
        /// The kernel has keys that nobody asked for.
        let unasked: @LoopActor (PeerAddress) -> Void
        /// The kernel may have lost keys of bonds.
        let reload: @LoopActor () -> Void
        /// A person needs time to answer for this peer.
        let extend: @LoopActor (PeerAddress, Duration) -> Void
    }

    private let parts: Parts
    let method: PairingMethod
    private let tell: @LoopActor (PairingEvent) -> Void
    private let changed: @LoopActor () -> Void
    private var dialogue: PairingDialogue?
    private var keys: PairedKeys?
    private var bonded: PairedPhone?
    private var timer: TimerID?
    /// Whether it is open only for a phone that pairs already.
    private var isTimeOver = false
    /// Whether phones may pair.
    private(set) var isOpen = false
    /// Whether nothing is left of it that the kernel would have to take note of.
    private(set) var isOver = false
    /// Those who wait for that.
    private var waiting: [@LoopActor () -> Void] = []

    /// - Parameter changed: called when it has opened or closed.
    init(
        _ parts: Parts, method: PairingMethod, changed: @escaping @LoopActor () -> Void,
        tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        self.parts = parts
        self.method = method
        self.changed = changed
        self.tell = tell
    }

    /// Lets a phone pair, for some time.
    func open(for time: Duration) {
        isOpen = true
        dialogue = PairingDialogue(
            method, on: parts.adapter.index, of: parts.kernel, pace: parts.pace,
            name: parts.name
        ) { [weak self] in
            self?.tell($0)
        } ended: { [weak self] outcome in
            switch outcome {
            case .refused: self?.close(.refused)
            case .admitted(let peer): self?.admit(peer)
            case .failed: self?.goOn(after: nil)
            case .silent(let peer): self?.goOn(after: peer)
            }
        }
        send(.setIOCapability(method.capability)) { [weak self] failure in
            guard let self, isOpen else { return }
            if let failure { return close(.failed("\(failure)")) }
            send(.setBondable(true)) { [weak self] failure in
                guard let self, isOpen else { return }
                if let failure { return close(.failed("\(failure)")) }
                timer = parts.pace.after(time) { [weak self] in self?.timeIsOver() }
                tell(.opened(time))
                changed()
            }
        }
        changed()
    }

    /// Lets no phone pair any more; calls `done` when the kernel has taken note of that.
    func close(_ end: PairingEnd, _ done: @escaping @LoopActor () -> Void = {}) {
        guard !isOver else { return done() }
        waiting.append(done)
        guard isOpen else { return }
        if let keys, keys.owner == nil { cameToNothing(stillWith: keys.former) }
        shut()
        send(.setBondable(false)) { [self] refusal in
            send(.setIOCapability(.noInputNoOutput)) { [self] _ in
                finish(end)
                // It may still make bonds, which it does no more once it is set up anew.
                if refusal != nil { parts.adapter.prepare() }
            }
        }
        changed()
    }

    /// Waits for a phone that somebody has been asked about: its owner may have said yes already.
    private func timeIsOver() {
        guard dialogue?.isBusy == true else { return close(.time) }
        isTimeOver = true
        timer = parts.pace.after(PairingDialogue.patience) { [weak self] in self?.close(.time) }
    }

    /// The adapter is gone or not ours, and with it whatever it was told.
    func vanished(_ words: String) {
        guard !isOver else { return }
        if isOpen { shut() }
        finish(.failed(words))
    }

    /// Lets nobody in from this moment on.
    private func shut() {
        isOpen = false
        stopWaiting()
        dialogue?.close()
        if let bonded { tell(.bonded(bonded)) }
    }

    private func finish(_ end: PairingEnd) {
        guard !isOver else { return }
        isOver = true
        tell(.closed(bonded == nil ? end : .bonded))
        let waiting = waiting
        self.waiting = []
        for done in waiting { done() }
    }

    private func stopWaiting() {
        if let timer { parts.pace.cancel(timer) }
        timer = nil
        keys?.cancel()
        // The kernel has them already.
        if let owner = keys?.owner { parts.unasked(owner) }
        keys = nil
    }

    private func send(
        _ command: ManagementCommand, _ done: @escaping @LoopActor (ManagementFailure?) -> Void
    ) {
        parts.kernel.management.send(command, to: parts.adapter.index) { result in
            if case .failure(let failure) = result { done(failure) } else { done(nil) }
        }
    }

    // MARK: Phones

    /// Takes what the kernel tells.
    func take(_ event: ManagementEvent) {
        switch event {
        case .newLongTermKey(_, let key):
            if keys?.take(event) != true { parts.unasked(key.peer) }
        case .newIdentityResolvingKey:
            if let keys, keys.take(event) { dialogue?.isNow(keys.identity) }
        // A phone that has told all keys may go.
        case .authenticationFailed, .deviceDisconnected:
            if keys?.owner == nil { dialogue?.take(event) }
        case .confirmationRequest(let peer, _, _):
            parts.extend(peer, PairingDialogue.patience)
            dialogue?.take(event)
        default: dialogue?.take(event)
        }
    }

    /// A person has let this peer in: what the kernel tells of its keys is asked for.
    private func admit(_ peer: PeerAddress) {
        parts.extend(peer, PairingDialogue.patience)
        keys?.cancel()
        keys = PairedKeys(of: peer, on: parts.adapter.address.address, pace: parts.pace) {
            [weak self] outcome in
            self?.keys = nil
            self?.accept(outcome)
        }
    }

    /// Another phone may pair, while there is time.
    private func goOn(after peer: PeerAddress?) {
        cameToNothing(stillWith: peer)
        if isTimeOver, keys == nil { close(.time) }
    }

    /// Nobody is let in any more by what a person has said so far.
    ///
    /// Before a pairing is complete the kernel puts its key in place of the one that the phone had, and
    /// has neither if it fails.
    ///
    /// - Parameter peer: with whom the kernel may not be done yet.
    private func cameToNothing(stillWith peer: PeerAddress?) {
        // Those that are told already are all of them.
        guard let keys, keys.owner == nil else { return }
        keys.cancel()
        self.keys = nil
        let reload: @LoopActor () -> Void = { [parts] in
            parts.pace.after(Self.aftermath, parts.reload)
        }
        let adapter = parts.adapter.index
        guard let peer, parts.kernel.links(with: peer, on: adapter) == 1 else { return reload() }
        send(.disconnect(peer)) { _ in reload() }
    }

    private func accept(_ outcome: PairedKeys.Outcome) {
        let (bond, former) = (outcome.bond, outcome.former)
        guard isOpen, bonded == nil else { return parts.unasked(bond.peer) }
        if method.objection(to: outcome) != nil {
            parts.unasked(bond.peer)
            dialogue?.release()
            tell(.turnedAway(phone: parts.name(former)))
            return goOn(after: nil)
        }
        let phone = PairedPhone(address: bond.name, name: parts.name(bond.peer))
        if let problem = claim(of: outcome) ?? keep(bond, phone) {
            parts.unasked(bond.peer)
            return close(.failed(problem))
        }
        bonded = phone
        dialogue?.close()
        parts.bonded(bond, former)
        guard phone.name == phone.address else { return close(.bonded) }
        if let timer { parts.pace.cancel(timer) }
        timer = parts.pace.after(Self.naming) { [weak self] in self?.close(.bonded) }
    }

    /// What is wrong where a phone may say of itself to be another one.
    ///
    /// Nobody but the phone itself can pretend to be it with an address that the kernel recognises, or
    /// with the key for that; a person who was asked about a stranger has let no known phone in.
    private func claim(of outcome: PairedKeys.Outcome) -> String? {
        let bond = outcome.bond
        guard outcome.former != bond.peer,
            let known = parts.bonds.book.bond(of: bond.peer, on: bond.adapter),
            known.identityKey == nil || known.identityKey != bond.identityKey
        else { return nil }
        return "it says that it is \(parts.name(bond.peer)), which is paired already and has other "
            + "keys; where that is so, callboard forget it first"
    }

    /// Keeps keys and phone; the words say what is wrong where that cannot be.
    private func keep(_ bond: Bond, _ phone: PairedPhone) -> String? {
        guard parts.bonds.book.hasRoom(for: bond.peer, on: bond.adapter) else {
            return "\(BondBook.limit) phones are paired already; callboard forget one of them"
        }
        let earlier = parts.bonds.book.bond(of: bond.peer, on: bond.adapter)
        do throws(KeysProblem) {
            try parts.bonds.add(bond)
        } catch {
            return "\(error)"
        }
        do throws(MemoryError) {
            try parts.phones.remember(phone)
        } catch {
            if let earlier {
                try? parts.bonds.add(earlier)
            } else {
                try? parts.bonds.remove(named: bond.name)
            }
            return "\(error)"
        }
        return nil
    }

    /// The phone that was paired has said what it is called.
    func named(_ phone: PairedPhone) {
        guard isOpen, bonded?.address == phone.address else { return }
        bonded = phone
        close(.bonded)
    }
}
