package import DBus
package import Linux
package import Radio

/// One look at the bus and at bluetoothd, for somebody who wants to know why nothing arrives.
@LoopActor
package final class BlueZSurvey {
    /// Names on the bus that are looked into; further ones are passed over.
    private static let nameLimit = 512
    private static let bus = "org.freedesktop.DBus"

    private let adapter: AdapterChoice
    private let phones: Set<String>
    private let patience: Duration
    private let connection: BusConnection
    private var findings = Findings(service: .silent(.timedOut))
    private var names: [Int32: [String]] = [:]
    private var open = 0
    private let alarm = Alarm()
    private var done: (@LoopActor (Findings) -> Void)?

    /// - Parameters:
    ///   - adapter: the adapter that is wanted.
    ///   - phones: the addresses of the phones that were paired here, which decide between adapters.
    ///   - patience: how long everything may take; what has not come by then is left out.
    package init(
        adapter: AdapterChoice, phones: [String], bus: BusAddress = .system,
        patience: Duration = .seconds(5)
    ) {
        self.adapter = adapter
        self.phones = Set(phones)
        self.patience = patience
        connection = BusConnection(bus)
    }

    /// Looks; the answer comes once, and never before this returns.
    package func look(_ done: @escaping @LoopActor (Findings) -> Void) {
        self.done = done
        // The survey lives until its answer is there.
        alarm.set(after: patience) { [self] in finish() }
        connection.start { [weak self] event in
            switch event {
            case .connected: self?.ask()
            case .disconnected(let loss): self?.lose(loss)
            case .watchRefused: break
            }
        }
    }

    private func lose(_ loss: BusLoss) {
        if case .silent = findings.service { findings.service = .noBus(loss) }
        finish()
    }

    private func ask() {
        call(BlueZ.service, BlueZ.root, BlueZ.objectManager, "GetManagedObjects") {
            [weak self] result in
            switch result {
            case .success(let values): self?.take(ObjectTree(values.first?.asObjects ?? [:]))
            case .failure(let error): self?.findings.service = Service(error)
            }
        }
        askBus("ListNames") { [weak self] result in
            guard case .success(let values) = result, let names = values.first?.asStrings else {
                return
            }
            self?.lookInto(names.filter { $0 != Self.bus })
        }
    }

    private func take(_ tree: ObjectTree) {
        findings.service = .answered
        let paths = tree.paths(having: BlueZ.adapter)
        findings.adapters = paths.compactMap { path in
            tree[path, BlueZ.adapter].map { properties in
                Adapter(path, properties, tree[path, BlueZ.advertisingManager])
            }
        }
        findings.devices = tree.paths(having: BlueZ.device).compactMap { path in
            tree[path, BlueZ.device].flatMap { properties in
                paths.first { path.isBelow($0) }.flatMap { Device(path, on: $0, properties, tree) }
            }
        }
        let homes = findings.devices.filter { $0.isPaired && phones.contains($0.address) }
        let chosen = adapter.find(in: tree) { path in
            homes.contains { $0.adapter == path.lastElement }
        }
        findings.chosen =
            chosen?.lastElement ?? findings.adapters.first { adapter.accepts($0) }?.name
    }

    /// Finds out which processes are behind some names.
    private func lookInto(_ all: [String]) {
        let ours = connection.uniqueName
        findings.programs = []
        for name in all.prefix(Self.nameLimit) where name != ours {
            askBus("GetConnectionUnixProcessID", name) { [weak self] result in
                guard case .success(let values) = result,
                    let process = values.first?.asInt.flatMap(Int32.init(exactly:))
                else { return }
                self?.names[process, default: []] += name.hasPrefix(":") ? [] : [name]
            }
        }
    }

    private func askBus(
        _ member: String, _ name: String? = nil,
        _ reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void
    ) {
        call(
            Self.bus, "/org/freedesktop/DBus", Self.bus, member,
            name.map { [.string($0)] } ?? [], reply)
    }

    private func call(
        _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [BusValue] = [],
        _ reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void
    ) {
        open += 1
        let call = BusCall(destination, path, interface, member, arguments)
        connection.call(call, within: patience) { [weak self] result in
            guard let self, done != nil else { return }
            reply(result)
            open -= 1
            if open == 0 { finish() }
        }
    }

    private func finish() {
        guard let done else { return }
        self.done = nil
        alarm.cancel()
        connection.stop()
        if findings.programs != nil {
            findings.programs = names.sorted { $0.key < $1.key }.map {
                Program(process: $0.key, names: $0.value.sorted())
            }
        }
        done(findings)
    }
}

extension AdapterChoice {
    /// Whether an adapter is one that a person wants.
    package func accepts(_ adapter: BlueZSurvey.Adapter) -> Bool {
        switch self {
        case .any: true
        case .named(let name): adapter.name == name
        case .at(let address): adapter.address == address
        }
    }
}

extension BlueZSurvey.Service {
    /// Takes the error that came instead of bluetoothd's objects.
    fileprivate init(_ error: BusError) {
        switch error {
        case .remote("org.freedesktop.DBus.Error.ServiceUnknown", _),
            .remote("org.freedesktop.DBus.Error.NameHasNoOwner", _):
            self = .absent
        case .remote("org.freedesktop.DBus.Error.AccessDenied", _): self = .denied
        case .disconnected: self = .noBus(.closed)
        default: self = .silent(error)
        }
    }
}

extension BlueZSurvey.Adapter {
    fileprivate init(
        _ path: ObjectPath, _ properties: ObjectTree.Properties,
        _ manager: ObjectTree.Properties?
    ) {
        self.init(name: path.lastElement)
        address = properties.text("Address") ?? ""
        alias = properties.text("Alias") ?? ""
        isPowered = properties.isTrue("Powered")
        isPairable = properties.isTrue("Pairable")
        isDiscoverable = properties.isTrue("Discoverable")
        modalias = properties.text("Modalias")
        manufacturer = properties["Manufacturer"]?.asInt
        version = properties["Version"]?.asInt
        advertising = manager.map { manager in
            // What bluetoothd calls supported is what is left: it takes the active ones away.
            BlueZSurvey.Advertising(
                active: manager["ActiveInstances"]?.asInt ?? 0,
                free: manager["SupportedInstances"]?.asInt,
                isExtended: BlueZAir.isExtended(manager))
        }
    }
}

extension BlueZSurvey.Device {
    fileprivate init?(
        _ path: ObjectPath, on adapter: ObjectPath, _ properties: ObjectTree.Properties,
        _ tree: ObjectTree
    ) {
        guard let address = properties.text("Address") else { return nil }
        self.init(adapter: adapter.lastElement, address: address)
        isPaired = properties.isTrue("Paired")
        isConnected = properties.isTrue("Connected")
        isResolved = properties.isTrue("ServicesResolved")
        let told = properties["UUIDs"]?.asStrings ?? []
        let found = tree.paths(having: BlueZ.gattService, below: path).compactMap {
            tree[$0, BlueZ.gattService]?.text("UUID")
        }
        services = Set((told + found).map { $0.lowercased() }).sorted()
    }
}

extension ObjectPath {
    /// What stands after the last slash.
    fileprivate var lastElement: String {
        rawValue.split(separator: "/").last.map(String.init) ?? ""
    }
}
