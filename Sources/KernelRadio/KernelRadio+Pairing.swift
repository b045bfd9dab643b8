import Bluetooth
import Linux
import PhoneMemory
import Radio

extension KernelRadio {
    /// What phones call the host.
    package var hostName: String { options.name ?? HostName.current ?? "callboard" }

    /// Whether phones that are not paired may find the host.
    var isOpenToStrangers: Bool { openWindow != nil }

    /// The bond of a peer, where it is one of a phone that may be listened to.
    func bond(of peer: PeerAddress) -> Bond? {
        guard let adapter, let bond = bonds.book.bond(of: peer, on: adapter.address.address),
            phones.contains(bond.name)
        else { return nil }
        return bond
    }

    /// What people call a phone, by the name of its bond.
    func name(of bond: String) -> String? {
        phones.name(of: bond)
    }

    /// What a window works with.
    func parts(of adapter: KernelAdapter) -> KernelWindow.Parts {
        KernelWindow.Parts(
            adapter: adapter, kernel: kernel, pace: pace, phones: phones, bonds: bonds
        ) { [weak self] peer in
            let address = peer.address.description
            return self?.name(of: address) ?? address
        } bonded: { [weak self] bond, former in
            self?.places[bond.name] = nil
            self?.desk?.bonded(bond, formerly: former)
        } unasked: { [weak self] peer in
            self?.remove(unasked: peer)
        } reload: { [weak self] in
            self?.adapter?.reloadKeys()
        } extend: { [weak self] peer, time in
            self?.desk?.extend(peer, by: time)
        }
    }

    /// Takes what the kernel tells of pairing.
    func takePairing(_ event: ManagementEvent, on adapter: KernelAdapter) {
        if let openWindow { return openWindow.take(event) }
        refusePairing(event, on: adapter)
    }

    /// Answers whatever the kernel asks with no.
    func refusePairing(_ event: ManagementEvent, on adapter: KernelAdapter) {
        switch event {
        case .confirmationRequest(let peer, _, _): send(.confirm(peer, false), to: adapter)
        case .passkeyRequest(let peer): send(.passkey(peer, nil), to: adapter)
        case .passkeyNotify(let peer, _, _): send(.disconnect(peer), to: adapter)
        case .newLongTermKey(_, let key): remove(unasked: key.peer)
        default: break
        }
    }

    private func send(_ command: ManagementCommand, to adapter: KernelAdapter) {
        kernel.management.send(command, to: adapter.index) { _ in }
    }

    /// Takes keys back that nobody asked for, or that hold no more; all others are the kernel's
    /// again afterwards.
    func remove(unasked peer: PeerAddress) {
        guard let adapter else { return }
        kernel.management.send(.unpair(peer, disconnect: true), to: adapter.index) {
            [weak adapter] _ in adapter?.reloadKeys()
        }
    }

    /// Bonds of phones that were forgotten are forgotten too, here and by the kernel.
    func forgetDisallowed() {
        guard phones.isKnown else { return }
        for bond in bonds.book.bonds where !phones.contains(bond.name) {
            do throws(KeysProblem) {
                try bonds.remove(named: bond.name)
            } catch {
                advise("\(error)")
            }
            places[bond.name] = nil
            guard let adapter, bond.adapter == adapter.address.address else { continue }
            // An adapter that is being made ready refuses this, and is given the other keys later.
            remove(unasked: bond.peer)
        }
    }

    /// What was found at phones goes with their bonds.
    func forgetPlaces() {
        places.keep(only: Set(bonds.book.bonds.map(\.name)))
    }

    /// Another process has changed the bonds.
    func bondsChanged() {
        forgetPlaces()
        adapter?.reloadKeys()
        compare()
    }
}
