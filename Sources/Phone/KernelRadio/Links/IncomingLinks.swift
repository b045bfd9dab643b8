import ATT
import Linux
import Radio

/// Receives whoever makes a link: phones with a bond become phones of the bridge once their link is
/// encrypted with its key, strangers are served while they may pair, and nobody else is.
@LoopActor
final class IncomingLinks: ATTListenerOwner {
    /// Phones with a bond at one time; more than controllers have links.
    private static let limit = 16
    /// Strangers at one time.
    private static let strangerLimit = 8
    /// Links at one time that claim to be one phone and have not shown its key.
    private static let claimLimit = 2
    /// How long a stranger may do nothing about pairing.
    private static let hospitality: Duration = .seconds(30)
    /// After an end the kernel is asked so late whether the link is still there.
    private static let afterlook: Duration = .milliseconds(200)
    /// How long a phone may take to encrypt its link; it takes about a tenth of a second.
    private static let patience: Duration = .seconds(10)
    /// How long a stranger is served before it is asked to pair.
    private static let courtesy: Duration = .milliseconds(200)
    /// How long a phone may take to say what it is called.
    private static let naming: Duration = .seconds(3)

    private let adapter: ControllerIndex
    private let kernel: any Kernel
    private let pace: Pace
    private let places: PlaceMemory
    private weak var owner: (any IncomingLinksOwner)?
    private var incomingLinks: [UInt64: IncomingLink] = [:]
    /// How many there have been.
    private var count: UInt64 = 0

    init(
        on adapter: ControllerIndex, of kernel: any Kernel, pace: Pace, places: PlaceMemory,
        for owner: any IncomingLinksOwner
    ) {
        self.adapter = adapter
        self.kernel = kernel
        self.pace = pace
        self.places = places
        self.owner = owner
    }

    /// Whether anybody has a link.
    var hasGuests: Bool { !incomingLinks.isEmpty }

    /// Takes a link that somebody has made.
    func receive(_ accepted: consuming AcceptedLink) {
        let peer = accepted.peer
        let bond = owner?.bond(of: peer)
        let level = owner?.openness
        makeRoom(for: peer)
        // A copy asks the kernel about the link for as long as that is there.
        guard hasRoom(for: bond, level),
            let copy = try? FileDescriptor.duplicate(of: accepted.socket.rawValue)
        else {
            _ = accepted.takeSocket()
            return disconnect(peer)
        }
        let incoming = makeGuest(peer, bond, socket: accepted.takeSocket(), copy: copy)
        if let bond {
            awaitKey(incoming, bond)
        } else if let level {
            incoming.link.serve()
            incoming.expire(after: Self.hospitality)
            // What a phone asks first is answered first: afterwards the kernel sends nothing until the
            // phone has done something.
            pace.after(Self.courtesy, for: incoming) { $0.raise(to: level) }
        }
    }

    func hasTrouble(_ error: Errno) {
        owner?.advise("phones cannot be taken for a while: \(error)")
    }

    private func hasRoom(for bond: Bond?, _ openness: SecurityLevel?) -> Bool {
        guard bond == nil else { return incomingLinks.count < Self.limit + Self.strangerLimit }
        let strangers = incomingLinks.values.count { owner?.bond(of: $0.peer) == nil }
        return openness != nil && strangers < Self.strangerLimit
    }

    /// Of many links that claim to be one phone the oldest gives way: anybody can repeat an address.
    private func makeRoom(for peer: PeerAddress) {
        let claims = incomingLinks.values.filter { $0.peer == peer && $0.isWaiting }
            .sorted { $0.number < $1.number }
        for incoming in claims.dropLast(Self.claimLimit - 1) { drop(incoming) }
    }

    private func makeGuest(
        _ peer: PeerAddress, _ bond: Bond?, socket: consuming FileDescriptor,
        copy: consuming FileDescriptor
    ) -> IncomingLink {
        let known = bond.flatMap { places[$0.name] }
        let asksName = known == nil || bond.map { !hasName($0) } ?? true
        let options = GATTClientOptions(
            known: known, remembersServices: true, asksName: asksName,
            checksName: !asksName)
        let identity = identity(peer)
        let link = ATTPhoneLink(
            phone: identity, needs: owner?.needs ?? [], socket: socket, pace: pace,
            server: GATTServer(owner?.services.services ?? []), options: options,
            asksMTU: bond.map { !places.mtuUnanswered.contains($0.name) } ?? true)
        count += 1
        let incoming = IncomingLink(
            count, peer, link, asksName: asksName, socket: copy, of: kernel, on: adapter,
            pace: pace, for: self)
        incomingLinks[incoming.number] = incoming
        link.isEncrypted = { [weak incoming] in incoming?.isEncrypted == true }
        return incoming
    }

    // MARK: What incomingLinks tell

    func learned(_ known: KnownServices?, of bond: Bond) { places[bond.name] = known }

    func named(_ name: String, _ incoming: IncomingLink, _ bond: Bond) {
        owner?.isNow(bond, named: name)
        if incoming.isPresented {
            incoming.link.isNow(identity(bond.peer))
        } else {
            present(incoming, bond)
        }
    }

