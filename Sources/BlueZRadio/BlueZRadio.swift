package import DBus
package import Linux
package import PhoneMemory
package import Radio

/// The radio through bluetoothd: the host advertises, and phones that were paired here come and go.
///
/// Whatever happens to bluetoothd, to the adapter or to a phone, everything is compared anew with
/// what should be.
@LoopActor
package final class BlueZRadio: PairingRadio {
    /// The choices a person can make about it.
    package struct Options: Sendable {
        /// Which adapter a person wants.
        package var adapter: AdapterChoice
        /// What the host looks like on air.
        package var shape: Shape
        /// What phones call the host; nil for the adapter's own name.
        package var name: String?
        /// How texts come from bluetoothd.
        package var mode: DataSourceMode
        /// Where the list of phones is.
        package var memory: MemoryFolder

        /// Choices, of which most need none.
        package init(
            adapter: AdapterChoice = .any, shape: Shape, name: String? = nil,
            mode: DataSourceMode = .auto, memory: MemoryFolder
        ) {
            self.adapter = adapter
            self.shape = shape
            self.name = name
            self.mode = mode
            self.memory = memory
        }
    }

    private let options: Options
    private let farewell: Duration
    private let patience: LinkPatience
    private let daemon: BlueZDaemon
    private lazy var advertiser = Advertiser(daemon) { [weak self] in self?.compare() }
    private lazy var keyboard = KeyboardService(daemon) { [weak self] in self?.compare() }
    private lazy var lock = PairingLock(daemon, options.memory) { [weak self] in self?.advise($0) }
    private lazy var phones = AllowedPhones(options.memory) { [weak self] in
        self?.advise($0)
    } changed: { [weak self] in
        self?.compare()
    }
    private var handler: (@LoopActor (RadioEvent) -> Void)?
    /// The services to look for on each phone; the first is asked for on air.
    private var needs: [ServiceNeed] = []
    /// The adapter that is used, or was while there was one.
    private var chosen: ObjectPath?
    private var state: RadioState?
    /// The devices that are connected now, and how often one came.
    private var connected: Set<ObjectPath> = []
    private var connections = 0
    private var links: [ObjectPath: BlueZPhoneLink] = [:]
    /// The bonds of phones that have come and were not forgotten since.
    private var guests: Set<String> = []
    /// What was said last of how each phone's notifications come, by its bond.
    private var advice: [String: LinkAdvice] = [:]
    /// Connected phones that nobody has allowed and that were spoken of.
    private var announcedStrangers: Set<ObjectPath> = []
    private var window: PairingWindow?
    private var hasStopped = false

    /// - Parameter farewell: how long bluetoothd may take to let go of what it does for us.
    package convenience init(
        _ options: Options, bus: BusAddress = .system, farewell: Duration = .seconds(1)
    ) {
        self.init(options, bus: bus, farewell: farewell, patience: LinkPatience())
    }

    init(_ options: Options, bus: BusAddress, farewell: Duration, patience: LinkPatience) {
        self.options = options
        self.farewell = farewell
        self.patience = patience
        daemon = BlueZDaemon(bus)
    }

    /// Turns to bluetoothd, and waits for it where it does not run.
    package func start(
        for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        self.needs = needs
        self.handler = handler
        enter(.noService)
        phones.start()
        do throws(BusError) {
            try daemon.start { [weak self] change in self?.take(change) }
        } catch {
            advise("the bus cannot be followed: \(error)")
        }
    }

    /// Lets go of every phone, and has bluetoothd undo what it does for us.
    package func stop(_ done: @escaping @LoopActor () -> Void) {
        guard !hasStopped else { return done() }
        hasStopped = true
        handler = nil
        phones.stop()
        let links = Array(links.values)
        self.links = [:]
        for link in links { link.close(because: .stopping) }
        guard daemon.isThere else {
            daemon.stop()
            return done()
        }
        let farewell = Farewell(within: farewell) { [daemon] in
            daemon.stop()
            done()
        }
        // bluetoothd refuses to set a property while it still sets it.
        farewell.wait { [window, lock] left in
            guard let window else { return lock.restore(left) }
            window.close(.interrupted) { lock.restore(left) }
        }
        advertiser.update(to: nil)
        keyboard.update(to: nil)
        for link in links {
            farewell.wait { left in
                link.settle { [daemon] in
                    // A descriptor that came last is closed when its answer has been taken.
                    EventLoop.shared.after(.zero) { daemon.waitForTurn(left) }
                }
            }
        }
        farewell.begin()
    }

    /// Lets one phone pair, as soon as there is an adapter; events come until `closed`.
    package func openWindow(
        _ method: PairingMethod, for time: Duration,
        _ tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        guard window?.isOver ?? true else { return tell(.closed(.failed("a window is open"))) }
        guard let adapter else { return tell(.closed(.failed("no adapter"))) }
        guard let need = needs.first else { return tell(.closed(.failed("nothing is needed"))) }
        let parts = PairingWindow.Parts(
            daemon: daemon, adapter: adapter, lock: lock, phones: phones, need: need)
        let window = PairingWindow(parts, method, for: time) { [weak self] event in
            if case .closed = event { self?.compare() }
            tell(event)
        }
        self.window = window
        window.open()
        compare()
    }

    /// Lets no phone pair any more.
    package func closeWindow() {
        window?.close(.interrupted)
        compare()
    }

    /// What phones call the host.
    package var hostName: String {
        options.name ?? adapter.flatMap { daemon.tree[$0, BlueZ.adapter]?.text("Alias") }
            ?? "callboard"
    }

    /// The adapter of the moment, if it is switched on.
    private var adapter: ObjectPath? {
        guard let path = options.adapter.find(in: daemon.tree, keeping: chosen, for: isHome),
            daemon.tree[path, BlueZ.adapter]?.isTrue("Powered") == true
        else { return nil }
        return path
    }

    /// Whether a phone that was paired here is bonded with this adapter, and so can come to it alone.
    private func isHome(_ adapter: ObjectPath) -> Bool {
        if let window, window.isOpen { return adapter == chosen }
        return daemon.tree.paths(having: BlueZ.device, below: adapter).contains { path in
            guard let device = daemon.tree[path, BlueZ.device], device.isTrue("Paired") else {
                return false
            }
            return device.text("Address").map { phones.contains($0) } == true
        }
    }

    private func take(_ change: BlueZDaemon.Change) {
        switch change {
        case .appeared, .changed: compare()
        case .absent: break
        case .vanished:
            advertiser.vanished()
            keyboard.vanished()
            lock.vanished()
            for link in links.values { link.wasLost() }
            links = [:]
            advice = [:]
            announcedStrangers = []
            connected = []
            window?.vanished()
            window = nil
            enter(.noService)
        case .value(let value, let path):
            let owner = links.first { path.isBelow($0.key) }
            owner?.value.take(value, of: path)
        }
    }

    /// Compares what is with what should be, and does what is missing.
    private func compare() {
        guard !hasStopped, daemon.isThere else { return }
        let adapter = adapter
        chosen = adapter ?? chosen
        lock.forgetGone()
        if let adapter { lock.close(adapter, exceptIn: window) }
        countConnections(on: adapter)
        advertiser.update(to: adapter.map(advertisement))
        keyboard.update(to: options.shape == .hid ? adapter : nil)
        // A phone that has just bonded is no stranger.
        window?.takeChange()
        compareLinks(adapter)
        enter(currentState(adapter))
    }

    private func advertisement(on adapter: ObjectPath) -> Advertiser.Wish {
        Advertiser.Wish(
            adapter: adapter, shape: options.shape,
            service: needs.first.map { BlueZ.uuid($0.service.uuid) } ?? "", name: hostName,
            isDiscoverable: window?.isOpen == true, connections: connections)
    }

    private func countConnections(on adapter: ObjectPath?) {
        let tree = daemon.tree
        let devices = adapter.map { tree.paths(having: BlueZ.device, below: $0) } ?? []
        let now = Set(devices.filter { tree[$0, BlueZ.device]?.isTrue("Connected") == true })
        if !now.isSubset(of: connected) { connections += 1 }
        connected = now
    }

    private func currentState(_ adapter: ObjectPath?) -> RadioState {
        if options.adapter.find(in: daemon.tree) == nil { return .noAdapter }
        if adapter == nil { return .off }
        // Not every adapter can advertise while a phone is there.
        if let failure = advertiser.failure ?? keyboard.failure, connected.isEmpty {
            return .notAdvertising("\(failure)")
        }
        let isWhole = advertiser.isRegistered && (options.shape != .hid || keyboard.isRegistered)
        return isWhole ? .listening : state ?? .noService
    }

    private func enter(_ newState: RadioState) {
        guard state != newState else { return }
        state = newState
        handler?(.state(newState))
    }

    private func compareLinks(_ adapter: ObjectPath?) {
        let tree = daemon.tree
        let devices = adapter.map { tree.paths(having: BlueZ.device, below: $0) } ?? []
        let connected = devices.filter { path in
            guard let device = tree[path, BlueZ.device] else { return false }
            return device.isTrue("Connected") && device.isTrue("Paired")
        }
        for (path, link) in links {
            // A bond's own address may become known only after the link.
            let address = tree[path, BlueZ.device]?.text("Address")
            let isSame = connected.contains(path) && address == link.phone.bond
            // It may have been forgotten meanwhile.
            guard !isSame || !phones.contains(link.phone.bond) else { continue }
            links[path] = nil
            link.wasLost()
        }
        announcedStrangers.formIntersection(connected)
        for path in connected {
            guard let device = tree[path, BlueZ.device] else { continue }
            let isResolved = device.isTrue("ServicesResolved")
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
        for bond in guests where phones.isKnown && !phones.contains(bond) {
            guests.remove(bond)
            handler?(.forgotten(bond: bond))
        }
    }

    /// Whether a device offers what this host is there for.
    private func isPhone(_ path: ObjectPath) -> Bool {
        needs.first.map { FoundService($0, of: path, in: daemon.tree) != nil } ?? false
    }

    /// What the phone is called; bluetoothd says its address with hyphens where it has not heard a name
    /// yet.
    private func name(of device: [String: BusValue], _ address: String) -> String {
        let alias = device.text("Alias") ?? address
        let isAddress = alias == String(address.map { $0 == ":" ? "-" : $0 })
        return isAddress ? phones.name(of: address) ?? address : alias
    }

    /// A name that comes after the pairing belongs into the list of phones as well.
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
            phone, needs: needs, at: path, of: daemon, mode: options.mode, patience: patience
        ) { [weak self] advice in
            self?.advise(advice, about: phone)
        } remained: { [weak self] in
            self?.replaceLink(at: path)
        }
        links[path] = link
        handler?(.connected(link))
    }

    /// A phone that could not be let go has a new link, else it would have none for as long as it
    /// stays.
    private func replaceLink(at path: ObjectPath) {
        guard links[path]?.hasEnded == true else { return }
        links[path] = nil
        compare()
    }

    /// Says what there is to say, once until it is something else.
    private func advise(_ new: LinkAdvice?, about phone: PhoneIdentity) {
        let last = advice[phone.bond]
        // What bluetoothd 5.66 has never answered counts as taken there, though nobody has it.
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

    private func advise(_ sentence: String) {
        handler?(.advice(sentence))
    }
}
