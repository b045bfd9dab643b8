import DBus
import Linux
import Radio

/// The time in which one phone may be paired, when an agent is there and the adapter lets itself be
/// paired: performs what the policy decides, and tells it what bluetoothd does.
@LoopActor
final class PairingWindow: PairingAgentOwner, OldBondWatchOwner {
    /// What a window works with.
    struct Parts {
        let daemon: BlueZDaemon
        let adapter: ObjectPath
        let lock: PairingLock
        let phones: AllowedPhones
        /// What a phone offers, and other devices do not.
        let need: ServiceNeed
    }

    var daemon: BlueZDaemon { parts.daemon }
    var adapter: ObjectPath { parts.adapter }
    let parts: Parts
    private let tell: @LoopActor (PairingEvent) -> Void
    private(set) var policy: PairingPolicy<ObjectPath>
    private var agent: PairingAgent?
    private let door: PairableSwitch
    /// Whether bluetoothd has taken both the agent and that the adapter may be paired.
    private var isComplete = false
    private let alarm = Alarm()
    var renewal: KeyRenewal?
    lazy var failures = OldBondWatch(for: self)
    /// Addresses of those that were paired before.
    var known: Set<String>
    /// The phone that has paired, as it is remembered.
    private var remembered: (device: ObjectPath, phone: PairedPhone)?
    /// Phones that were paired elsewhere and that a person was asked about.
    var offered: [ObjectPath: PairedDevice] = [:]
    /// Devices whose bonds nobody has asked for or wants any more, while bluetoothd still has them.
    var removed: Set<ObjectPath> = []
    /// Whether somebody had it closed who may wait until it is over.
    private var isClosing = false
    private let over = Mailbox<Void>()
    private let work = Work()

    /// - Parameters:
    ///   - time: how long phones may pair.
    ///   - patience: how long a person or a phone may be silent.
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

    /// Whether phones may pair.
    var isOpen: Bool { policy.isOpen }

    /// Whether nothing is left of it that bluetoothd would have to take note of.
    var isOver: Bool { policy.isOver }

    // MARK: Opening and closing

    /// Lets a phone pair, for some time.
    func open() {
        do throws(MemoryError) {
            try parts.lock.note(adapter)
        } catch {
            // What cannot be set back after a kill is not changed.
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

    /// Has bluetoothd know again that phones may pair; while a person is asked, it knows.
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

    /// Lets no phone pair any more, and waits until bluetoothd has taken note of that.
    func close(_ end: PairingEnd) async {
        guard isOpen || isClosing, !isOver else { return }
        beginToClose(end)
        _ = await over.next()
    }

    /// Lets no phone pair any more.
    func beginToClose(_ end: PairingEnd) {
        guard isOpen || isClosing, !isOver else { return }
        isClosing = true
        take(.close(end))
    }

    /// bluetoothd is gone, and with it whatever it was told.
    func vanished() {
        guard isOpen else { return }
        take(.died("bluetoothd is gone"))
        agent?.vanished()
    }

    private func shut() {
        renewal = nil
        failures.stop()
        // The agent first: as long as it is there, a phone may still be let in.
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

    // MARK: What happens

    func asks(_ device: ObjectPath, _ ask: PairingAsk) {
        if let pairing = policy.pairing, pairing != device, !isConnected(pairing) {
            take(.left(pairing))
        }
        take(.asks(device, ask, isAlone: true))
        // It may fail before the person has answered: the kernel checks before that.
        guard policy.pairing == device else { return }
        if PairedDevice(device, in: daemon.tree).map(isOfOldBond) == true {
            failures.follow(device)
        }
    }

    func takesBack() {
        guard policy.isAsking, let pairing = policy.pairing else { return }
        take(.left(pairing))
    }

    /// Looks whether a phone has been paired.
    func takeChange() {
        removed.formIntersection(daemon.tree.paths(having: BlueZ.device, below: adapter))
        if policy.isWide {
            guard daemon.tree[adapter, BlueZ.adapter] != nil else {
                return beginToClose(.failed("the adapter is gone"))
            }
            // A bond that was given up may be made anew.
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

    /// Notices that a phone which was let in has gone instead of pairing: bluetoothd says nothing of
    /// an owner who refuses on the phone.
    private func lookForGuest() {
        // A known phone that goes may have paired anew all the same.
        guard policy.isWide, renewal == nil, !policy.isAsking, let pairing = policy.pairing,
            policy.admitted == pairing, !isConnected(pairing)
        else { return }
        take(.left(pairing))
    }

    private func isConnected(_ device: ObjectPath) -> Bool {
        daemon.tree[device, BlueZ.device]?.isTrue("Connected") == true
    }

    /// The address that a bond is about may become known only after the bond.
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

    // MARK: What is done

    private func perform(_ action: PairingPolicy<ObjectPath>.Action) {
        // What was bonded while it closed is told of before.
        if case .tellClosed = action { takeChange() }
        // The answer may come at once.
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