    func leavesMTUUnanswered(_ bond: Bond) { owner?.leavesMTUUnanswered(bond) }

    private func identity(_ peer: PeerAddress) -> PhoneIdentity {
        let name = peer.address.description
        return PhoneIdentity(bond: name, name: owner?.name(of: name) ?? name)
    }

    // MARK: Bonds

    private func awaitKey(_ incoming: IncomingLink, _ bond: Bond) {
        // A phone that pairs again has to do it as the window wants, and the kernel refuses a pairing that cannot reach
        // what is asked for. A key that the phone still has makes the link as secure as it was.
        incoming.raise(to: owner?.openness ?? (bond.isAuthenticated ? .high : .medium))
        incoming.awaitSecurity(by: bond, within: Self.patience)
    }

    /// The bond may have gone, or have become another one, while the link was not secure yet.
    func letIn(_ incoming: IncomingLink, _ bond: Bond) {
        guard owner?.bond(of: incoming.peer) == bond else { return drop(incoming) }
        for other in incomingLinks.values where other !== incoming && other.bond?.peer == bond.peer
        {
            // A phone comes back before the radio has noticed that it was gone.
            drop(other)
        }
        incoming.bond = bond
        incoming.isRead()
        incoming.link.isSecure = true
        incoming.link.isNow(identity(bond.peer))
        incoming.link.remember(places[bond.name])
        incoming.link.begin()
        // Who has no name yet is asked for one first; it takes a moment.
        guard incoming.asksName, !hasName(bond) else { return present(incoming, bond) }
        incoming.naming.set(after: Self.naming, for: incoming) { $0.controller?.present($0, bond) }
    }

    private func hasName(_ bond: Bond) -> Bool {
        ![nil, bond.name].contains(owner?.name(of: bond.name))
    }

    /// Shows a phone to the bridge, once.
    func present(_ incoming: IncomingLink, _ bond: Bond) {
        incoming.naming.cancel()
        guard incomingLinks[incoming.number] != nil, !incoming.isPresented else { return }
        incoming.isPresented = true
        incoming.link.isNow(identity(bond.peer))
        owner?.welcome(incoming.link)
    }

    /// A phone has paired, under an address that it had until then: with the key its link is secure.
    func bonded(_ bond: Bond, formerly address: PeerAddress) {
        for incoming in incomingLinks.values where [bond.peer, address].contains(incoming.peer) {
            guard incoming.bond != bond else { continue }
            // Of a phone that pairs anew the link may have been secure before its keys were told.
            incoming.bond = nil
            incoming.peer = bond.peer
            awaitKey(incoming, bond)
        }
    }

    /// A person is asked about a peer, which may take its time.
    func extend(_ peer: PeerAddress, by time: Duration) {
        for incoming in incomingLinks.values where incoming.peer == peer {
            incoming.extend(by: time)
        }
    }

    /// Lets go of phones whose bonds do not hold any more.
    func compare() {
        for incoming in incomingLinks.values {
            if let bond = incoming.bond, owner?.bond(of: bond.peer) != bond { drop(incoming) }
        }
    }

    /// Lets go of all who have no bond.
    func dropStrangers() {
        for incoming in incomingLinks.values where owner?.bond(of: incoming.peer) == nil {
            drop(incoming)
        }
    }

    // MARK: The end

    func turnAway(_ incoming: IncomingLink, _ bond: Bond) {
        owner?.stayedInsecure(bond)
        drop(incoming)
    }

    /// Lets go of everybody; the adapter may be gone.
    func close(because reason: LetGo?) {
        let all = Array(incomingLinks.values)
        incomingLinks = [:]
        for incoming in all {
            if let reason { incoming.link.close(because: reason) }
            incoming.close()
        }
    }

    func drop(_ incoming: IncomingLink) {
        guard remove(incoming) else { return }
        disconnect(incoming.peer)
    }

    private func remove(_ incoming: IncomingLink) -> Bool {
        guard incomingLinks.removeValue(forKey: incoming.number) != nil else { return false }
        incoming.close()
        return true
    }

    /// A link is over: usually it is gone, and the phone may be back on another one that waits to be
    /// received; but one that broke the rules is still there.
    func ended(_ incoming: IncomingLink) {
        guard remove(incoming) else { return }
        let peer = incoming.peer
        let before = links(with: peer).map(\.handle)
        guard !before.isEmpty else { return }
        pace.after(Self.afterlook, for: self) { controller in
            if controller.links(with: peer).allSatisfy({ before.contains($0.handle) }) {
                controller.disconnect(peer)
            }
        }
    }

    private func links(with peer: PeerAddress) -> [AdapterLink] {
        let links = (try? kernel.links(of: adapter)) ?? []
        return links.filter { $0.isLowEnergy && $0.address == peer.address }
    }

    /// Ends a link at once, where no other one can be meant: the kernel is told an address alone, and
    /// anybody can repeat an address that was on air.
    private func disconnect(_ peer: PeerAddress) {
        guard links(with: peer).count == 1,
            !incomingLinks.values.contains(where: { $0.peer == peer })
        else { return }
        kernel.management.send(.disconnect(peer), to: adapter) { _ in }
    }
}
