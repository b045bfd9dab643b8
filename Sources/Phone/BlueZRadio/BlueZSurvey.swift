package import DBus
package import Linux
package import Radio

/// One survey of the bus and bluetoothd, for diagnosis.
@LoopActor
package final class BlueZSurvey {
    /// Maximum number of examined bus names; further ones are ignored.
    private static let nameLimit = 512
    private static let bus = "org.freedesktop.DBus"

    private let adapter: AdapterChoice
    private let phones: Set<String>
    private let patience: Duration
    private let connection: BusConnection
    private var findings = Findings(service: .silent(.timedOut))
    private var names: [Int32: [String]] = [:]
    private var open = 0
    private let mailbox = Mailbox<News>()

    private enum News: Sendable {
        case bus(BusEvent)
        case objects(Answer)
        case names(Answer)
        /// Process ID of a name.
        case process(name: String, Answer)
    }

    private typealias Answer = Result<[BusValue], BusError>

    /// - Parameters:
    ///   - adapter: choice of the adapter.
    ///   - phones: addresses of the paired phones, by which the adapter is chosen.
    ///   - patience: time limit of the survey; results that arrive later are missing.
    package init(
        adapter: AdapterChoice, phones: [String], bus: BusAddress = .system,
        patience: Duration = .seconds(5)
    ) {
        self.adapter = adapter
        self.phones = Set(phones)
        self.patience = patience
        connection = BusConnection(bus)
    }

    /// Performs the survey within the time limit.
    package func look() async -> Findings {
        let deadline = EventLoop.now + patience
        connection.start { [mailbox] in mailbox.post(.bus($0)) }
        while let news = await mailbox.next(within: deadline - EventLoop.now), take(news) {}
        connection.stop()
        if findings.programs != nil {
            findings.programs = names.sorted { $0.key < $1.key }.map {
                Program(process: $0.key, names: $0.value.sorted())
            }
        }
        return findings
    }

    /// Handles a result, and returns whether more are expected.
    private func take(_ news: News) -> Bool {
        switch news {
        case .bus(.connected):
            call(BlueZ.service, BlueZ.root, BlueZ.objectManager, "GetManagedObjects", []) {
                .objects($0)
            }
            askBus("ListNames", []) { .names($0) }
            return true
        case .bus(.watchRefused): return true
        case .bus(.disconnected(let loss)):
            if case .silent = findings.service { findings.service = .noBus(loss) }
            return false
        case .objects(.success(let values)): take(ObjectTree(values.first?.asObjects ?? [:]))
        case .objects(.failure(let error)): findings.service = Service(error)
        case .names(.success(let values)):
            if let names = values.first?.asStrings { lookInto(names.filter { $0 != Self.bus }) }
        case .process(let name, .success(let values)):
            if let process = values.first?.asInt.flatMap(Int32.init(exactly:)) {
                names[process, default: []] += name.hasPrefix(":") ? [] : [name]
            }
        case .names(.failure), .process(_, .failure): break
        }
        open -= 1
        return open > 0
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

    /// Requests the process IDs of names.
    private func lookInto(_ all: [String]) {
        let ours = connection.uniqueName
        findings.programs = []
        for name in all.prefix(Self.nameLimit) where name != ours {
            askBus("GetConnectionUnixProcessID", [.string(name)]) {
                .process(name: name, $0)
            }
        }
    }

    private func askBus(
        _ member: String, _ arguments: [BusValue],
        _ news: @escaping @LoopActor (Answer) -> News
    ) {
        call(Self.bus, "/org/freedesktop/DBus", Self.bus, member, arguments, news)
    }

    private func call(
        _ destination: String, _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [BusValue], _ news: @escaping @LoopActor (Answer) -> News
    ) {
        open += 1
        let call = BusCall(destination, path, interface, member, arguments)
        connection.call(call, within: patience) { [mailbox] in mailbox.post(news($0)) }
    }
}

extension AdapterChoice {
    /// Returns whether an adapter matches the choice.
    package func accepts(_ adapter: BlueZSurvey.Adapter) -> Bool {
        switch self {
        case .any: true
        case .named(let name): adapter.name == name
        case .at(let address): adapter.address == address
        }
    }
}

extension BlueZSurvey.Service {
    /// Converts the error of the request for bluetoothd's objects.
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
            // The value that bluetoothd calls supported excludes the active ones.
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
    /// Part of the path after the last slash.
    fileprivate var lastElement: String {
        rawValue.split(separator: "/").last.map(String.init) ?? ""
    }
}
