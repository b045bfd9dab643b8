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
                if let path = path(of: phone.address),
                    let device = daemon.tree[path, BlueZ.device]
                {
                    status.isBonded = device.isTrue("Paired")
                    status.isConnected = device.isTrue("Connected")
                }
                return status
            }
            daemon.stop()
            done(statuses)
        }
    }

    /// Removes a phone's bond; says whether bluetoothd has none any more.
    package func removeBond(
        of address: String, _ done: @escaping @LoopActor (Bool) -> Void
    ) {
        open { [self] isThere in
            guard isThere, let path = path(of: address), let adapter = parent(of: path) else {
                daemon.stop()
                return done(isThere)
            }
            daemon.call(adapter, BlueZ.adapter, "RemoveDevice", [.path(path)]) { [daemon] result in
                daemon.stop()
                done(result.error == nil)
            }
        }
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

    private func path(of address: String) -> ObjectPath? {
        let adapters =
            adapter == .any
            ? daemon.tree.paths(having: BlueZ.adapter)
            : [adapter.find(in: daemon.tree)].compactMap(\.self)
        return adapters.lazy.flatMap { [daemon] in
            daemon.tree.paths(having: BlueZ.device, below: $0)
        }.first { [daemon] in daemon.tree[$0, BlueZ.device]?.text("Address") == address }
    }

    private func parent(of path: ObjectPath) -> ObjectPath? {
        daemon.tree.paths(having: BlueZ.adapter).first { path.isBelow($0) }
    }
}
