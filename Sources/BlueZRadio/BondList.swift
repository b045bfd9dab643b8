package import DBus
package import Linux

/// A look at what bluetoothd knows of the phones that were paired here, and a way to forget one.
@LoopActor
package final class BondList {
    /// How a phone is at the moment.
    package struct Status: Hashable, Sendable {
        package let phone: RadioMemory.Phone
        /// Whether bluetoothd still has the bond; nil where it could not be asked.
        package var isBonded: Bool?
        /// Whether the phone is connected.
        package var isConnected = false
        /// How full its battery is, in percent, while it says so.
        package var battery: Int?
    }

    /// What became of a bond that was to be removed.
    package enum Removal: Hashable, Sendable {
        /// There is none any more.
        case gone
        /// There is none on the adapter that was asked for, but on these; nothing was done.
        case elsewhere([String])
        /// The adapter that was asked for is not there; nothing was done.
        case noAdapter
        /// bluetoothd cannot be asked, or keeps it.
        case kept
    }

    private let daemon: BlueZDaemon
    private let patience: Duration
    private let adapter: AdapterChoice
    private var ready: (@LoopActor (Bool) -> Void)?

    /// - Parameter patience: how long bluetoothd may take to tell what it knows.
    package init(
        adapter: AdapterChoice, bus: BusAddress = .system, patience: Duration = .seconds(5)
    ) {
        self.adapter = adapter
        self.patience = patience
        daemon = BlueZDaemon(bus)
    }

    /// Looks at these phones.
    package func look(
        at phones: [RadioMemory.Phone], _ done: @escaping @LoopActor ([Status]) -> Void
    ) {
        open { [self] isThere in
            let statuses = phones.map { phone in
                var status = Status(phone: phone, isBonded: isThere ? false : nil)
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

    /// Removes a phone's bond, on every adapter unless one was asked for.
    ///
    /// - Parameters:
    ///   - allow: called before anything is removed, also where bluetoothd cannot be asked; where it
    ///     says no, nothing is removed.
    package func removeBond(
        of address: String, after allow: @escaping @LoopActor () -> Bool,
        _ done: @escaping @LoopActor (Removal) -> Void
    ) {
        open { [self] isThere in
            let refusal = isThere ? refusal(to: address) : nil
            let paths = isThere ? paths(of: address) : []
            let isAllowed = refusal == nil && allow()
            guard isAllowed, !paths.isEmpty else {
                daemon.stop()
                return done(refusal ?? (isAllowed && isThere ? .gone : .kept))
            }
            var (open, isKept) = (paths.count, false)
            for path in paths {
                daemon.call(adapter(of: path), BlueZ.adapter, "RemoveDevice", [.path(path)]) {
                    [daemon] result in
                    open -= 1
                    if result.error != nil { isKept = true }
                    guard open == 0 else { return }
                    daemon.stop()
                    done(isKept ? .kept : .gone)
                }
            }
        }
    }

    /// Why nothing is removed from the adapter that was asked for.
    private func refusal(to address: String) -> Removal? {
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
        let timer = EventLoop.shared.after(patience) { [weak self] in self?.settle(false) }
        do throws(BusError) {
            try daemon.start { [weak self] change in
                switch change {
                case .appeared: self?.settle(true)
                case .absent: self?.settle(false)
                case .changed, .vanished, .value: return
                }
                EventLoop.shared.cancel(timer)
            }
        } catch {
            settle(false)
        }
    }

    private func settle(_ isThere: Bool) {
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
