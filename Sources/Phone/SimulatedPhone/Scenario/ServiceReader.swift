internal import JSON

/// Parser of a phone's services other than notifications, and of changes to them.
enum ServiceReader {
    /// Maximum number of services of one phone in a scenario.
    static let serviceLimit = 16
    /// Maximum number of characteristics of a service.
    static let characteristicLimit = 32
    static let serviceNames = ["uuid", "there", "characteristics"]
    /// Fields of a characteristic that a step may change.
    static let changeNames = ["value", "error", "delay"]
    static let characteristicNames = ["uuid", "properties", "secure"] + changeNames

    private static let properties: [(name: String, value: ServiceDefinition.Properties)] = [
        ("read", .read), ("write", .write), ("notify", .notify), ("indicate", .indicate),
    ]

    /// Parses a list of services, and adds those of the model that the list does not replace.
    ///
    /// - Parameter hasMedia: whether the phone's player answers the media service.
    static func services(
        _ field: JSONField, of model: PhoneModel, hasMedia: Bool
    ) throws(JSONError) -> [ServiceDefinition] {
        let elements = try field.elements()
        guard elements.count <= serviceLimit else {
            throw field.error("must have at most \(serviceLimit) services, not \(elements.count)")
        }
        var services: [ServiceDefinition] = []
        for element in elements {
            let next = services.last.map { $0.handles.upperBound + 1 }
            let service = try service(element, at: next ?? model.firstFreeHandle)
            guard !ServiceDefinition.fixed.contains(service.type) else {
                throw element.error("every phone has this service, and it cannot be replaced")
            }
            guard !hasMedia || service.type != ServiceDefinition.media.type else {
                throw element.error(
                    "media of the phone has this service already; remove one of them")
            }
            guard !services.contains(where: { $0.type == service.type }) else {
                throw element.error("has the uuid of a service above")
            }
            services.append(service)
        }
        let types = services.map(\.type)
        return model.further.filter { !types.contains($0.type) } + services
    }

    private static func service(
        _ field: JSONField, at handle: UInt16
    ) throws(JSONError) -> ServiceDefinition {
        let fields = try JSONFields(of: field, allowed: serviceNames)
        let type = try uuid(try fields.required("uuid"))
        let list = try fields.required("characteristics")
        let elements = try list.elements()
        guard (1...characteristicLimit).contains(elements.count) else {
            throw list.error(
                "must have 1 to \(characteristicLimit) characteristics, not \(elements.count)")
        }
        var characteristics: [ServiceDefinition.Characteristic] = []
        for element in elements {
            let characteristic = try characteristic(element)
            guard !characteristics.contains(where: { $0.type == characteristic.type }) else {
                throw element.error("has the uuid of a characteristic above")
            }
            characteristics.append(characteristic)
        }
        return ServiceDefinition(
            type: type, firstHandle: handle, characteristics: characteristics,
            isThere: try fields["there"]?.bool() ?? true)
    }

    private static func characteristic(
        _ field: JSONField
    ) throws(JSONError) -> ServiceDefinition.Characteristic {
        let fields = try JSONFields(of: field, allowed: characteristicNames)
        let type = try uuid(try fields.required("uuid"))
        let list = try fields.required("properties")
        var allowed: ServiceDefinition.Properties = []
        for element in try list.elements() {
            allowed.insert(try element.choice(of: "a property", among: properties))
        }
        guard !allowed.isEmpty else { throw list.error("must name at least one property") }
        var characteristic = ServiceDefinition.Characteristic(
            type: type, properties: allowed, isProtected: try fields["secure"]?.bool() ?? false)
        try change(fields)(&characteristic)
        characteristic.changes = 0
        return characteristic
    }

    /// Parses a change of one of a phone's services.
    static func change(
        _ field: JSONField, of services: [ServiceDefinition]
    ) throws(JSONError) -> Behaviour.Change {
        let fields = try JSONFields(
            of: field, allowed: ["service", "there", "characteristic"] + changeNames)
        let name = try fields.required("service")
        let type = try uuid(name)
        guard let index = services.firstIndex(where: { $0.type == type }) else {
            throw name.error("the phone has no such service; list it among its services")
        }
        let details = fields.present(of: changeNames)
        guard let place = fields["characteristic"] else {
            if !details.isEmpty { _ = try fields.required("characteristic") }
            let isThere = try fields.required("there").bool()
            return { $0.services[index].isThere = isThere }
        }
        guard fields["there"] == nil, !details.isEmpty else {
            throw field.error(
                "must have there alone, or characteristic with at least one of "
                    + changeNames.joined(separator: ", "))
        }
        let characteristic = try uuid(place)
        let types = services[index].characteristics.map(\.type)
        guard let number = types.firstIndex(of: characteristic) else {
            throw place.error("the service has no such characteristic")
        }
        let change = try change(fields)
        return { change(&$0.services[index].characteristics[number]) }
    }

    private static func change(
        _ fields: JSONFields
    ) throws(JSONError) -> @Sendable (inout ServiceDefinition.Characteristic) -> Void {
        var value: [UInt8]?
        if let field = fields["value"] {
            let bytes = try TextReader.bytes(field)
            guard bytes.count <= AttributeServer.longestValue else {
                throw field.error(
                    "must have at most \(AttributeServer.longestValue) bytes, not \(bytes.count)")
            }
            value = bytes
        }
        let error = try fields["error"].map { (field) throws(JSONError) in
            field.isNull ? nil : SimulatedAttributeError(code: try BehaviourReader.errorCode(field))
        }
        let delay = try fields["delay"].map { (field) throws(JSONError) in
            field.isNull ? Behaviour.Delay() : try BehaviourReader.delay(field)
        }
        return { [value] characteristic in
            if let value {
                characteristic.value = value
                characteristic.changes += 1
            }
            if let error { characteristic.refusal = error }
            if let delay { characteristic.delay = delay }
        }
    }

    /// Parses four hexadecimal digits, or 32 in five groups.
    private static func uuid(_ field: JSONField) throws(JSONError) -> AttributeType {
        let groups = try field.string().split(separator: "-", omittingEmptySubsequences: false)
        let areDigits = groups.joined().utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
        guard areDigits, [[4], [8, 4, 4, 4, 12]].contains(groups.map(\.utf8.count)),
            let number = UInt128(groups.joined(), radix: 16)
        else {
            throw field.error(
                "must be a UUID: 4 hexadecimal digits, or 32 in groups of 8-4-4-4-12")
        }
        return groups.count == 1 ? AttributeType(UInt16(number)) : AttributeType(long: number)
    }
}
