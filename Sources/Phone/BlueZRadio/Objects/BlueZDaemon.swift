import DBus
import Linux

/// bluetoothd at the moment: whether it runs, and all its objects.
@LoopActor
final class BlueZDaemon {
    /// Change of bluetoothd or one of its objects.
    enum Change {
        /// bluetoothd runs, and its objects are known.
        case appeared
        /// bluetoothd no longer runs, or the bus is gone.
        case vanished
        /// bluetoothd does not run, or the bus cannot be reached; also reported if it never ran.
        case absent
        /// Objects were added, removed or changed.
        case changed
        case value([UInt8], of: ObjectPath)
        /// A device was received, with these properties.
        case heard([String: BusValue], of: ObjectPath)
    }

    private static let callLimit: Duration = .seconds(10)
    /// Delay before bluetoothd is asked again for its objects after a failure.
    private static let retryDelay: Duration = .seconds(2)

    private(set) var tree = ObjectTree()
    /// Whether bluetoothd runs and its objects are known.
    private(set) var isThere = false
    /// Whether received devices are reported, possibly hundreds of times a second.
    var tellsHeard = false
    let connection: BusConnection
    /// Unique name of bluetoothd; requests of others are not answered.
    private(set) var owner: String?
    private var handler: (@LoopActor (Change) -> Void)?
    private var watches: [BusWatch] = []
    private let retry = Alarm()
    /// Calls to the current bluetoothd.
    private let work = Work()
    /// Pause before a new connection after the bus refused a match rule.
    private var pause: GrowingPause

    /// - Parameter pauses: delays before a new connection after the bus refused a match rule.
    init(
        _ address: BusAddress = .system, patience: BusPatience = BusPatience(),
        pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    ) {
        connection = BusConnection(address, patience: patience)
        pause = GrowingPause(pauses)
    }

    /// Starts following bluetoothd.
    func start(_ handler: @escaping @LoopActor (Change) -> Void) throws(BusError) {
        self.handler = handler
        try watchEverything()
        connect()
    }

    private func connect() {
        connection.start { [weak self] event in
            switch event {
            case .connected: break
            case .disconnected:
                self?.take(owner: nil)
                self?.handler?(.absent)
            case .watchRefused: self?.connectAnew()
            }
        }
    }

    /// Reconnects, because without the match rules the state would become outdated.
    private func connectAnew() {
        connection.stop()
        take(owner: nil)
        handler?(.absent)
        guard handler != nil else { return }
        retry.set(after: pause.take(), for: self) { if $0.handler != nil { $0.connect() } }
    }

    /// Disconnects from the bus.
    func stop() {
        handler = nil
        work.cancel()
        retry.cancel()
        for watch in watches { connection.end(watch) }
        watches = []
        connection.stop()
    }

    /// Calls a method of one of bluetoothd's objects, and ignores the answer.
    func tell(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = []
    ) {
        connection.call(request(path, interface, member, arguments), within: Self.callLimit) { _ in
        }
    }

