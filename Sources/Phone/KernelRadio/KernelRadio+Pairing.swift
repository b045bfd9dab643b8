import Linux
package import Radio

extension KernelRadio {
    /// Name of the host as phones see it.
    package var hostName: String { options.name ?? HostName.current ?? "callboard" }

    /// Opens a window in which one phone may pair.
    ///
    /// If another window is open or no adapter is ready, it reports `.closed` at once.
    package func openWindow(
        _ method: PairingMethod, for time: Duration,
        _ tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        guard window?.isOver ?? true else { return tell(.closed(.failed("a window is open"))) }
        guard let adapter, adapter.isReady else { return tell(.closed(.failed("no adapter"))) }
        let parts = KernelWindow.Parts(
            adapter: adapter, kernel: kernel, pace: pace, phones: phones, bonds: bonds)
        let window = KernelWindow(parts, method, for: time, of: self, tell: tell)
        self.window = window
        window.open()
    }

    /// Stops pairing.
    package func closeWindow() {
        window?.beginToClose(.interrupted)
    }

    /// The open window, if there is one.
    var openWindow: KernelWindow? { window?.isOpen == true ? window : nil }

    /// Bonds for the kernel: all, except those that an open window withholds.
    var ringInUse: KeyRing { openWindow?.allowed(bonds.ring) ?? bonds.ring }

    /// Whether unpaired phones may find the host.
    var isOpenToStrangers: Bool { openWindow != nil }

    /// Returns the bond of a peer if it belongs to an allowed phone.
    func bond(of peer: PeerAddress) -> Bond? {
        guard let adapter, let bond = ringInUse.bond(of: peer, on: adapter.address.address),
            phones.contains(bond.name)
        else { return nil }
        return bond
    }

    /// Returns the name of a phone by the name of its bond.
    func name(of bond: String) -> String? {
        phones.name(of: bond)
    }

    /// Handles pairing events of the kernel.
    func takePairing(_ event: ManagementEvent, on adapter: KernelAdapter) {
        if let openWindow { return openWindow.take(event) }
        refusePairing(event, on: adapter)
    }

    /// Refuses a pairing request of the kernel, and removes a key that the kernel stored without
    /// one.
    func refusePairing(_ event: ManagementEvent, on adapter: KernelAdapter) {
        if let (peer, ask) = PairingAsk.read(event) {
            kernel.management.send(ask.refusal(of: peer), to: adapter.index) { _ in }
        } else if case .newLongTermKey(_, let key) = event {
            remove(unasked: key.peer)
        }
    }

    /// Disconnects a peer, removes its unrequested or invalid keys from the kernel, and loads all
    /// other keys again.
    func remove(unasked peer: PeerAddress) {
        guard let adapter else { return }
        LoopActor.begin { [self] in
            _ = await kernel.management.answer(
                to: .unpair(peer, disconnect: true), of: adapter.index)
            if self.adapter === adapter { adapter.reloadKeys() }
        }
    }

    /// Removes the bonds of phones that were forgotten, here and in the kernel.
    func forgetDisallowed() {
        guard phones.isKnown else { return }
        for bond in bonds.ring.bonds where !phones.contains(bond.name) {
            do throws(KeysProblem) {
                try bonds.remove(named: bond.name)
            } catch {
                advise("\(error)")
            }
            places[bond.name] = nil
            guard let adapter, bond.adapter == adapter.address.address else { continue }
            // An adapter being set up refuses this, and receives the remaining keys later.
            remove(unasked: bond.peer)
        }
    }

    /// Removes the known services of phones without bonds.
    func forgetPlaces() {
        places.keep(only: Set(bonds.ring.bonds.map(\.name)))
    }
}

extension KernelRadio: KernelOwner {
    func setUp(_ address: PeerAddress, _ settings: ControllerSettings) -> AdapterSetup {
        AdapterSetup(name: hostName, ring: ringInUse, address: address, settings: settings)
    }

    func bondsChanged() {
        forgetPlaces()
        adapter?.reloadKeys()
        compare()
    }
}

extension KernelRadio: KernelWindowOwner {
    func name(of peer: PeerAddress) -> String {
        let address = peer.address.description
        return name(of: address) ?? address
    }

    func hasBond(_ peer: PeerAddress) -> Bool { bond(of: peer) != nil }

    func bonded(_ bond: Bond, formerly address: PeerAddress) {
        places[bond.name] = nil
        controller?.bonded(bond, formerly: address)
    }

    func reloadKeys() {
        adapter?.reloadKeys()
    }

    func extend(_ peer: PeerAddress, by time: Duration) {
        controller?.extend(peer, by: time)
    }

    func windowChanged() {
        if openWindow == nil { controller?.dropStrangers() }
        compare()
    }
}
