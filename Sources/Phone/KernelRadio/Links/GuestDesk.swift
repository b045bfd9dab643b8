import ATT
import Linux
import Radio

/// Receives whoever makes a link: phones with a bond become phones of the bridge once their link is
/// encrypted with its key, strangers are served while they may pair, and nobody else is.
@LoopActor
final class GuestDesk: ATTListenerOwner {
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
    private weak var owner: (any GuestDeskOwner)?
    private var guests: [UInt64: Guest] = [:]
    /// How many there have been.
    private var count: UInt64 = 0

    init(
        on adapter: ControllerIndex, of kernel: any Kernel, pace: Pace, places: PlaceMemory,
        for owner: any GuestDeskOwner
    ) {
        self.adapter = adapter
        self.kernel = kernel
        self.pace = pace
        self.places = places
        self.owner = owner
    }

    /// Whether anybody has a link.
    var hasGuests: Bool { !guests.isEmpty }

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
        let guest = makeGuest(peer, bond, socket: accepted.takeSocket(), copy: copy)
        if let bond {
            awaitKey(guest, bond)
        } else if let level {
            guest.link.serve()
            guest.expire(after: Self.hospitality)
            // What a phone asks first is answered first: afterwards the kernel sends nothing until the
            // phone has done something.
            pace.after(Self.courtesy, for: guest) { $0.raise(to: level) }
        }
    }

    func hasTrouble(_ error: Errno) {
        owner?.advise("phones cannot be taken for a while: \(error)")
    }

    private func hasRoom(for bond: Bond?, _ openness: SecurityLevel?) -> Bool {
        guard bond == nil else { return guests.count < Self.limit + Self.strangerLimit }
        let strangers = guests.values.count { owner?.bond(of: $0.peer) == nil }
        return openness != nil && strangers < Self.strangerLimit
    }

    /// Of many links that claim to be one phone the oldest gives way: anybody can repeat an address.
    private func makeRoom(for peer: PeerAddress) {
        let claims = guests.values.filter { $0.peer == peer && $0.isWaiting }
            .sorted { $0.number < $1.number }
        for guest in claims.dropLast(Self.claimLimit - 1) { drop(guest) }
    }

    private func makeGuest(
        _ peer: PeerAddress, _ bond: Bond?, socket: consuming FileDescriptor,
        copy: consuming FileDescriptor
    ) -> Guest {
        let known = bond.flatMap { places[$0.name] }
        let asksName = known == nil || bond.map { !hasName($0) } ?? true
        let options = ClientOptions(
            known: known, remembersServices: true, asksName: asksName,
            checksName: !asksName)
        let identity = identity(peer)
        let link = ATTPhoneLink(
            phone: identity, needs: owner?.needs ?? [], socket: socket, pace: pace,
            server: GATTServer(owner?.services.services ?? []), options: options,
            asksMTU: bond.map { !places.mtuUnanswered.contains($0.name) } ?? true)
        count += 1
        let guest = Guest(
            count, peer, link, asksName: asksName, socket: copy, of: kernel, on: adapter,
            pace: pace, for: self)
        guests[guest.number] = guest
        link.isEncrypted = { [weak guest] in guest?.isEncrypted == true }
        return guest
    }

    // MARK: What guests tell

    func learned(_ known: KnownServices?, of bond: Bond) { places[bond.name] = known }

    func named(_ name: String, _ guest: Guest, _ bond: Bond) {
        owner?.isNow(bond, named: name)
        if guest.isPresented {
            guest.link.isNow(identity(bond.peer))
        } else {
            present(guest, bond)
        }
    }

    func leavesMTUUnanswered(_ bond: Bond) { owner?.leavesMTUUnanswered(bond) }

    private func identity(_ peer: PeerAddress) -> PhoneIdentity {
        let name = peer.address.description
        return PhoneIdentity(bond: name, name: owner?.name(of: name) ?? name)
    }

    // MARK: Bonds

    private func awaitKey(_ guest: Guest, _ bond: Bond) {
        // A phone that pairs again has to do it as the window wants, and the kernel refuses a pairing that cannot reach
        // what is asked for. A key that the phone still has makes the link as secure as it was.
        guest.raise(to: owner?.openness ?? (bond.isAuthenticated ? .high : .medium))
        guest.awaitSecurity(by: bond, within: Self.patience)
    }

    /// The bond may have gone, or have become another one, while the link was not secure yet.
    func letIn(_ guest: Guest, _ bond: Bond) {
        guard owner?.bond(of: guest.peer) == bond else { return drop(guest) }
        for other in guests.values where other !== guest && other.bond?.peer == bond.peer {
            // A phone comes back before the radio has noticed that it was gone.
            drop(other)
        }
        guest.bond = bond
        guest.isRead()
        guest.link.isSecure = true
        guest.link.isNow(identity(bond.peer))
        guest.link.remember(places[bond.name])
        guest.link.begin()
        // Who has no name yet is asked for one first; it takes a moment.
        guard guest.asksName, !hasName(bond) else { return present(guest, bond) }
        guest.naming.set(after: Self.naming, for: guest) { $0.desk?.present($0, bond) }
    }

    private func hasName(_ bond: Bond) -> Bool {
        ![nil, bond.name].contains(owner?.name(of: bond.name))
    }

    /// Shows a phone to the bridge, once.
    func present(_ guest: Guest, _ bond: Bond) {
        guest.naming.cancel()
        guard guests[guest.number] != nil, !guest.isPresented else { return }
        guest.isPresented = true
        guest.link.isNow(identity(bond.peer))
        owner?.welcome(guest.link)
    }

    /// A phone has paired, under an address that it had until then: with the key its link is secure.
    func bonded(_ bond: Bond, formerly address: PeerAddress) {
        for guest in guests.values where [bond.peer, address].contains(guest.peer) {
            guard guest.bond != bond else { continue }
            // Of a phone that pairs anew the link may have been secure before its keys were told.
            guest.bond = nil
            guest.peer = bond.peer
            awaitKey(guest, bond)
        }
    }

    /// A person is asked about a peer, which may take its time.
    func extend(_ peer: PeerAddress, by time: Duration) {
        for guest in guests.values where guest.peer == peer { guest.extend(by: time) }
    }

    /// Lets go of phones whose bonds do not hold any more.
    func compare() {
        for guest in guests.values {
            if let bond = guest.bond, owner?.bond(of: bond.peer) != bond { drop(guest) }
        }
    }

    /// Lets go of all who have no bond.
    func dropStrangers() {
        for guest in guests.values where owner?.bond(of: guest.peer) == nil { drop(guest) }
    }

    // MARK: The end

    func turnAway(_ guest: Guest, _ bond: Bond) {
        owner?.stayedInsecure(bond)
        drop(guest)
    }

    /// Lets go of everybody; the adapter may be gone.
    func close(because reason: LetGo?) {
        let all = Array(guests.values)
        guests = [:]
        for guest in all {
            if let reason { guest.link.close(because: reason) }
            guest.close()
        }
    }

    func drop(_ guest: Guest) {
        guard remove(guest) else { return }
        disconnect(guest.peer)
    }

    private func remove(_ guest: Guest) -> Bool {
        guard guests.removeValue(forKey: guest.number) != nil else { return false }
        guest.close()
        return true
    }

    /// A link is over: usually it is gone, and the phone may be back on another one that waits to be
    /// received; but one that broke the rules is still there.
    func ended(_ guest: Guest) {
        guard remove(guest) else { return }
        let peer = guest.peer
        let before = links(with: peer).map(\.handle)
        guard !before.isEmpty else { return }
        pace.after(Self.afterlook, for: self) { desk in
            if desk.links(with: peer).allSatisfy({ before.contains($0.handle) }) {
                desk.disconnect(peer)
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
        guard links(with: peer).count == 1, !guests.values.contains(where: { $0.peer == peer })
        else { return }
        kernel.management.send(.disconnect(peer), to: adapter) { _ in }
    }
}
