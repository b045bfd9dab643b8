import Basics
package import DBus
package import Linux
package import Radio

/// Radio through bluetoothd: the host advertises, and phones that were paired here connect to it.
///
/// After every change of bluetoothd, the adapter or a phone, the actual state is compared with the
/// desired state.
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
    /// Services required of each phone; the first is solicited in the advertisement.
    var needs: [ServiceNeed] = []
    /// Adapter in use, or the last one used.
    private var chosen: ObjectPath?
    private var state: RadioState?
    /// Devices connected now, and the number of connections so far.
    private var connected: Set<ObjectPath> = []
    private var connections = 0
    var links: [ObjectPath: BlueZPhoneLink] = [:]
    /// Bonds of phones that have connected and were not forgotten since.
    var guests: Set<String> = []
    /// Last advice about each phone's notifications, by its bond.
    var advice: [String: LinkAdvice] = [:]
    private(set) lazy var unresolved = UnresolvedPhones(within: patience.services, for: self)
    /// Connected phones that are not allowed and were reported.
    var announcedStrangers: Set<ObjectPath> = []
    private var window: PairingWindow?
    /// Whether the keyboard service is to be registered again when no phone is connected, which
    /// would see it vanish.
    private var isKeyboardStale = false
    private var hasStopped = false

    /// - Parameter farewell: how long bluetoothd may take to undo its registrations on shutdown.
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

    /// Connects to bluetoothd, or waits for it.
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
            advise("bluetoothd cannot be watched on the bus: \(error)")
        }
    }

    /// Ends all links and registrations.
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
            // bluetoothd refuses to set a property while a previous call still sets it.
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
                    // A descriptor received last is closed when its answer has been handled.
                    await EventLoop.pause(.zero)
                    await daemon.turn()
                })
            }
        }
    }

    /// Withdraws and repeats all registrations with bluetoothd.
    package func renew() {
        guard !hasStopped, daemon.isThere else { return }
        advertiser.renew()
        bluezAir.renew()
        window?.renew()
        isKeyboardStale = options.shape.usage != nil
        compare()
    }

    /// Lets one phone pair; events are reported until `closed`, at once if no adapter is powered.
    package func openWindow(
        _ method: PairingMethod, for time: Duration,
        _ tell: @escaping @LoopActor (PairingEvent) -> Void
    ) {
        guard window?.isOver ?? true else { return tell(.closed(.failed("a window is open"))) }
        guard let adapter else { return tell(.closed(.failed("no adapter"))) }
        guard let need = needs.first else { return tell(.closed(.failed("radio not started"))) }
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

    /// Stops pairing.
    package func closeWindow() {
        window?.beginToClose(.interrupted)
        compare()
    }

    /// Name of the host as phones see it.
    package var hostName: String {
        options.name ?? adapter.flatMap { daemon.tree[$0, BlueZ.adapter]?.text("Alias") }
            ?? "callboard"
    }

    /// Current adapter, if it is powered.
    private var adapter: ObjectPath? {
        guard let path = options.adapter.find(in: daemon.tree, keeping: chosen, for: isHome),
            daemon.tree[path, BlueZ.adapter]?.isTrue("Powered") == true
        else { return nil }
        return path
    }

    /// Returns whether a phone that was paired here has its bond on this adapter, and so can
    /// connect to no other.
    ///
    /// While a window is open, the chosen adapter counts instead.
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

    /// Compares the actual state with the desired state, and performs the missing work.
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
        // A phone that has just bonded must not be treated as a stranger.
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
        // Not every adapter can advertise while a phone is connected.
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

    /// Reports advice for the user.
    package func advise(_ sentence: String) {
        handler?(.advice(sentence))
    }
}
