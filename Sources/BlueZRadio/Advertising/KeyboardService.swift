import DBus
import Linux
import Radio

/// A keyboard that never types: iOS bonds with one because it may be read only over an encrypted
/// link, and comes back to it by itself.
@LoopActor
final class KeyboardService: Registrant {
    /// The adapter on which it is offered.
    typealias Wish = ObjectPath

    private static let root: ObjectPath = "/org/callboard/keyboard"
    private static let service: ObjectPath = "/org/callboard/keyboard/service0"

    /// HID version 1.11, no country, normally connectable.
    private static let information: [UInt8] = [0x11, 0x01, 0x00, 0x02]
    /// Report protocol.
    private static let protocolMode: [UInt8] = [0x01]
    /// A keyboard with one report of eight bytes: modifiers, a reserved byte and six keys.
    private static let reportMap: [UInt8] = [
        0x05, 0x01, 0x09, 0x06, 0xA1, 0x01, 0x85, 0x01, 0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15,
        0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01,
        0x95, 0x06, 0x75, 0x08, 0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81,
        0x00, 0xC0,
    ]
    /// No key is pressed, ever.
    private static let noKey = [UInt8](repeating: 0, count: 8)
    /// Report 1 is an input report.
    private static let reportReference: [UInt8] = [0x01, 0x01]

    private let daemon: BlueZDaemon
    private let changed: @LoopActor () -> Void
    private(set) lazy var registration = Registration(for: self)

    /// - Parameter changed: called when the service was registered, refused or lost.
    init(_ daemon: BlueZDaemon, changed: @escaping @LoopActor () -> Void) {
        self.daemon = daemon
        self.changed = changed
    }

    func register(_ adapter: ObjectPath, _ done: @escaping @LoopActor (BusError?) -> Void) {
        do throws(BusError) {
            try export()
        } catch {
            return done(error)
        }
        daemon.call(
            adapter, BlueZ.gattManager, "RegisterApplication", [.path(Self.root), .dictionary([:])]
        ) { done($0.error) }
    }

    func withdraw(_ adapter: ObjectPath, _ done: @escaping @LoopActor () -> Void) {
        daemon.call(
            adapter, BlueZ.gattManager, "UnregisterApplication", [.path(Self.root)]
        ) { _ in done() }
    }

    func registrationChanged() { changed() }

    private func export() throws(BusError) {
        try export([], at: Self.root)
        let service = BusInterface(
            BlueZ.gattService,
            properties: [
                BusProperty("UUID", .string(Shape.hidService)), BusProperty("Primary", .bool(true)),
            ])
        try export([service], at: Self.service)
        try offer("2a4a", at: 0, ["encrypt-read"], value: Self.information)
        try offer("2a4b", at: 1, ["encrypt-read"], value: Self.reportMap)
        try offer("2a4c", at: 2, ["encrypt-write", "write-without-response"], value: nil)
        try offer(
            "2a4e", at: 3, ["encrypt-read", "encrypt-write", "write-without-response"],
            value: Self.protocolMode)
        let report = try offer("2a4d", at: 4, ["encrypt-read", "notify"], value: Self.noKey)
        let reference = BusInterface(
            BlueZ.descriptor,
            properties: [
                BusProperty("UUID", .string("2908")), BusProperty("Characteristic", .path(report)),
                BusProperty("Flags", .strings(["encrypt-read"])),
            ], methods: [reading(Self.reportReference)])
        try export([reference], at: report.appending("descriptor0"))
    }

    @discardableResult
    private func offer(
        _ uuid: String, at index: Int, _ flags: [String], value: [UInt8]?
    ) throws(BusError) -> ObjectPath {
        let path = Self.service.appending("characteristic\(index)")
        var methods = [
            // What a phone writes, such as that it sleeps, changes nothing here.
            BusMethod("WriteValue", takes: "aya{sv}") { $0.reply() },
            BusMethod("StartNotify") { $0.reply() },
            BusMethod("StopNotify") { $0.reply() },
        ]
        if let value { methods.append(reading(value)) }
        let interface = BusInterface(
            BlueZ.characteristic,
            properties: [
                BusProperty("UUID", .string(uuid)), BusProperty("Service", .path(Self.service)),
                BusProperty("Flags", .strings(flags)),
            ], methods: methods)
        try export([interface], at: path)
        return path
    }

    private func export(_ interfaces: [BusInterface], at path: ObjectPath) throws(BusError) {
        try daemon.connection.export(BusObject(interfaces), at: path)
    }

    /// Long values are read in parts, each from an offset.
    private func reading(_ value: [UInt8]) -> BusMethod {
        BusMethod("ReadValue", takes: "a{sv}", returns: "ay") { request in
            let offset = request.arguments.first?.asDictionary?["offset"]?.asInt ?? 0
            request.reply([.bytes(Array(value.dropFirst(max(0, offset))))])
        }
    }
}
