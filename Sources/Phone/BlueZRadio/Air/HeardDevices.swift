import Basics
import DBus
import Radio

/// Last reception of each device, because bluetoothd reports only changed properties.
struct HeardDevices {
    /// Maximum number of relevant devices.
    ///
    /// The one not received for the longest time is dropped. bluetoothd does not report its
    /// unchanged properties again.
    static let limit = 256

    private struct Device {
        var signal: Int?
        var makers: [AirData] = []
        var services: [AirData] = []
        /// Value of `count` at the last message; the device with the lowest is dropped first.
        var last = 0
    }

    private var devices: [ObjectPath: Device] = [:]
    private var count = 0

    /// Handles the properties of a device; returns nil if they are not relevant.
    ///
    /// - Parameter bond: bond of the device, if it has one.
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
    /// Manufacturer data by company identifier.
    fileprivate var asMakers: [AirData]? {
        asEntries?.compactMap { entry in
            guard let number = entry.key.asInt.flatMap(UInt16.init(exactly:)),
                let bytes = entry.value.asBytes
            else { return nil }
            return AirData(number, bytes)
        }
    }

    /// Service data of services with short numbers.
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
    /// Base UUID of all short numbers.
    private static let base: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

    /// Short number of a service, if it has one.
    fileprivate var shortNumber: UInt16? {
        guard self & ~(0xFFFF << 96) == Self.base else { return nil }
        return UInt16(truncatingIfNeeded: self >> 96)
    }
}
