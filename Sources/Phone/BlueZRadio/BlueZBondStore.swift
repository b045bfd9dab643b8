package import DBus
package import Linux
package import Radio

/// Bonds of the paired phones in bluetoothd.
@LoopActor
package final class BlueZBondStore: BondStore {
    private let daemon: BlueZDaemon
    private let patience: Duration
    private let adapter: AdapterChoice

    /// - Parameter patience: how long bluetoothd may take to return its objects.
    package init(
        adapter: AdapterChoice, bus: BusAddress = .system, patience: Duration = .seconds(5)
    ) {
        self.adapter = adapter
        self.patience = patience
        daemon = BlueZDaemon(bus)
    }

    /// Returns the state of these phones in bluetoothd.
    package func look(at phones: [PairedPhone]) async -> [BondStatus] {
        let isThere = await open()
        defer { daemon.stop() }
        return phones.map { phone in
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
    }

    /// Removes a phone's bond from bluetoothd.
    package func removeBond(
        of address: String, after allow: @LoopActor () -> Bool
    ) async -> BondRemoval {
        let isThere = await open()
        defer { daemon.stop() }
        let refusal = isThere ? refusal(to: address) : nil
        let paths = isThere ? paths(of: address) : []
        let isAllowed = refusal == nil && allow()
        guard isAllowed, !paths.isEmpty else {
            return refusal ?? (isAllowed && isThere ? .gone : Self.kept(address))
        }
        var isKept = false
        for path in paths {
            do throws(BusError) {
                _ = try await daemon.call(
                    adapter(of: path), BlueZ.adapter, "RemoveDevice", [.path(path)])
            } catch {
                isKept = true
            }
        }
        return isKept ? Self.kept(address) : .gone
    }

    private static func kept(_ address: String) -> BondRemoval {
        .kept("bluetoothd keeps its bond: bluetoothctl remove \(address)")
    }

    /// Returns the reason why nothing is removed from the chosen adapter; nil if there is none.
    private func refusal(to address: String) -> BondRemoval? {
        guard adapter != .any else { return nil }
        guard adapter.find(in: daemon.tree) != nil else { return .noAdapter }
        guard paths(of: address).isEmpty else { return nil }
        let others = allPaths(of: address).map { path in
            adapter(of: path).rawValue.split(separator: "/").last.map(String.init) ?? ""
        }
        return others.isEmpty ? nil : .elsewhere(others)
    }

    /// Connects, and returns whether bluetoothd returned its objects.
    private func open() async -> Bool {
        let isThere = Mailbox<Bool>()
        do throws(BusError) {
            try daemon.start { change in
                switch change {
                case .appeared: isThere.post(true)
                case .absent: isThere.post(false)
                case .changed, .vanished, .value, .heard: break
                }
            }
        } catch {
            return false
        }
        return await isThere.next(within: patience) ?? false
    }

    /// Returns the paths of the phone on the chosen adapters.
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
