import Basics
package import DBus
package import Linux
package import Radio

/// The radio through bluetoothd: the host advertises, and phones that were paired here come and go.
///
/// Whatever happens to bluetoothd, to the adapter or to a phone, everything is compared anew with
/// what should be.
@LoopActor
package final class BlueZRadio: PairingRadio, PartOwner {
    let options: Options
    private let farewell: Duration
    let patience: LinkPatience
    let daemon: BlueZDaemon
    private lazy var advertiser = Advertiser(daemon, for: self)
    private(set) lazy var bluezAir = BlueZAir(daemon)
    private lazy var keyboard = KeyboardService(daemon, for: self)
    private lazy var lock = PairingLock(daemon, options.memory, for: self)
    lazy var phones = AllowedPhones(options.memory, for: self)
    var handler: (@LoopActor (RadioEvent) -> Void)?
    /// The services to look for on each phone; the first is asked for on air.
    var needs: [ServiceNeed] = []
    /// The adapter that is used, or was while there was one.
    private var chosen: ObjectPath?
    private var state: RadioState?
    /// The devices that are connected now, and how often one came.
    private var connected: Set<ObjectPath> = []
    private var connections = 0
    var links: [ObjectPath: BlueZPhoneLink] = [:]
    /// The bonds of phones that have come and were not forgotten since.
    var guests: Set<String> = []
    /// What was said last of how each phone's notifications come, by its bond.
    var advice: [String: LinkAdvice] = [:]
    private(set) lazy var unresolved = UnresolvedPhones(within: patience.services, for: self)
    /// Connected phones that nobody has allowed and that were spoken of.
    var announcedStrangers: Set<ObjectPath> = []
    private var window: PairingWindow?
    /// Whether the keyboard is to be offered again once no phone is there to whom it would vanish.
    private var isKeyboardStale = false
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
    package func stop() async {
        guard !hasStopped else { return }
        hasStopped = true
        handler = nil
        phones.stop()
        let links = Array(links.values)
        self.links = [:]
        for link in links { link.close(because: .stopping) }
        defer { daemon.stop() }
        guard daemon.isThere else { return }
        await Farewell.wait(within: farewell) { farewell in
            // bluetoothd refuses to set a property while it still sets it.
            farewell.wait(for: { [window, lock] in
                await window?.close(.interrupted)
                await lock.restore()
            })
            bluezAir.stop()
            advertiser.update(to: nil)
            keyboard.update(to: nil)
            for link in links {
                farewell.wait(for: { [daemon] in
                    await link.settle()
                    // A descriptor that came last is closed when its answer has been taken.
                    await EventLoop.pause(.zero)
                    await daemon.turn()
                })
            }
        }
    }

    /// Has bluetoothd take back all that it does for us, and do it again.
    package func renew() {
        guard !hasStopped, daemon.isThere else { return }
        advertiser.renew()
        bluezAir.renew()
        window?.renew()
        isKeyboardStale = options.shape.usage != nil
        compare()
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
        window?.beginToClose(.interrupted)
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
            bluezAir.vanished()
            advertiser.vanished()
            keyboard.vanished()
            lock.vanished()
            for link in links.values { link.wasLost() }
            links = [:]
            advice = [:]
            announcedStrangers = []
            unresolved.reset()
            connected = []
            window?.vanished()
            window = nil
            isKeyboardStale = false
            enter(.noService)
        case .value(let value, let path):
            let owner = links.first { path.isBelow($0.key) }
            owner?.value.take(value, of: path)
        case .heard(let properties, let path):
            bluezAir.take(properties, of: path) { phones.contains($0) }
        }
    }

    /// Compares what is with what should be, and does what is missing.
    package func compare() {
        guard !hasStopped, daemon.isThere else { return }
        let adapter = adapter
        chosen = adapter ?? chosen
        lock.forgetGone()
        if let adapter { lock.close(adapter, exceptIn: window) }
        countConnections(on: adapter)
        advertiser.update(to: adapter.map(advertisement))
        bluezAir.update(on: adapter)
        keyboard.update(to: adapter.flatMap(keyboard(on:)))
        if isKeyboardStale, connected.isEmpty {
            isKeyboardStale = false
            keyboard.renew()
        }
        // A phone that has just bonded is no stranger.
        window?.takeChange()
        compareLinks(adapter)
        enter(currentState(adapter))
    }

    private func advertisement(on adapter: ObjectPath) -> Advertiser.Desired {
        Advertiser.Desired(
            adapter: adapter,
            properties: options.shape.properties(
                name: hostName, asking: needs.first.map { $0.service.uuid.uuidText } ?? "",
                isDiscoverable: window?.isOpen == true), connections: connections)
    }

    private func keyboard(on adapter: ObjectPath) -> KeyboardService.Desired? {
        options.shape.usage.map { KeyboardService.Desired(adapter: adapter, usage: $0) }
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
        let hasServices = options.shape.usage == nil || keyboard.isRegistered
        let isWhole = advertiser.isRegistered && hasServices
        return isWhole ? .listening : state ?? .noService
    }

    private func enter(_ newState: RadioState) {
        guard state != newState else { return }
        state = newState
        handler?(.state(newState))
    }

    /// Tells a person something.
    package func advise(_ sentence: String) {
        handler?(.advice(sentence))
    }
}
