/// A characteristic whose values the phone sends on its own, or takes.
enum LiveCharacteristic: Hashable, Sendable {
    case serviceChanged
    case notificationSource
    case controlPoint
    case dataSource
    /// One of a service that a scenario may change.
    case further(AttributeType, of: AttributeType)
}

/// One entry of the phone's attribute table.
struct Attribute: Sendable {
    /// What a write to an attribute sets off.
    enum WriteTarget: Hashable, Sendable {
        /// A command of the notification service, or another value that takes this one's place.
        case value(LiveCharacteristic)
        /// A subscription, with the bits that may be set.
        case configuration(LiveCharacteristic, allowed: UInt16)
    }

    let handle: UInt16
    let type: AttributeType
    var value: [UInt8] = []
    var isReadable = true
    var target: WriteTarget?
    /// Whether the link must be encrypted for it.
    var isProtected = false
    /// Whether it may be read all the same.
    var isReadOpenly = false
    /// What whoever reads or writes it is told instead.
    var refusal: SimulatedAttributeError?
    /// How long the phone takes over it.
    var delay = Behaviour.Delay()
}

/// What a service consists of, before its attributes have handles.
struct ServiceDefinition: Sendable {
    /// One characteristic of the service.
    struct Characteristic: Sendable {
        let type: AttributeType
        let properties: Properties
        var value: [UInt8] = []
        var live: LiveCharacteristic?
        var isProtected = false
        /// Whether anybody may read if a host is subscribed, as on an iPhone.
        var showsSubscription = false
        var refusal: SimulatedAttributeError?
        var delay = Behaviour.Delay()
        /// How often the scenario has set the value.
        var changes = 0

        /// The handles that it takes.
        var attributeCount: UInt16 {
            2 + (properties.contains(.extended) ? 1 : 0) + (subscriptions == 0 ? 0 : 1)
        }

        /// The bits that a subscription may have; none where it sends no values.
        var subscriptions: UInt16 {
            (properties.contains(.notify) ? 1 : 0) | (properties.contains(.indicate) ? 2 : 0)
        }
    }

    /// What can be done with a characteristic (Core specification, volume 3, part G, 3.3.1.1).
    struct Properties: OptionSet, Sendable {
        let rawValue: UInt8

        static let read = Properties(rawValue: 0x02)
        static let write = Properties(rawValue: 0x08)
        static let notify = Properties(rawValue: 0x10)
        static let indicate = Properties(rawValue: 0x20)
        /// Further properties are in a descriptor; of an iPhone, that parts of a long value are
        /// repeated to the host.
        static let extended = Properties(rawValue: 0x80)
    }

    let type: AttributeType
    var firstHandle: UInt16
    var characteristics: [Characteristic]
    var isThere = true

    /// The handles that it takes while it is there.
    var handles: ClosedRange<UInt16> {
        characteristics.reduce(firstHandle...firstHandle) { range, characteristic in
            firstHandle...range.upperBound + characteristic.attributeCount
        }
    }

    /// The same at later handles; the very first service stays where it is.
    func later(by shift: UInt16) -> ServiceDefinition {
        var service = self
        if firstHandle > 1 { service.firstHandle += shift }
        return service
    }

    /// What others know a characteristic of it by.
    func live(_ characteristic: Characteristic) -> LiveCharacteristic {
        characteristic.live ?? .further(characteristic.type, of: type)
    }
}

/// All attributes of a phone, by rising handle.
struct SimulatedAttributes: Sendable {
    private(set) var attributes: [Attribute] = []
    /// The last handle of each service, by its first.
    private var serviceEnds: [UInt16: UInt16] = [:]
    private var valueHandles: [LiveCharacteristic: UInt16] = [:]

    /// Lays out the services that are there.
    init(_ services: [ServiceDefinition]) {
        for service in services.sorted(by: { $0.firstHandle < $1.firstHandle })
        where service.isThere {
            append(service)
        }
    }

    /// The handle of a live characteristic's value, while its service is there.
    func valueHandle(of characteristic: LiveCharacteristic) -> UInt16? {
        valueHandles[characteristic]
    }

    /// The attribute with a handle.
    subscript(handle: UInt16) -> Attribute? {
        attributes.first { $0.handle == handle }
    }

    /// The attributes of a range of handles.
    func attributes(in range: ClosedRange<UInt16>) -> some Sequence<Attribute> {
        attributes.lazy.filter { range.contains($0.handle) }
    }

    /// The last handle of the group that an attribute begins; other attributes end with themselves.
    func groupEnd(of attribute: Attribute) -> UInt16 {
        serviceEnds[attribute.handle] ?? attribute.handle
    }

    private mutating func append(_ service: ServiceDefinition) {
        var handle = service.firstHandle
        func takeHandle() -> UInt16 {
            defer { handle += 1 }
            return handle
        }
        attributes.append(
            Attribute(handle: takeHandle(), type: .primaryService, value: service.type.bytes))
        for characteristic in service.characteristics {
            let live = service.live(characteristic)
            let declaration = takeHandle()
            let value = takeHandle()
            valueHandles[live] = value
            var declared = [characteristic.properties.rawValue]
            declared.append(word: value)
            attributes.append(
                Attribute(
                    handle: declaration, type: .characteristic,
                    value: declared + characteristic.type.bytes))
            attributes.append(
                Attribute(
                    handle: value, type: characteristic.type, value: characteristic.value,
                    isReadable: characteristic.properties.contains(.read),
                    target: characteristic.properties.contains(.write) ? .value(live) : nil,
                    isProtected: characteristic.isProtected, refusal: characteristic.refusal,
                    delay: characteristic.delay))
            if characteristic.properties.contains(.extended) {
                attributes.append(
                    Attribute(
                        handle: takeHandle(), type: .extendedProperties, value: [0x01, 0x00]))
            }
            guard characteristic.subscriptions != 0 else { continue }
            attributes.append(
                Attribute(
                    handle: takeHandle(), type: .configuration,
                    target: .configuration(live, allowed: characteristic.subscriptions),
                    isProtected: characteristic.isProtected,
                    isReadOpenly: characteristic.showsSubscription,
                    refusal: characteristic.refusal,
                    delay: characteristic.delay))
        }
        serviceEnds[service.firstHandle] = handle - 1
    }
}
