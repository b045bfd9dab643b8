import DBus
import Linux

/// bluetoothd as it is at the moment: whether it runs, and all its objects.
@LoopActor
final class BlueZDaemon {
    /// What happened to bluetoothd or to one of its objects.
    enum Change {
        /// It runs, and its objects are known.
        case appeared
        /// It runs no longer, or the bus is gone.
        case vanished
        /// There is none at the moment.
        case absent
        /// Objects came, went or changed.
        case changed
        /// A characteristic has a new value.
        case value([UInt8], of: ObjectPath)
        /// A device was heard, and this is said of it.
        case heard([String: BusValue], of: ObjectPath)
    }

    private static let callLimit: Duration = .seconds(10)
    /// How soon a bluetoothd that did not answer is asked again for its objects.
    private static let retryDelay: Duration = .seconds(2)

    private(set) var tree = ObjectTree()
    /// Whether bluetoothd runs and its objects are known.
    private(set) var isThere = false
    /// Whether it is told which devices are heard, which may be hundreds of times a second.
    var tellsHeard = false
    let connection: BusConnection
    /// The unique name of bluetoothd; requests of others are not answered.
    private(set) var owner: String?
    private var handler: (@LoopActor (Change) -> Void)?
    private var watches: [BusWatch] = []
    private let retry = Alarm()
    /// Counts how often bluetoothd came, so that a late answer of an earlier one is recognised.
    private var generation = 0
    /// Before the connection is made anew because the bus did not take what we want to hear.
    private var pause: GrowingPause

    /// - Parameter pauses: how soon a bus that did not take what we want to hear is turned to again.
    init(
        _ address: BusAddress = .system, patience: BusPatience = BusPatience(),
        pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    ) {
        connection = BusConnection(address, patience: patience)
        pause = GrowingPause(pauses)
    }

    /// Begins to follow bluetoothd.
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

    /// Who misses changes would go by what was long ago.
    private func connectAnew() {
        connection.stop()
        take(owner: nil)
        handler?(.absent)
        guard handler != nil else { return }
        retry.set(after: pause.take()) { [weak self] in
            if let self, handler != nil { connect() }
        }
    }

    /// Leaves the bus.
    func stop() {
        handler = nil
        retry.cancel()
        for watch in watches { connection.end(watch) }
        watches = []
        connection.stop()
    }

    /// Calls a method of one of bluetoothd's objects.
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        within limit: Duration? = nil,
        _ reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void = { _ in }
    ) {
        let call = BusCall(owner ?? BlueZ.service, path, interface, member, arguments)
        connection.call(call, within: limit ?? Self.callLimit, reply: reply)
    }

    /// Calls a method of one of bluetoothd's objects and waits for the answer, also in a task that is cancelled.
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        within limit: Duration? = nil
    ) async throws(BusError) -> [BusValue] {
        try await called { call(path, interface, member, arguments, within: limit, $0) }.get()
    }

    /// Sets a property of one of bluetoothd's objects.
    func set(
        _ path: ObjectPath, _ interface: String, _ property: String, to value: BusValue,
        _ reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void = { _ in }
    ) {
        call(
            path, BlueZ.properties, "Set",
            [.string(interface), .string(property), .variant(value)], reply)
    }

    /// Sets a property of one of bluetoothd's objects, and waits for the answer, also in a task that is cancelled.
    func set(
        _ path: ObjectPath, _ interface: String, _ property: String, to value: BusValue
    ) async throws(BusError) {
        _ = try await called { set(path, interface, property, to: value, $0) }.get()
    }

    /// Waits until bluetoothd has had a turn of its loop, and so has seen which descriptors are closed.
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
        try watch(added) { [weak self] signal in
            guard let self, isThere, signal.arguments.count == 2,
                let path = signal.arguments[0].asPath
            else { return }
            takeAdded(path, signal.arguments[1].asInterfaces ?? [:])
        }
        let removed = MatchRule(
            sender: BlueZ.service, interface: BlueZ.objectManager, member: "InterfacesRemoved")
        try watch(removed) { [weak self] signal in
            guard let self, isThere, signal.arguments.count == 2,
                let path = signal.arguments[0].asPath
            else { return }
            tree.remove(path, signal.arguments[1].asStrings ?? [])
            handler?(.changed)
        }
        let changed = MatchRule(
            sender: BlueZ.service, pathNamespace: BlueZ.manager, interface: BlueZ.properties,
            member: "PropertiesChanged")
        try watch(changed) { [weak self] signal in self?.takeProperties(signal) }
    }

    private func watch(
        _ rule: MatchRule, _ handler: @escaping @LoopActor (BusSignal) -> Void
    ) throws(BusError) {
        watches.append(try connection.watch(rule, handler: handler))
    }

    private func takeAdded(_ path: ObjectPath, _ interfaces: [String: [String: BusValue]]) {
        tree.add(path, interfaces)
        let device = interfaces[BlueZ.device]
        // Of those that are only heard there may be hundreds.
        let isPassing = device.map { !$0.isTrue("Connected") && !$0.isTrue("Paired") } ?? false
        if !(tellsHeard && isPassing) { handler?(.changed) }
        if tellsHeard, let device { handler?(.heard(device, of: path)) }
    }

    private func takeProperties(_ signal: BusSignal) {
        guard isThere, signal.arguments.count == 3, let interface = signal.arguments[0].asString,
            let changed = signal.arguments[1].asDictionary
        else { return }
        let used = BlueZ.used[interface] ?? []
        let properties = changed.filter { used.contains($0.key) }
        let gone = (signal.arguments[2].asStrings ?? []).filter(used.contains)
        // Values are passed on, each, and never kept.
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
        generation += 1
        let ours = generation
        call(BlueZ.root, BlueZ.objectManager, "GetManagedObjects") { [weak self] result in
            guard let self, generation == ours, owner != nil else { return }
            switch result {
            case .success(let values):
                tree = ObjectTree(values.first?.asObjects ?? [:])
                isThere = true
                handler?(.appeared)
            case .failure:
                retry.set(after: Self.retryDelay) { [weak self] in
                    if let self, generation == ours, owner != nil { load() }
                }
            }
        }
    }

    private func lose() {
        generation += 1
        owner = nil
        tree = ObjectTree()
        guard isThere else { return }
        isThere = false
        handler?(.vanished)
    }
}
