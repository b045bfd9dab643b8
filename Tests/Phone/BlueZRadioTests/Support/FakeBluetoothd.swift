import Linux
import Support
import Waiting

@testable import DBus

/// A bluetoothd of a test's own, on a bus of its own: its objects, what it was asked, and how it
/// answers.
@LoopActor
final class FakeBluetoothd: LineOwner {
    /// How a call is answered instead of as usual.
    enum Reaction {
        /// With an error.
        case refuse(_ name: String, _ message: String)
        /// Later, when the test says so, or never.
        case hold
    }

    typealias Properties = [String: BusValue]

    private let address: BusAddress
    private var line: Line?
    private var book: PendingCalls?
    /// Whether the bus has given it bluetoothd's name.
    private var isOwner = false
    private var script: [String: [Reaction]] = [:]
    private(set) var objects: [ObjectPath: [String: Properties]] = [:]
    /// Every call that came, in order.
    private(set) var calls: [FakeRequest] = []
    private(set) var held: [FakeRequest] = []
    /// Who called last, other than to look.
    private(set) var client: String?

    // What it was told, until that is taken back.
    var advertisement: FakeAdvertisement?
    var broadcasts: [FakeAdvertisement] = []
    var application: BusValue?
    var applicationPath: ObjectPath?
    var agent: FakeAgent?
    /// What another program on the host has sent over the bus.
    var startedByOthers: Set<ObjectPath> = []
    /// What another program on the host has acquired.
    var acquiredByOthers: Set<ObjectPath> = []
    /// What the client has sent over the bus.
    var started: Set<ObjectPath> = []
    /// Our ends of the descriptors that were handed out.
    var streams: [ObjectPath: FakeStream] = [:]

    init(at address: BusAddress) {
        self.address = address
        objects[FakePaths.manager] = [FakePaths.agentManager: [:]]
    }

    isolated deinit {
        line?.stop()
    }

    /// Comes onto the bus under bluetoothd's name.
    func start() async {
        let line = Line(address, BusPatience(firstPause: .milliseconds(5)))
        let book = PendingCalls(line)
        (self.line, self.book) = (line, book)
        isOwner = false
        line.owner = self
        line.start()
        _ = await eventually { self.isOwner }
    }

    func connect(as name: String) {
        let call = BusDriver.call("RequestName", [.string("org.bluez"), .uint32(4)])
        book?.call(call, within: Patience.limit) { [weak self] _ in self?.isOwner = true }
    }

    func disconnect(_ loss: BusLoss) {}

    /// Leaves the bus without a word and forgets what it was told.
    func die() {
        line?.stop()
        (line, book) = (nil, nil)
        forgetClient()
    }

    /// Drops all that the client registered, as when it leaves the bus.
    func forgetClient() {
        advertisement = nil
        broadcasts = []
        (application, applicationPath) = (nil, nil)
        agent = nil
        streams = [:]
        started = []
        held = []
    }

    /// Answers the next calls of a method like this, each in turn, and further ones as usual.
    func on(_ member: String, _ reactions: Reaction...) {
        script[member, default: []] += reactions
    }

    /// Answers the calls that were held as usual.
    func release() {
        let requests = held
        held = []
        for request in requests { perform(request) }
    }

    // MARK: Objects

    func add(_ path: ObjectPath, _ interfaces: [String: Properties]) {
        objects[path, default: [:]].merge(interfaces) { _, new in new }
        emit(
            "/", FakePaths.objectManager, "InterfacesAdded",
            [.path(path), Self.value(of: interfaces)])
    }

    /// Takes away an object and those below it, the deepest first.
    func remove(_ path: ObjectPath) {
        let gone = objects.keys.filter { $0 == path || $0.isBelow(path) }
        for path in gone.sorted(by: { $0.rawValue > $1.rawValue }) {
            let names = (objects.removeValue(forKey: path) ?? [:]).keys.sorted()
            emit(
                "/", FakePaths.objectManager, "InterfacesRemoved",
                [.path(path), .strings(names)])
        }
    }

    func change(_ path: ObjectPath, _ interface: String, _ properties: Properties) {
        objects[path]?[interface]?.merge(properties) { _, new in new }
        emit(
            path, FakePaths.properties, "PropertiesChanged",
            [.string(interface), .dictionary(properties), .strings([])])
    }

    func property(_ path: ObjectPath, _ interface: String, _ name: String) -> BusValue? {
        objects[path]?[interface]?[name]
    }

    private func emit(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) {
        guard let line, line.isUp,
            let message = try? Message.signal(
                BusSignal(path, interface, member, arguments), to: nil)
        else { return }
        _ = try? line.send(message)
    }

    private static func value(of interfaces: [String: Properties]) -> BusValue {
        .map(
            key: "s", value: "a{sv}",
            interfaces.map { BusEntry(key: .string($0.key), value: .dictionary($0.value)) })
    }

    var managedObjects: BusValue {
        .map(
            key: "o", value: "a{sa{sv}}",
            objects.map { BusEntry(key: .path($0.key), value: Self.value(of: $0.value)) })
    }

    // MARK: Calls

    /// Calls the client or somebody else.
    func ask(
        _ name: String, _ path: ObjectPath, _ interface: String, _ member: String,
        _ arguments: [BusValue] = []
    ) async -> Result<[BusValue], BusError> {
        await withCheckedContinuation { continuation in
            tell(BusCall(name, path, interface, member, arguments)) {
                continuation.resume(returning: $0)
            }
        }
    }

    func tell(
        _ call: BusCall, _ reply: @escaping @LoopActor (Result<[BusValue], BusError>) -> Void
    ) {
        guard let book else { return reply(.failure(.disconnected)) }
        book.call(call, within: Patience.limit, reply: reply)
    }

    /// Waits until the client has taken all that was sent to it, and what it asked then, and so on.
    func settle() async {
        for _ in 0..<5 {
            guard let client else { return }
            _ = await ask(client, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
    }

    /// How often a method was called on an object.
    func count(_ member: String, at path: ObjectPath? = nil) -> Int {
        calls.count { $0.member == member && (path == nil || $0.path == path) }
    }

    func take(_ message: borrowing Message) {
        switch message.kind {
        case .reply, .failure: book?.take(message)
        case .call: takeCall(message)
        case .signal, .unknown: break
        }
    }

    private func takeCall(_ message: borrowing Message) {
        guard let sender = message.sender, let path = message.path, let member = message.member,
            let arguments = try? message.arguments()
        else { return }
        let serial = message.serial
        let request = FakeRequest(
            sender: sender, path: path, member: member, arguments: arguments
        ) { [weak line] answer in
            guard let line, let message = try? Message.answer(answer, to: sender, about: serial)
            else { return }
            _ = try? line.send(message)
        }
        client = sender
        calls.append(request)
        guard var reactions = script[member], !reactions.isEmpty else { return perform(request) }
        let reaction = reactions.removeFirst()
        script[member] = reactions
        switch reaction {
        case .refuse(let name, let message): request.fail(name, message)
        case .hold: held.append(request)
        }
    }
}
