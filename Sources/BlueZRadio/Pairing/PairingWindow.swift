import DBus
import Linux
import PhoneMemory
import Radio

/// The time in which one phone may be paired: an agent is there, the adapter lets itself be paired,
/// and afterwards neither.
@LoopActor
final class PairingWindow {
    /// What a window works with.
    struct Parts {
        let daemon: BlueZDaemon
        let adapter: ObjectPath
        let lock: PairingLock
        let phones: AllowedPhones
        /// What a phone offers, and other devices do not.
        let need: ServiceNeed
    }

    private var daemon: BlueZDaemon { parts.daemon }
    private var adapter: ObjectPath { parts.adapter }
    private let parts: Parts
    private let method: PairingMethod
    private let tell: @LoopActor (PairingEvent) -> Void
    private var agent: PairingAgent?
    private let door: PairingDoor
    private var timer: TimerID?
    private var renewal: KeyRenewal?
    /// Addresses of those that were paired before.
    private var known: Set<String>
    private var bonded: (device: ObjectPath, phone: PairedPhone)?
    /// Phones that were paired elsewhere and that a person was asked about.
    private var adopted: Set<ObjectPath> = []
    /// Devices whose bonds nobody has asked for.
    private var removed: Set<ObjectPath> = []
    private(set) var isOpen = false
    /// Whether nothing is left of it that bluetoothd would have to take note of.
    private(set) var isOver = false
    /// Those who wait for that.
    private var waiting: [@LoopActor () -> Void] = []

    init(
        _ parts: Parts, method: PairingMethod, tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        self.parts = parts
        self.method = method
        self.tell = tell
        door = PairingDoor(parts.daemon, parts.adapter)
        known = Set(PairedDevice.all(in: parts.daemon.tree, on: parts.adapter).map(\.address))
    }

    /// Lets a phone pair, for some time.
    func open(for time: Duration) {
        isOpen = true
        do throws(MemoryError) {
            try parts.lock.note(adapter)
        } catch {
            // What cannot be set back after a kill is not changed.
            (isOpen, isOver) = (false, true)
            return tell(.closed(.failed("\(error)")))
        }
        let agent = PairingAgent(daemon) { [weak self] event in
            self?.tell(event)
        } ended: { [weak self] outcome in
            switch outcome {
            case .refused: self?.close(.refused)
            case .admitted(let device): self?.await(device)
            }
        }
        self.agent = agent
        agent.register(method) { [weak self] error in
            guard let self, isOpen else { return }
            if let error { return close(.failed("\(error)")) }
            door.open { [weak self] error in
                guard let self, isOpen else { return }
                if let error { return close(.failed("\(error)")) }
                timer = EventLoop.shared.after(time) { [weak self] in self?.close(.time) }
                tell(.opened(time))
                takeChange()
            }
        }
    }

    /// Lets no phone pair any more; calls `done` when bluetoothd has taken note of that.
    func close(_ end: PairingEnd, _ done: @escaping @LoopActor () -> Void = {}) {
        guard isOpen || !waiting.isEmpty, !isOver else { return done() }
        waiting.append(done)
        guard isOpen else { return }
        isOpen = false
        stopWaiting()
        // The agent first: as long as it is there, a phone may still be let in.
        agent?.withdraw {}
        door.close { [self] in
            isOver = true
            takeChange()
            tell(.closed(end))
            let waiting = waiting
            self.waiting = []
            for done in waiting { done() }
        }
    }

    /// bluetoothd is gone, and with it whatever it was told.
    func vanished() {
        guard isOpen else { return }
        (isOpen, isOver) = (false, true)
        stopWaiting()
        agent?.vanished()
        tell(.closed(.failed("bluetoothd is gone")))
    }

    private func stopWaiting() {
        if let timer { EventLoop.shared.cancel(timer) }
        timer = nil
        renewal = nil
    }

    /// Looks whether a phone has been paired.
    func takeChange() {
        guard isOpen, timer != nil else {
            if bonded != nil { followAddress() }
            return removeOthers()
        }
        guard daemon.tree[adapter, BlueZ.adapter] != nil else {
            return close(.failed("the adapter is gone"))
        }
        // A bond that was given up may be made anew.
        known.subtract(PairedDevice.unpaired(in: daemon.tree, on: adapter))
        renewal?.look()
        for device in PairedDevice.all(in: daemon.tree, on: adapter) where isOpen {
            if known.contains(device.address) {
                offerAdoption(of: device)
            } else if agent?.admitted == nil || agent?.admitted == device.path {
                accept(device)
            } else {
                remove(device)
            }
        }
        // A known phone that goes may have paired anew all the same.
        if isOpen, renewal == nil { agent?.look() }
    }

    private func accept(_ device: PairedDevice) {
        do throws(MemoryError) {
            try parts.phones.remember(device.phone)
        } catch {
            return close(.failed("\(error)"))
        }
        bonded = (device.path, device.phone)
        tell(.bonded(device.phone))
        close(.bonded)
        removeOthers()
    }

    /// A person let this phone in; one whose bond bluetoothd has already shows in no other way that
    /// it is paired anew than that it works.
    private func await(_ path: ObjectPath) {
        guard let device = PairedDevice(path, in: daemon.tree), known.contains(device.address)
        else { return }
        renewal = KeyRenewal(of: path, parts.need, daemon) { [weak self] in
            guard let self, isOpen, let device = PairedDevice(path, in: daemon.tree) else { return }
            accept(device)
        }
    }

    /// A phone whose bond is older than this window may be taken over, if a person says so.
    private func offerAdoption(of device: PairedDevice) {
        // A host may have other devices than phones.
        guard device.isConnected, !adopted.contains(device.path), renewal?.device != device.path,
            parts.phones.isKnown, !parts.phones.contains(device.address),
            FoundService(parts.need, of: device.path, in: daemon.tree) != nil
        else { return }
        adopted.insert(device.path)
        tell(
            .confirm(phone: device.phone.name) { [weak self] isYes in
                guard let self, isYes, isOpen, bonded == nil else { return }
                accept(device)
            })
    }

    /// The address that a bond is about may become known only after the bond.
    private func followAddress() {
        guard let bonded, let device = PairedDevice(bonded.device, in: daemon.tree),
            device.phone != bonded.phone
        else { return }
        self.bonded = (bonded.device, device.phone)
        try? parts.phones.remember(device.phone, insteadOf: bonded.phone.address)
    }

    /// One window, one bond: what else was bonded while it closed, nobody has asked for.
    private func removeOthers() {
        guard agent != nil else { return }
        for device in PairedDevice.all(in: daemon.tree, on: adapter)
        where device.path != bonded?.device && !known.contains(device.address)
            && (!isOver || agent?.everAdmitted.contains(device.path) == true)
        {
            remove(device)
        }
    }

    private func remove(_ device: PairedDevice) {
        guard removed.insert(device.path).inserted else { return }
        daemon.call(adapter, BlueZ.adapter, "RemoveDevice", [.path(device.path)])
        tell(.turnedAway(phone: device.phone.name))
    }
}
