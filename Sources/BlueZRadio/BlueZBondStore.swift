package import DBus
package import Linux
package import Radio

/// A look at what bluetoothd knows of the phones that were paired here, and a way to forget one.
@LoopActor
package final class BlueZBondStore: BondStore {
    private let daemon: BlueZDaemon
    private let patience: Duration
    private let adapter: AdapterChoice
    private var ready: (@LoopActor (Bool) -> Void)?
    private let deadline = Alarm()

    /// - Parameter patience: how long bluetoothd may take to tell what it knows.
    package init(
        adapter: AdapterChoice, bus: BusAddress = .system, patience: Duration = .seconds(5)
    ) {
        self.adapter = adapter
        self.patience = patience
        daemon = BlueZDaemon(bus)
    }

    /// Looks at what bluetoothd knows of these phones.
    package func look(
        at phones: [PairedPhone], _ done: @escaping @LoopActor ([BondStatus]) -> Void
    ) {
        open { [self] isThere in
            let statuses = phones.map { phone in
                var status = BondStatus(phone: phone, isBonded: isThere ? false : nil)
                if let path = paths(of: phone.address).first,
                    let device = daemon.tree[path, BlueZ.device]
                {
                    status.isBonded = device.isTrue("Paired")
                    status.isConnected = device.isTrue("Connected")
                    status.battery = daemon.tree[path, BlueZ.battery]?["Percentage"]?.asInt
                }
                return status
            }
            daemon.stop()
            done(statuses)
        }
    }

    /// Has bluetoothd remove a phone's bond.
    package func removeBond(
        of address: String, after allow: @escaping @LoopActor () -> Bool,
        _ done: @escaping @LoopActor (BondRemoval) -> Void
    ) {
        open { [self] isThere in
            let refusal = isThere ? refusal(to: address) : nil
            let paths = isThere ? paths(of: address) : []
            let isAllowed = refusal == nil && allow()
            guard isAllowed, !paths.isEmpty else {
                daemon.stop()
                return done(refusal ?? (isAllowed && isThere ? .gone : Self.kept(address)))
            }
            var (open, isKept) = (paths.count, false)
            for path in paths {
                daemon.call(adapter(of: path), BlueZ.adapter, "RemoveDevice", [.path(path)]) {
                    [daemon] result in
                    open -= 1
                    if result.error != nil { isKept = true }
                    guard open == 0 else { return }
                    daemon.stop()
                    done(isKept ? Self.kept(address) : .gone)
                }
            }
        }
    }

    private static func kept(_ address: String) -> BondRemoval {
        .kept("bluetoothd keeps its bond: bluetoothctl remove \(address)")
    }

    /// Why nothing is removed from the adapter that was asked for.
    private func refusal(to address: String) -> BondRemoval? {
        guard adapter != .any else { return nil }
        guard adapter.find(in: daemon.tree) != nil else { return .noAdapter }
        guard paths(of: address).isEmpty else { return nil }
        let others = allPaths(of: address).map { path in
            adapter(of: path).rawValue.split(separator: "/").last.map(String.init) ?? ""
        }
        return others.isEmpty ? nil : .elsewhere(others)
    }

    private func open(_ ready: @escaping @LoopActor (Bool) -> Void) {
        self.ready = ready
        deadline.set(after: patience) { [weak self] in self?.settle(false) }
        do throws(BusError) {
            try daemon.start { [weak self] change in
                switch change {
                case .appeared: self?.settle(true)
                case .absent: self?.settle(false)
                case .changed, .vanished, .value, .heard: break
                }
            }
        } catch {
            settle(false)
        }
    }

    private func settle(_ isThere: Bool) {
        deadline.cancel()
        let ready = ready
        self.ready = nil
        ready?(isThere)
    }

    /// Where the phone is known, on the adapters that were asked for.
    private func paths(of address: String) -> [ObjectPath] {
        guard adapter != .any else { return allPaths(of: address) }
        guard let wanted = adapter.find(in: daemon.tree) else { return [] }
        return allPaths(of: address).filter { $0.isBelow(wanted) }
    }

    private func allPaths(of address: String) -> [ObjectPath] {
        daemon.tree.paths(having: BlueZ.device).filter { path in
            daemon.tree[path, BlueZ.device]?.text("Address") == address
        }
    }

    private func adapter(of path: ObjectPath) -> ObjectPath {
        daemon.tree.paths(having: BlueZ.adapter).first { path.isBelow($0) } ?? BlueZ.manager
    }
}
