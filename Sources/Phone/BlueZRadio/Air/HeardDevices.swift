import Basics
import DBus
import Radio

/// What was last heard of each device, for bluetoothd tells only what is new.
struct HeardDevices {
    /// Devices that something is made of; the one not heard for the longest time is forgotten, and must tell
    /// everything anew.
    static let limit = 256

    private struct Device {
        var signal: Int?
        var makers: [AirData] = []
        var services: [AirData] = []
        /// How many messages there had been.
        var last = 0
    }

    private var devices: [ObjectPath: Device] = [:]
    private var count = 0

    /// Takes what is said of a device; nil where nobody makes anything of it.
    ///
    /// - Parameter bond: names its bond where it has one.
    mutating func take(
        _ properties: [String: BusValue], of path: ObjectPath, address: String, bond: String?
    ) -> AirMessage? {
        var device = devices[path] ?? Device()
        if let signal = properties["RSSI"]?.asInt { device.signal = signal }
        if let makers = properties["ManufacturerData"]?.asMakers {
            device.makers = makers.filter {
                bond != nil || AirMessage.wants($0.number, $0.bytes)
            }
        }
        if let services = properties["ServiceData"]?.asServices {
            device.services = services.filter {
                bond != nil || AirMessage.wants(service: $0.number)
            }
        }
        guard bond != nil || !device.makers.isEmpty || !device.services.isEmpty else {
            devices[path] = nil
            return nil
        }
        count += 1
        device.last = count
        devices[path] = device
        makeRoom()
        return AirMessage(
            address: address, bond: bond, signal: device.signal, manufacturerData: device.makers,
            serviceData: device.services)
    }

    private mutating func makeRoom() {
        guard devices.count > Self.limit,
            let oldest = devices.min(by: { $0.value.last < $1.value.last })?.key
        else { return }
        devices[oldest] = nil
    }
}

extension BusValue {
    /// What makers put in, each under a number.
    fileprivate var asMakers: [AirData]? {
        asEntries?.compactMap { entry in
            guard let number = entry.key.asInt.flatMap(UInt16.init(exactly:)),
                let bytes = entry.value.asBytes
            else { return nil }
            return AirData(number, bytes)
        }
    }

    /// What is said of services with short numbers.
    fileprivate var asServices: [AirData]? {
        asEntries?.compactMap { entry in
            guard let uuid = entry.key.asString.flatMap(UInt128.init(uuidText:)),
                let number = uuid.shortNumber, let bytes = entry.value.asBytes
            else { return nil }
            return AirData(number, bytes)
        }
    }
}

extension UInt128 {
    /// What all short numbers have around them.
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

    /// The short number of a service that has one.
    fileprivate var shortNumber: UInt16? {
        guard self & ~(0xFFFF << 96) == Self.base else { return nil }
        return UInt16(truncatingIfNeeded: self >> 96)
    }
}
