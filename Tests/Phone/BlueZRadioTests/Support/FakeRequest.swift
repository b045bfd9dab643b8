import Linux

@testable import DBus

/// A call that came to the fake bluetoothd.
@LoopActor
final class FakeRequest {
    let sender: String
    let path: ObjectPath
    let member: String
    let arguments: [BusValue]
    /// When it came.
    let moment = EventLoop.now
    private let answer: @LoopActor (BusAnswer) -> Void

    init(
        sender: String, path: ObjectPath, member: String, arguments: [BusValue],
        answer: @escaping @LoopActor (BusAnswer) -> Void
    ) {
        self.sender = sender
        self.path = path
        self.member = member
        self.arguments = arguments
        self.answer = answer
    }

    func reply(_ values: [BusValue] = []) {
        answer(.values(values))
    }

    func fail(_ name: String, _ message: String = "") {
        answer(.failure(name: name, message: message))
    }
}

/// An advertisement that the client registered, with its properties as they were read then.
struct FakeAdvertisement {
    let path: ObjectPath
    let adapter: ObjectPath
    let properties: [String: BusValue]
}

/// An agent that the client registered.
struct FakeAgent {
    let client: String
    let path: ObjectPath
    let capability: String
    var isDefault = false
}

/// The end of a descriptor that bluetoothd keeps.
final class FakeStream {
    private let socket: FileDescriptor

    init(_ socket: consuming FileDescriptor) {
        self.socket = socket
    }

    func send(_ value: [UInt8]) throws {
        try socket.sendPacket(value)
    }

    /// Whether the client has closed its end.
    var isClosed: Bool {
        do throws(Errno) {
            return try socket.receivePacket(upTo: 1) == .closed
        } catch {
            return error != .wouldBlock
        }
    }
}

/// Names that the fake writes for itself, so that a wrong one in the product is noticed.
enum FakePaths {
    static let manager: ObjectPath = "/org/bluez"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
    static let adapter = "org.bluez.Adapter1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let gattManager = "org.bluez.GattManager1"
    static let agentManager = "org.bluez.AgentManager1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
}
