import DBus
import Linux
import Radio

/// Window in which one phone may be paired, with an agent and an adapter open to pairing.
///
/// It performs the actions of the policy, and reports events of bluetoothd to it.
@LoopActor
final class PairingWindow: PairingAgentOwner, OldBondWatchOwner {
    /// Objects used by a window.
    struct Parts {
        let daemon: BlueZDaemon
        let adapter: ObjectPath
        let lock: PairingLock
        let phones: AllowedPhones
        /// Service that distinguishes phones from other devices.
        let need: ServiceNeed
    }

    var daemon: BlueZDaemon { parts.daemon }
    var adapter: ObjectPath { parts.adapter }
    let parts: Parts
    private let tell: @LoopActor (PairingEvent) -> Void
    private(set) var policy: PairingPolicy<ObjectPath>
    private var agent: PairingAgent?
    private let door: PairableSwitch
    /// Whether bluetoothd has accepted both the agent and the Pairable property.
    private var isComplete = false
    private let alarm = Alarm()
    var renewal: KeyRenewal?
    lazy var failures = OldBondWatch(for: self)
    /// Addresses of devices paired before the window.
    var known: Set<String>
    /// Paired phone as it was stored.
    private var remembered: (device: ObjectPath, phone: PairedPhone)?
    /// Phones paired elsewhere about which the user was asked.
    var offered: [ObjectPath: PairedDevice] = [:]
    /// Devices with unwanted bonds that bluetoothd still has.
    var removed: Set<ObjectPath> = []
    /// Whether closing was requested; a caller may wait for the end.
    private var isClosing = false
    private let over = Mailbox<Void>()
    private let work = Work()

    /// - Parameters:
    ///   - time: how long phones may pair.
    ///   - patience: how long the user or a phone may be silent.
    init(
        _ parts: Parts, _ method: PairingMethod, for time: Duration,
        patience: Duration = PairingLimits.patience,
        tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        self.parts = parts
        self.tell = tell
        policy = PairingPolicy(
            method, for: time, where: [.isShared, .keepsQuiet, .silenceIsNo, .choosesNumber],
            patience: patience)
        door = PairableSwitch(parts.daemon, parts.adapter)
        known = Set(PairedDevice.all(in: parts.daemon.tree, on: parts.adapter).map(\.address))
    }

    var isOpen: Bool { policy.isOpen }

    /// Whether the window is closed, and bluetoothd has confirmed that.
    var isOver: Bool { policy.isOver }

    // MARK: Opening and closing

    /// Allows pairing for some time.
    func open() {
        do throws(MemoryError) {
            try parts.lock.note(adapter)
        } catch {
            // A setting that cannot be restored after a kill is not changed.
            return take(.died("\(error)"))
        }
        let agent = PairingAgent(daemon, for: self)
        self.agent = agent
        work.begin { [self] in
            do throws(BusError) {
                try await agent.register(policy.method)
                guard isOpen, try await door.open(), isOpen else { return }
                isComplete = true
                take(.opened)
                takeChange()
            } catch {
                fail(error)
            }
        }
    }

    private func fail(_ error: BusError) {
        if isOpen { beginToClose(.failed("\(error)")) }
    }

    /// Repeats the registrations, except while the user is asked: a question shows that bluetoothd
    /// still has them.
    func renew() {
        guard isOpen, isComplete, !policy.isAsking else { return }
        work.begin { [self] in
            do throws(BusError) {
                try await agent?.renew(policy.method)
            } catch {
                fail(error)
            }
        }
        work.begin { [self] in
            do throws(BusError) {
                _ = try await door.open()
            } catch {
                fail(error)
            }
        }
    }

    /// Stops pairing, and waits until bluetoothd has confirmed that.
    func close(_ end: PairingEnd) async {
        guard isOpen || isClosing, !isOver else { return }
        beginToClose(end)
        _ = await over.next()
    }

    /// Stops pairing.
    func beginToClose(_ end: PairingEnd) {
        guard isOpen || isClosing, !isOver else { return }
        isClosing = true
        take(.close(end))
    }

    /// Ends the window after bluetoothd is gone.
    func vanished() {
        guard isOpen else { return }
        take(.died("bluetoothd is gone"))
        agent?.vanished()
    }

    private func shut() {
        renewal = nil
        failures.stop()
        // The agent first: while it exists, a phone may still be admitted.
        agent?.withdraw()
        work.begin { [self] in
            await door.close()
            take(.closed)
        }
    }

    private func end() {
        renewal = nil
        isClosing = false
        over.post(())
    }

    // MARK: Events

