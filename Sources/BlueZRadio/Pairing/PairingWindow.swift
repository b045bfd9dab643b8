import DBus
import Linux

/// The time in which one phone may be paired: an agent is there, the adapter lets itself be paired,
/// and afterwards neither.
@LoopActor
final class PairingWindow {
    private let daemon: BlueZDaemon
    private let adapter: ObjectPath
    private let method: PairingMethod
    private let memory: RadioMemory
    private let tell: @LoopActor (PairingEvent) -> Void
    private var agent: PairingAgent?
    private var timer: TimerID?
    /// Addresses that were paired before.
    private let known: Set<String>
    private var bonded: (device: ObjectPath, phone: RadioMemory.Phone)?
    /// A phone that was paired elsewhere and that a person was asked about.
    private var adopted: Set<ObjectPath> = []
    private(set) var isOpen = false
    /// Whether nothing is left of it that bluetoothd would have to take note of.
    private(set) var isOver = false

    init(
        _ daemon: BlueZDaemon, on adapter: ObjectPath, method: PairingMethod, memory: RadioMemory,
        tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        self.daemon = daemon
        self.adapter = adapter
        self.method = method
        self.memory = memory
        self.tell = tell
        known = Set(
            daemon.tree.paths(having: BlueZ.device, below: adapter).compactMap { path in
                let device = daemon.tree[path, BlueZ.device]
                return device?.isTrue("Paired") == true ? device?.text("Address") : nil
            })
    }

    /// Lets a phone pair, for some time.
    func open(for time: Duration) {
        isOpen = true
        let agent = PairingAgent(daemon) { [weak self] event in
            self?.tell(event)
        } refused: { [weak self] in
            self?.close(.refused)
        }
        self.agent = agent
        agent.register(method) { [weak self] error in
            guard let self, isOpen else { return }
            if let error { return close(.failed("\(error)")) }
            daemon.set(adapter, BlueZ.adapter, "Pairable", to: .bool(true)) { [weak self] result in
                guard let self, isOpen else { return }
                if let error = result.error { return close(.failed("\(error)")) }
                timer = EventLoop.shared.after(time) { [weak self] in self?.close(.time) }
                tell(.opened(time))
                takeChange()
            }
        }
    }

    /// Lets no phone pair any more; calls `done` when bluetoothd has taken note of that.
    func close(_ end: PairingEnd, _ done: @escaping @LoopActor () -> Void = {}) {
        guard isOpen else { return done() }
        isOpen = false
        if let timer { EventLoop.shared.cancel(timer) }
        timer = nil
        let agent = agent
        self.agent = nil
        daemon.set(adapter, BlueZ.adapter, "Pairable", to: .bool(false)) { [self] _ in
            guard let agent else { return done() }
            agent.withdraw { [self] in
                isOver = true
                tell(.closed(end))
                done()
            }
        }
    }

    /// bluetoothd is gone, and with it whatever it was told.
    func vanished() {
        guard isOpen else { return }
        isOpen = false
        isOver = true
        if let timer { EventLoop.shared.cancel(timer) }
        timer = nil
        agent?.vanished()
        agent = nil
        tell(.closed(.failed("bluetoothd is gone")))
    }

    /// Looks whether a phone has been paired.
    func takeChange() {
        if let bonded { return followAddress(of: bonded) }
        guard isOpen, timer != nil else { return }
        let tree = daemon.tree
        for path in tree.paths(having: BlueZ.device, below: adapter) {
            guard let device = tree[path, BlueZ.device], device.isTrue("Paired"),
                let address = device.text("Address")
            else { continue }
            if !known.contains(address) {
                return accept(path, address, device)
            } else if device.isTrue("Connected"), !adopted.contains(path) {
                offerAdoption(of: path, address, device)
            }
        }
    }

    private func accept(_ path: ObjectPath, _ address: String, _ device: [String: BusValue]) {
        let phone = RadioMemory.Phone(address: address, name: device.text("Alias") ?? address)
        do throws(MemoryError) {
            try memory.remember(phone)
        } catch {
            return close(.failed("\(error)"))
        }
        bonded = (path, phone)
        tell(.bonded(phone))
        close(.bonded)
    }

    /// A phone whose bond is older than this window may be taken over, if a person says so.
    private func offerAdoption(
        of path: ObjectPath, _ address: String, _ device: [String: BusValue]
    ) {
        // A host may have other devices than phones.
        guard PhoneService(of: path, in: daemon.tree) != nil,
            (try? memory.phones())?.contains(where: { $0.address == address }) == false
        else { return }
        adopted.insert(path)
        tell(
            .confirm(phone: device.text("Alias") ?? address) { [weak self] isYes in
                guard let self, isYes, isOpen, bonded == nil else { return }
                accept(path, address, device)
            })
    }

    /// The address that a bond is about may become known only after the bond.
    private func followAddress(of bonded: (device: ObjectPath, phone: RadioMemory.Phone)) {
        guard let device = daemon.tree[bonded.device, BlueZ.device],
            let address = device.text("Address")
        else { return }
        let phone = RadioMemory.Phone(
            address: address, name: device.text("Alias") ?? bonded.phone.name)
        guard phone != bonded.phone else { return }
        self.bonded = (bonded.device, phone)
        if phone.address != bonded.phone.address { try? memory.forget(bonded.phone.address) }
        try? memory.remember(phone)
    }
}
