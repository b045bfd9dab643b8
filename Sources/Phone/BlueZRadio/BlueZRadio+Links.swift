import DBus
import Linux
import Radio

extension BlueZRadio {
    /// Creates links for connected phones, and removes those of disconnected or forgotten ones.
    func compareLinks(_ adapter: ObjectPath?) {
        let tree = daemon.tree
        let devices = adapter.map { tree.paths(having: BlueZ.device, below: $0) } ?? []
        let connected = devices.filter { path in
            guard let device = tree[path, BlueZ.device] else { return false }
            return device.isTrue("Connected") && device.isTrue("Paired")
        }
        removeLinks(except: connected, tree)
        announcedStrangers.formIntersection(connected)
        unresolved.keep(Set(connected))
        for path in connected { updateLink(at: path, tree) }
        for bond in guests where phones.isKnown && !phones.contains(bond) {
            guests.remove(bond)
            handler?(.forgotten(bond: bond))
        }
    }

    /// Removes the links of phones that are disconnected, forgotten, or known by a new address.
    private func removeLinks(except connected: [ObjectPath], _ tree: ObjectTree) {
        for (path, link) in links {
            // The identity address may become known only after the link.
            let address = tree[path, BlueZ.device]?.text("Address")
            let isSame = connected.contains(path) && address == link.phone.bond
            // The phone may have been removed from the list meanwhile.
            guard !isSame || !phones.contains(link.phone.bond) else { continue }
            links[path] = nil
            link.wasLost()
        }
    }

    /// Creates or updates the link of a connected phone.
    private func updateLink(at path: ObjectPath, _ tree: ObjectTree) {
        guard let device = tree[path, BlueZ.device] else { return }
        let isResolved = device.isTrue("ServicesResolved")
        awaitServices(of: device, at: path, isResolved: isResolved)
        if links[path] == nil, isResolved, let address = device.text("Address") {
            if phones.contains(address) {
                welcome(path, address, device)
            } else if phones.isKnown, isPhone(path) {
                // A host may have other devices than phones.
                announceStranger(path, address, device)
            }
        }
        if let link = links[path] {
            let name = name(of: device, link.phone.bond)
            link.isNow(named: name)
            remember(name, of: link.phone.bond)
        }
        links[path]?.take(tree, isResolved: isResolved)
    }

    /// Starts or ends the timer that reports a paired phone whose services bluetoothd does not
    /// resolve.
    private func awaitServices(
        of device: [String: BusValue], at path: ObjectPath, isResolved: Bool
    ) {
        guard let address = device.text("Address"), phones.contains(address) else { return }
        if isResolved {
            unresolved.resolved(path)
        } else {
            unresolved.wait(for: path, named: name(of: device, address))
        }
    }

    /// Returns whether a device offers the main required service.
    private func isPhone(_ path: ObjectPath) -> Bool {
        needs.first.map { FoundService($0, of: path, in: daemon.tree) != nil } ?? false
    }

    /// Returns the name of the phone.
    ///
    /// Until bluetoothd knows the name, its alias is the address with hyphens.
    private func name(of device: [String: BusValue], _ address: String) -> String {
        let alias = device.text("Alias") ?? address
        let isAddress = alias == String(address.map { $0 == ":" ? "-" : $0 })
        return isAddress ? phones.name(of: address) ?? address : alias
    }

    /// Stores a name that became known after the pairing in the list of phones.
    private func remember(_ name: String, of address: String) {
        guard let known = phones.name(of: address), known != name, name != address else { return }
        do throws(MemoryError) {
            try phones.remember(PairedPhone(address: address, name: name))
        } catch {
            advise("\(error)")
        }
    }

    private func welcome(_ path: ObjectPath, _ address: String, _ device: [String: BusValue]) {
        let phone = PhoneIdentity(bond: address, name: name(of: device, address))
        guests.insert(address)
        let link = BlueZPhoneLink(
            phone, needs: needs, at: path, of: daemon, mode: options.mode, patience: patience,
            for: self)
        links[path] = link
        handler?(.connected(link))
    }

    /// Replaces the link of a phone that could not be disconnected; otherwise it would have none
    /// while it stays connected.
    func replaceLink(at path: ObjectPath) {
        guard links[path]?.hasEnded == true else { return }
        links[path] = nil
        compare()
    }

    /// Reports advice once until it changes.
    func advise(_ new: LinkAdvice?, about phone: PhoneIdentity) {
        let last = advice[phone.bond]
        // After an unanswered request, bluetoothd 5.66 reports the notifications as taken, although
        // no program holds them.
        guard new != last, !(last == .unanswered && new == .taken) else { return }
        advice[phone.bond] = new
        if let new { handler?(.advice(new.words(of: phone.name))) }
    }

    private func announceStranger(
        _ path: ObjectPath, _ address: String, _ device: [String: BusValue]
    ) {
        guard announcedStrangers.insert(path).inserted else { return }
        let name = device.text("Alias") ?? address
        advise("\(name) (\(address)) was not paired here and is ignored")
    }
}