    /// Calls a method of one of bluetoothd's objects and waits for the answer, even in a cancelled
    /// task.
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        within limit: Duration = callLimit
    ) async throws(BusError) -> [BusValue] {
        try await connection.call(request(path, interface, member, arguments), within: limit)
    }

    private func request(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) -> BusCall {
        BusCall(owner ?? BlueZ.service, path, interface, member, arguments)
    }

    /// Sets the adapter's Pairable property and waits for the answer, even in a cancelled task.
    func set(_ adapter: ObjectPath, pairable isPairable: Bool) async throws(BusError) {
        _ = try await call(
            adapter, BlueZ.properties, "Set",
            [.string(BlueZ.adapter), .string("Pairable"), .variant(.bool(isPairable))])
    }

    /// Waits until bluetoothd has run its loop once, and so has noticed the closed descriptors.
    func turn() async {
        _ = try? await call(BlueZ.root, BlueZ.peer, "Ping")
    }

    private func watchEverything() throws(BusError) {
        let owner = try connection.watchOwner(of: BlueZ.service) { [weak self] owner in
            self?.take(owner: owner)
            if owner == nil { self?.handler?(.absent) }
        }
        watches.append(owner)
        let added = MatchRule(
            sender: BlueZ.service, interface: BlueZ.objectManager, member: "InterfacesAdded")
        try watch(added) { daemon, signal in
            guard signal.arguments.count == 2, let path = signal.arguments[0].asPath else { return }
            daemon.takeAdded(path, signal.arguments[1].asInterfaces ?? [:])
        }
        let removed = MatchRule(
            sender: BlueZ.service, interface: BlueZ.objectManager, member: "InterfacesRemoved")
        try watch(removed) { daemon, signal in
            guard signal.arguments.count == 2, let path = signal.arguments[0].asPath else { return }
            daemon.tree.remove(path, signal.arguments[1].asStrings ?? [])
            daemon.handler?(.changed)
        }
        let changed = MatchRule(
            sender: BlueZ.service, pathNamespace: BlueZ.manager, interface: BlueZ.properties,
            member: "PropertiesChanged")
        try watch(changed) { $0.takeProperties($1) }
    }

    private func watch(
        _ rule: MatchRule, _ take: @escaping @LoopActor (BlueZDaemon, BusSignal) -> Void
    ) throws(BusError) {
        let watch = try connection.watch(rule) { [weak self] signal in
            if let self, isThere { take(self, signal) }
        }
        watches.append(watch)
    }

    private func takeAdded(_ path: ObjectPath, _ interfaces: [String: [String: BusValue]]) {
        tree.add(path, interfaces)
        let device = interfaces[BlueZ.device]
        // Hundreds of devices may be received that are neither connected nor paired.
        let isPassing = device.map { !$0.isTrue("Connected") && !$0.isTrue("Paired") } ?? false
        if !(tellsHeard && isPassing) { handler?(.changed) }
        if tellsHeard, let device { handler?(.heard(device, of: path)) }
    }

    private func takeProperties(_ signal: BusSignal) {
        guard signal.arguments.count == 3, let interface = signal.arguments[0].asString,
            let changed = signal.arguments[1].asDictionary
        else { return }
        let used = BlueZ.used[interface] ?? []
        let properties = changed.filter { used.contains($0.key) }
        let gone = (signal.arguments[2].asStrings ?? []).filter(used.contains)
        // Values are passed on one by one, and never stored.
        let value = interface == BlueZ.characteristic ? changed["Value"] : nil
        if !properties.isEmpty || !gone.isEmpty {
            tree.change(signal.path, interface, to: properties, without: gone)
            handler?(.changed)
        }
        if tellsHeard, interface == BlueZ.device,
            BlueZ.heard.contains(where: { changed[$0] != nil })
        {
            handler?(.heard(changed, of: signal.path))
        }
        if let bytes = value?.asBytes { handler?(.value(bytes, of: signal.path)) }
    }

    private func take(owner newOwner: String?) {
        guard newOwner != owner else { return }
        lose()
        owner = newOwner
        if newOwner != nil { load() }
    }

    private func load() {
        work.begin { [self] in
            do throws(BusError) {
                let values = try await call(BlueZ.root, BlueZ.objectManager, "GetManagedObjects")
                guard !Task.isCancelled else { return }
                tree = ObjectTree(values.first?.asObjects ?? [:])
                isThere = true
                handler?(.appeared)
            } catch {
                guard !Task.isCancelled else { return }
                retry.set(after: Self.retryDelay, for: self) { $0.load() }
            }
        }
    }

    private func lose() {
        work.cancel()
        retry.cancel()
        owner = nil
        tree = ObjectTree()
        guard isThere else { return }
        isThere = false
        handler?(.vanished)
    }
}
