/// A characteristic whose values the phone sends by itself, or accepts.
enum LiveCharacteristic: Hashable, Sendable {
    case serviceChanged
    case notificationSource
    case controlPoint
    case dataSource
    /// A characteristic that the player answers.
    case media(MediaCharacteristic)
    /// A characteristic of a service that a scenario may change.
    case further(AttributeType, of: AttributeType)
}

/// An entry of the phone's attribute table.
struct Attribute: Sendable {
    /// Effect of a write to an attribute.
    enum WriteTarget: Hashable, Sendable {
        /// A command of the notification service, or a new value.
        case value(LiveCharacteristic)
        /// A subscription, with the permitted bits.
        case configuration(LiveCharacteristic, allowed: UInt16)
    }

    let handle: UInt16
    let type: AttributeType
    var value: [UInt8] = []
    var isReadable = true
    var target: WriteTarget?
    /// Characteristic of a value; nil for other attributes.
    var source: LiveCharacteristic?
    /// Whether the attribute requires an encrypted link.
    var isProtected = false
    /// Whether it can nevertheless be read without encryption.
    var isReadOpenly = false
    /// Error returned for reads and writes.
    var refusal: SimulatedAttributeError?
    var delay = Behaviour.Delay()
}

/// Definition of a service, before its attributes have handles.
struct ServiceDefinition: Sendable {
    /// A characteristic of the service.
    struct Characteristic: Sendable {
        let type: AttributeType
        let properties: Properties
        var value: [UInt8] = []
        var live: LiveCharacteristic?
        var isProtected = false
        /// Whether the subscription can be read without encryption, as on an iPhone.
        var showsSubscription = false
        var refusal: SimulatedAttributeError?
        var delay = Behaviour.Delay()
        /// State of its subscriptions, which only the behaviour of media changes.
        var subscription = MediaBehaviour.Subscription.working
        /// Number of times the scenario has set the value.
        var changes = 0

        /// Number of handles of the characteristic.
        var attributeCount: UInt16 {
            2 + (properties.contains(.extended) ? 1 : 0) + (subscriptions == 0 ? 0 : 1)
        }

        /// Permitted bits of a subscription; 0 if it sends no values.
        var subscriptions: UInt16 {
            (properties.contains(.notify) ? 1 : 0) | (properties.contains(.indicate) ? 2 : 0)
        }
    }

    /// Properties of a characteristic (Core specification, Vol 3 Part G 3.3.1.1).
    struct Properties: OptionSet, Sendable {
        let rawValue: UInt8

        static let read = Properties(rawValue: 0x02)
        static let write = Properties(rawValue: 0x08)
        static let notify = Properties(rawValue: 0x10)
        static let indicate = Properties(rawValue: 0x20)
        /// Further properties are in a descriptor.
        ///
        /// On an iPhone, that descriptor announces reliable writes: the phone echoes each part of a
        /// long value.
        static let extended = Properties(rawValue: 0x80)
    }

    let type: AttributeType
    var firstHandle: UInt16
    var characteristics: [Characteristic]
    var isThere = true

    /// Handles of the service while it exists.
    var handles: ClosedRange<UInt16> {
        characteristics.reduce(firstHandle...firstHandle) { range, characteristic in
            firstHandle...range.upperBound + characteristic.attributeCount
        }
    }

    /// Returns the service at later handles; the very first service keeps its handle.
    func later(by shift: UInt16) -> ServiceDefinition {
        var service = self
        if firstHandle > 1 { service.firstHandle += shift }
        return service
    }

    /// Returns the identifier of one of its characteristics.
    func live(_ characteristic: Characteristic) -> LiveCharacteristic {
        characteristic.live ?? .further(characteristic.type, of: type)
    }
}

/// All attributes of a phone, in ascending order of handles.
struct SimulatedAttributes: Sendable {
    /// Counter that assigns consecutive handles.
    private struct HandleCounter {
        var next: UInt16

        mutating func take() -> UInt16 {
            defer { next += 1 }
            return next
        }
    }

    private(set) var attributes: [Attribute] = []
    /// Last handle of each service, by its first.
    private var serviceEnds: [UInt16: UInt16] = [:]
    private var valueHandles: [LiveCharacteristic: UInt16] = [:]

    /// Assigns handles to the existing services.
    init(_ services: [ServiceDefinition]) {
        for service in services.sorted(by: { $0.firstHandle < $1.firstHandle })
        where service.isThere {
            append(service)
        }
    }

    /// Returns the handle of a characteristic's value, while its service exists.
    func valueHandle(of characteristic: LiveCharacteristic) -> UInt16? {
        valueHandles[characteristic]
    }

    /// Returns the attribute with this handle.
    subscript(handle: UInt16) -> Attribute? {
        attributes.first { $0.handle == handle }
    }

    /// Returns the attributes in a range of handles.
    func attributes(in range: ClosedRange<UInt16>) -> some Sequence<Attribute> {
        attributes.lazy.filter { range.contains($0.handle) }
    }

    /// Returns the last handle of the group that an attribute begins; for other attributes, their
    /// own handle.
    func groupEnd(of attribute: Attribute) -> UInt16 {
        serviceEnds[attribute.handle] ?? attribute.handle
    }

    private mutating func append(_ service: ServiceDefinition) {
        var handles = HandleCounter(next: service.firstHandle)
        attributes.append(
            Attribute(handle: handles.take(), type: .primaryService, value: service.type.bytes))
        for characteristic in service.characteristics {
            append(characteristic, as: service.live(characteristic), &handles)
        }
        serviceEnds[service.firstHandle] = handles.next - 1
    }

    /// Appends the declaration, the value and the descriptors of a characteristic.
    private mutating func append(
        _ characteristic: ServiceDefinition.Characteristic, as live: LiveCharacteristic,
        _ handles: inout HandleCounter
    ) {
        let declaration = handles.take()
        let value = handles.take()
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
                source: live,
                isProtected: characteristic.isProtected, refusal: characteristic.refusal,
                delay: characteristic.delay))
        if characteristic.properties.contains(.extended) {
            attributes.append(
                Attribute(
                    handle: handles.take(), type: .extendedProperties, value: [0x01, 0x00]))
        }
        guard characteristic.subscriptions != 0 else { return }
        let configuration = handles.take()
        guard characteristic.subscription != .missing else { return }
        attributes.append(
            Attribute(
                handle: configuration, type: .configuration,
                target: .configuration(live, allowed: characteristic.subscriptions),
                isProtected: characteristic.isProtected,
                isReadOpenly: characteristic.showsSubscription,
                refusal: characteristic.subscription == .refused
                    ? .attributeNotFound : characteristic.refusal,
                delay: characteristic.delay))
    }
}