    func asks(_ device: ObjectPath, _ ask: PairingAsk) {
        if let pairing = policy.pairing, pairing != device, !isConnected(pairing) {
            take(.left(pairing))
        }
        take(.asks(device, ask, isAlone: true))
        // Pairing may fail before the user has answered: the kernel checks earlier.
        guard policy.pairing == device else { return }
        if PairedDevice(device, in: daemon.tree).map(isOfOldBond) == true {
            failures.follow(device)
        }
    }

    func takesBack() {
        guard policy.isAsking, let pairing = policy.pairing else { return }
        take(.left(pairing))
    }

    /// Checks whether a phone has been paired.
    func takeChange() {
        removed.formIntersection(daemon.tree.paths(having: BlueZ.device, below: adapter))
        if policy.isWide {
            guard daemon.tree[adapter, BlueZ.adapter] != nil else {
                return beginToClose(.failed("the adapter is gone"))
            }
            // A device that is no longer paired counts as new when it pairs again.
            known.subtract(PairedDevice.unpaired(in: daemon.tree, on: adapter))
            renewal?.look()
            lookForFailure()
        } else {
            followAddress()
        }
        guard agent != nil else { return }
        for device in PairedDevice.all(in: daemon.tree, on: adapter)
        where !removed.contains(device.path) {
            if known.contains(device.address) {
                offerAdoption(of: device)
            } else {
                take(.paired(device.path, as: device.path, isSound: true))
            }
        }
        lookForGuest()
    }

    /// Detects that an admitted phone has disconnected instead of pairing: bluetoothd does not
    /// report a refusal on the phone.
    private func lookForGuest() {
        // A known phone that disconnects may nevertheless have paired again.
        guard policy.isWide, renewal == nil, !policy.isAsking, let pairing = policy.pairing,
            policy.admitted == pairing, !isConnected(pairing)
        else { return }
        take(.left(pairing))
    }

    private func isConnected(_ device: ObjectPath) -> Bool {
        daemon.tree[device, BlueZ.device]?.isTrue("Connected") == true
    }

    /// Updates the stored phone, because the identity address of a bond may become known only after
    /// the bond.
    private func followAddress() {
        guard let remembered, let device = PairedDevice(remembered.device, in: daemon.tree),
            device.phone != remembered.phone
        else { return }
        self.remembered = (remembered.device, device.phone)
        try? parts.phones.remember(device.phone, insteadOf: remembered.phone.address)
    }

    func take(_ event: PairingPolicy<ObjectPath>.Event) {
        let actions = policy.take(event, at: EventLoop.now)
        alarm.set(at: policy.deadline, for: self) { $0.take(.time) }
        for action in actions { perform(action) }
    }

    // MARK: Actions

    private func perform(_ action: PairingPolicy<ObjectPath>.Action) {
        // Bonds made during closing are reported first.
        if case .tellClosed = action { takeChange() }
        // The answer may arrive immediately.
        if case .ask(let question, _, _) = action { agent?.hold(question) }
        if let news = news(of: action) { tell(news) }
        switch action {
        case .refuse(let device, let ask): agent?.refuse(ask, of: device, isOpen: isOpen)
        case .answer(let question, _, let isYes): agent?.answer(question, isYes)
        case .drop(let question): agent?.answer(question, false)
        case .admit(let device): lookOut(for: device)
        case .keep(let device): keep(device)
        case .remove(let device): remove(device)
        case .close: shut()
        case .tellClosed: end()
        case .forget(let device): forget(device)
        case .ask, .askToForget, .show, .giveUp, .tellOpened, .tellWithdrawn, .tellForgotten,
            .tellKept, .tellTurnedAway, .tellBonded:
            break
        }
    }

    private func news(of action: PairingPolicy<ObjectPath>.Action) -> PairingEvent? {
        action.event(name: name) { [weak self] question, isYes in
            self?.take(.answered(question, isYes: isYes, isAlone: true))
        }
    }

    private func name(_ path: ObjectPath) -> String {
        let device = daemon.tree[path, BlueZ.device]
        return device?.text("Alias") ?? device?.text("Address") ?? ""
    }

    private func keep(_ path: ObjectPath) {
        guard let device = PairedDevice(path, in: daemon.tree) ?? offered[path] else {
            return take(.notKept("the phone is gone"))
        }
        do throws(MemoryError) {
            try parts.phones.remember(device.phone)
        } catch {
            return take(.notKept("\(error)"))
        }
        remembered = (device.path, device.phone)
        take(.kept(device.phone, isNamed: true))
    }

    private func remove(_ path: ObjectPath) {
        guard removed.insert(path).inserted else { return }
        daemon.tell(adapter, BlueZ.adapter, "RemoveDevice", [.path(path)])
        tell(.turnedAway(phone: name(path)))
    }
}
