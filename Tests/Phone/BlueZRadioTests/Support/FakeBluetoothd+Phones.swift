import DBus
import LinkSupport
import Linux

/// Adapters and phones.
extension FakeBluetoothd {
    @discardableResult
    func addAdapter(
        _ name: String = "hci0", address: String = "00:00:00:00:00:01", isPowered: Bool = true,
        isPairable: Bool = false, canAdvertise: Bool = true
    ) -> ObjectPath {
        let path = FakePaths.manager.appending(name)
        var interfaces: [String: Properties] = [
            FakePaths.adapter: [
                "Address": .string(address), "Alias": .string("host"),
                "Powered": .bool(isPowered), "Pairable": .bool(isPairable),
            ]
        ]
        if canAdvertise {
            interfaces[FakePaths.advertisingManager] = [:]
            interfaces[FakePaths.gattManager] = [:]
        }
        add(path, interfaces)
        return path
    }

    /// A phone that is connected, paired and known in every respect, unless told otherwise.
    @discardableResult
    func addPhone(
        _ address: String = FakePhone.address, name: String = "Ann's phone",
        on adapter: ObjectPath = FakePhone.adapter, isConnected: Bool = true,
        isPaired: Bool = true, isResolved: Bool = true, isPhone: Bool = true
    ) -> FakePhone {
        let phone = FakePhone(address, on: adapter)
        add(
            phone.path,
            [
                FakePaths.device: [
                    "Address": .string(address), "Alias": .string(name),
                    "Adapter": .path(adapter), "Connected": .bool(isConnected),
                    "Paired": .bool(isPaired), "ServicesResolved": .bool(isResolved),
                ]
            ])
        if isPhone { addService(of: phone) }
        return phone
    }

    func addService(of phone: FakePhone, without missing: ObjectPath? = nil) {
        addService("7905f431-b5ce-4e99-a40f-4b1e122d00d0", at: phone.service, [:])
        let characteristics: [(ObjectPath, String)] = [
            (phone.notificationSource, "9fbf120d-6301-42d9-8c58-25e699a21dbd"),
            (phone.controlPoint, "69d1d8f3-45e1-49a8-9821-9bbdfdaad9d9"),
            (phone.dataSource, "22eac6e9-24d6-4bb5-be44-b36ace7c7bfb"),
        ]
        for (path, uuid) in characteristics where path != missing {
            add(
                path,
                [
                    FakePaths.characteristic: [
                        "UUID": .string(uuid), "Service": .path(phone.service),
                        "Notifying": .bool(false),
                    ]
                ])
        }
    }

    /// A further service with characteristics, each with a value to be read.
    func addService(_ uuid: String, at path: ObjectPath, _ values: KeyValuePairs<String, [UInt8]>) {
        add(path, [FakePaths.service: ["UUID": .string(uuid), "Primary": .bool(true)]])
        for (number, (uuid, value)) in values.enumerated() {
            add(
                path.appending("char000\(number)"),
                [
                    FakePaths.characteristic: [
                        "UUID": .string(uuid), "Service": .path(path), "Value": .bytes(value),
                        "Notifying": .bool(false),
                    ]
                ])
        }
    }

    func set(_ phone: FakePhone, _ properties: Properties) {
        change(phone.path, FakePaths.device, properties)
    }

    /// The phone goes away; what it was subscribed to ends with that.
    func disconnect(_ phone: FakePhone) {
        set(phone, ["Connected": .bool(false), "ServicesResolved": .bool(false)])
        hangUp(phone.dataSource)
    }

    func connect(_ phone: FakePhone) {
        set(phone, ["Connected": .bool(true)])
        set(phone, ["ServicesResolved": .bool(true)])
    }

    /// A value as it comes over the bus.
    func value(_ path: ObjectPath, _ bytes: [UInt8]) {
        change(path, FakePaths.characteristic, ["Value": .bytes(bytes)])
    }

    /// Closes a descriptor that was handed out.
    func hangUp(_ path: ObjectPath) {
        streams[path] = nil
    }
}

/// Where a phone's objects are.
struct FakePhone {
    static let address = "AA:AA:AA:AA:AA:01"
    static let other = "BB:BB:BB:BB:BB:02"
    static let adapter: ObjectPath = "/org/bluez/hci0"

    let address: String
    let path: ObjectPath

    init(_ address: String, on adapter: ObjectPath) {
        self.address = address
        path = adapter.appending("dev_" + address.split(separator: ":").joined(separator: "_"))
    }

    var further: ObjectPath { path.appending("service0060") }
    var service: ObjectPath { path.appending("service0010") }
    var notificationSource: ObjectPath { service.appending("char0011") }
    var controlPoint: ObjectPath { service.appending("char0014") }
    var dataSource: ObjectPath { service.appending("char0016") }
    var characteristics: [ObjectPath] { [notificationSource, controlPoint, dataSource] }
}
