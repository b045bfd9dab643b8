import ATT
import Linux
import Radio

/// Controller of the links to this host.
///
/// Phones with a bond are presented to the bridge once their link is encrypted with its key.
/// Strangers are served while they may pair; all others are disconnected.
@LoopActor
final class IncomingLinks: ATTListenerOwner {
    /// Maximum number of links of phones with a bond; more than controllers support.
    ///
    /// They may also use the places of strangers.
    private static let limit = 16
    /// Maximum number of strangers.
    private static let strangerLimit = 8
    /// Maximum number of links that claim to be one phone and have not proved its key.
    private static let claimLimit = 2
    /// Time after which a stranger that does not pair is disconnected.
    private static let hospitality: Duration = .seconds(30)
    /// Delay after the end of a link before the kernel's links are checked.
    private static let afterlook: Duration = .milliseconds(200)
    /// Maximum time until a phone has encrypted its link; it takes about a tenth of a second.
    private static let patience: Duration = .seconds(10)
    /// Time for which a stranger is served before the pairing request.
    private static let courtesy: Duration = .milliseconds(200)
    /// Maximum time for a phone to report its name.
    private static let naming: Duration = .seconds(3)

    private let adapter: ControllerIndex
    private let kernel: any Kernel
    private let pace: Pace
    private let places: PlaceMemory
    private weak var owner: (any IncomingLinksOwner)?
    private var incomingLinks: [UInt64: IncomingLink] = [:]
    /// Number of links so far.
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

    /// Whether there are any links.
    var hasGuests: Bool { !incomingLinks.isEmpty }

    /// Handles a new link.
    func receive(_ accepted: consuming AcceptedLink) {
        let peer = accepted.peer
        let bond = owner?.bond(of: peer)
        let level = owner?.openness
        makeRoom(for: peer)
        // The duplicate serves to read the state of the link from the kernel.
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
            // The phone's first requests must be answered before the pairing request, because after
            // it the kernel sends nothing until the phone has reacted.
            pace.after(Self.courtesy, for: incoming) { $0.raise(to: level) }
        }
    }

    func hasTrouble(_ error: Errno) {
        owner?.advise("phones cannot connect for a while: \(error)")
    }

    private func hasRoom(for bond: Bond?, _ openness: SecurityLevel?) -> Bool {
        guard bond == nil else { return incomingLinks.count < Self.limit + Self.strangerLimit }
        let strangers = incomingLinks.values.count { owner?.bond(of: $0.peer) == nil }
        return openness != nil && strangers < Self.strangerLimit
    }

    /// Drops the oldest of many links that claim to be one phone: any sender can copy an address.
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

    // MARK: Events of links

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
        // A phone that pairs again must use the method of the window, and the kernel refuses a
        // pairing that cannot reach the requested level. With a key that the phone still has, the
        // link becomes as secure as before.
        incoming.raise(to: owner?.openness ?? (bond.isAuthenticated ? .high : .medium))
        incoming.awaitSecurity(by: bond, within: Self.patience)
    }

    /// Admits the phone, unless its bond was removed or replaced before the link was secure.
    func letIn(_ incoming: IncomingLink, _ bond: Bond) {
        guard owner?.bond(of: incoming.peer) == bond else { return drop(incoming) }
        for other in incomingLinks.values where other !== incoming && other.bond?.peer == bond.peer
        {
            // A phone may reconnect before the radio has detected its disconnection.
            drop(other)
        }
        incoming.bond = bond
        incoming.isRead()
        incoming.link.isSecure = true
        incoming.link.isNow(identity(bond.peer))
        incoming.link.remember(places[bond.name])
        incoming.link.begin()
        // An unknown name is requested first, which takes a moment.
        guard incoming.asksName, !hasName(bond) else { return present(incoming, bond) }
        incoming.naming.set(after: Self.naming, for: incoming) { $0.controller?.present($0, bond) }
    }

    private func hasName(_ bond: Bond) -> Bool {
        ![nil, bond.name].contains(owner?.name(of: bond.name))
    }

    /// Presents a phone to the bridge, once.
    func present(_ incoming: IncomingLink, _ bond: Bond) {
        incoming.naming.cancel()
        guard incomingLinks[incoming.number] != nil, !incoming.isPresented else { return }
        incoming.isPresented = true
        incoming.link.isNow(identity(bond.peer))
        owner?.welcome(incoming.link)
    }

    /// Handles a new bond of a phone whose link has its previous address: the link is not secure
    /// until it is encrypted with the new key.
    func bonded(_ bond: Bond, formerly address: PeerAddress) {
        for incoming in incomingLinks.values where [bond.peer, address].contains(incoming.peer) {
            guard incoming.bond != bond else { continue }
            // If a phone pairs again, its link may have been secure before its keys were reported.
            incoming.bond = nil
            incoming.peer = bond.peer
            awaitKey(incoming, bond)
        }
    }

    /// Extends the time of a peer about which the user is asked.
    func extend(_ peer: PeerAddress, by time: Duration) {
        for incoming in incomingLinks.values where incoming.peer == peer {
            incoming.extend(by: time)
        }
    }

    /// Disconnects phones whose bonds are no longer valid.
    func compare() {
        for incoming in incomingLinks.values {
            if let bond = incoming.bond, owner?.bond(of: bond.peer) != bond { drop(incoming) }
        }
    }

    /// Disconnects all peers without a bond.
    func dropStrangers() {
        for incoming in incomingLinks.values where owner?.bond(of: incoming.peer) == nil {
            drop(incoming)
        }
    }

    // MARK: End

    func turnAway(_ incoming: IncomingLink, _ bond: Bond) {
        owner?.stayedInsecure(bond)
        drop(incoming)
    }

    /// Closes all links; the adapter may be gone.
    ///
    /// - Parameter reason: the reason to close the links; nil if they are already lost.
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

    /// Handles the end of a link.
    ///
    /// Usually the connection is gone, and the phone may already be on another one that waits to be
    /// accepted. After a protocol violation the connection still exists; it is disconnected after a
    /// delay, unless the phone has another one by then.
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

    /// Disconnects a peer if no other link can be meant.
    ///
    /// The kernel's command contains only an address, and any sender can copy an address.
    private func disconnect(_ peer: PeerAddress) {
        guard links(with: peer).count == 1,
            !incomingLinks.values.contains(where: { $0.peer == peer })
        else { return }
        kernel.management.send(.disconnect(peer), to: adapter) { _ in }
    }
}
