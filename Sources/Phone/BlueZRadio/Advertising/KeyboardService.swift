import DBus
import Linux
import Radio

/// Registration with bluetoothd of the keyboard service, of a keyboard that never types.
@LoopActor
final class KeyboardService: Registrant {
    struct Desired: Equatable {
        var adapter: ObjectPath
        var usage: Keyboard.Usage
    }

    private static let root: ObjectPath = "/org/callboard/keyboard"
    private static let service: ObjectPath = "/org/callboard/keyboard/service0"

    private let daemon: BlueZDaemon
    weak let radio: (any PartOwner)?
    private(set) lazy var registration = Registration(for: self)

    /// - Parameter radio: compares the desired with the present state when the service is registered, refused or lost.
    init(_ daemon: BlueZDaemon, for radio: any PartOwner) {
        self.daemon = daemon
        self.radio = radio
    }

    func register(_ wish: Desired) async throws(BusError) {
        try export(wish.usage)
        _ = try await daemon.call(
            wish.adapter, BlueZ.gattManager, "RegisterApplication",
            [.path(Self.root), .dictionary([:])])
    }

    func withdraw(_ wish: Desired) async {
        _ = try? await daemon.call(
            wish.adapter, BlueZ.gattManager, "UnregisterApplication", [.path(Self.root)])
    }

    private func export(_ usage: Keyboard.Usage) throws(BusError) {
        try export([], at: Self.root)
        let service = BusInterface(
            BlueZ.gattService,
            properties: [
                BusProperty("UUID", .string(BlueZ.uuid(Keyboard.service))),
                BusProperty("Primary", .bool(true)),
            ])
        try export([service], at: Self.service)
        for (index, characteristic) in Keyboard.characteristics(usage).enumerated() {
            let path = Self.service.appending("characteristic\(index)")
            try offer(characteristic, at: path)
            guard let value = characteristic.reportReference else { continue }
            let reference = BusInterface(
                BlueZ.descriptor,
                properties: [
                    BusProperty("UUID", .string(BlueZ.uuid(Keyboard.reportReference))),
                    BusProperty("Characteristic", .path(path)),
                    BusProperty("Flags", .strings(["encrypt-read"])),
                ], methods: [reading(value)])
            try export([reference], at: path.appending("descriptor0"))
        }
    }

    private func offer(
        _ characteristic: Keyboard.Characteristic, at path: ObjectPath
    ) throws(BusError) {
        var flags: [String] = []
        var methods = [
            // A write of the phone, such as a suspend command, has no effect.
            BusMethod("WriteValue", takes: "aya{sv}") { $0.reply() },
            BusMethod("StartNotify") { $0.reply() },
            BusMethod("StopNotify") { $0.reply() },
        ]
        if let value = characteristic.value {
            flags.append("encrypt-read")
            methods.append(reading(value))
        }
        if characteristic.isWritable { flags += ["encrypt-write", "write-without-response"] }
        if characteristic.reportReference != nil { flags.append("notify") }
        let interface = BusInterface(
            BlueZ.characteristic,
            properties: [
                BusProperty("UUID", .string(BlueZ.uuid(characteristic.uuid))),
                BusProperty("Service", .path(Self.service)), BusProperty("Flags", .strings(flags)),
            ], methods: methods)
        try export([interface], at: path)
    }

    private func export(_ interfaces: [BusInterface], at path: ObjectPath) throws(BusError) {
        try daemon.connection.export(BusObject(interfaces), at: path)
    }

    /// Returns the read method; long values are read in parts, each from an offset.
    private func reading(_ value: [UInt8]) -> BusMethod {
        BusMethod("ReadValue", takes: "a{sv}", returns: "ay") { request in
            let offset = request.arguments.first?.asDictionary?["offset"]?.asInt ?? 0
            request.reply([.bytes(Array(value.dropFirst(max(0, offset))))])
        }
    }
}
