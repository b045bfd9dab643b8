import ATT
import JSON

/// Format of the file of known services.
enum PlacesFile {
    private static let format = 1
    /// Maximum number of accepted characteristics of a service.
    private static let characteristicLimit = 64
    private static let hashLimit = 64
    /// Maximum number of accepted further services of a phone.
    private static let furtherLimit = 16

    static func bytes(of places: [String: KnownServices]) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("format", format)
            writer.objects("phones", places.sorted(by: { $0.key < $1.key })) { writer, element in
                let (bond, known) = element
                writer.member("bond", bond)
                writer.member("hash", known.databaseHash.hexadecimal)
                writer.member("tells_of_changes", known.tellsOfChanges)
                writer.key("service")
                write(known.service, to: &writer)
                if let attributes = known.genericAttributeService {
                    writer.key("attributes")
                    write(attributes, to: &writer)
                }
                if !known.further.isEmpty { write(known.further, to: &writer) }
            }
        }
    }

    private static func write(_ further: [UUID: GATTService], to writer: inout JSONWriter) {
        writer.objects("further", further.sorted(by: { $0.key.value < $1.key.value })) {
            writer, element in
            let (uuid, service) = element
            writer.member("uuid", uuid.value.bigEndianBytes.hexadecimal)
            writer.key("service")
            write(service, to: &writer)
        }
    }

    private static func write(_ service: GATTService, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("first", service.range.first.rawValue)
            writer.member("last", service.range.last.rawValue)
            writer.objects("characteristics", service.characteristics) { writer, characteristic in
                writer.member("uuid", characteristic.uuid.value.bigEndianBytes.hexadecimal)
                writer.member("properties", characteristic.properties.rawValue)
                writer.member("value", characteristic.valueHandle.rawValue)
                if let handle = characteristic.configurationHandle {
                    writer.member("configuration", handle.rawValue)
                }
            }
        }
    }

    /// Parses the output of `bytes(of:)`; returns nil for anything else.
    static func read(_ bytes: [UInt8]) -> [String: KnownServices]? {
        do throws(JSONError) {
            let fields = try JSONFields(
                of: JSONField(JSONValue(parsing: bytes)), allowed: ["format", "phones"])
            _ = try fields.required("format").integer(in: format...format)
            var places: [String: KnownServices] = [:]
            for element in try fields.required("phones").elements() {
                let (bond, known) = try phone(element)
                places[bond] = known
            }
            return places
        } catch {
            return nil
        }
    }

    private static func phone(_ field: JSONField) throws(JSONError) -> (String, KnownServices) {
        let fields = try JSONFields(
            of: field,
            allowed: ["bond", "hash", "tells_of_changes", "service", "attributes", "further"])
        let digits = try fields.required("hash").string().utf8.count
        guard digits.isMultiple(of: 2), digits <= 2 * hashLimit else {
            throw field.error("has no hash")
        }
        var further: [UUID: GATTService] = [:]
        let elements = try fields["further"]?.elements() ?? []
        guard elements.count <= furtherLimit else { throw field.error("has too many services") }
        for element in elements {
            let fields = try JSONFields(of: element, allowed: ["uuid", "service"])
            further[try uuid(fields)] = try service(fields.required("service"))
        }
        var attributes: GATTService?
        if let field = fields["attributes"] { attributes = try service(field) }
        return (
            try fields.required("bond").string(),
            KnownServices(
                databaseHash: try fields.required("hash").hexadecimal(digits / 2),
                service: try service(fields.required("service")),
                genericAttributeService: attributes,
                tellsOfChanges: try fields.required("tells_of_changes").bool(), further: further)
        )
    }

    private static func service(_ field: JSONField) throws(JSONError) -> GATTService {
        let fields = try JSONFields(of: field, allowed: ["first", "last", "characteristics"])
        guard
            let range = HandleRange(
                first: try handle(fields.required("first")),
                last: try handle(fields.required("last")))
        else { throw field.error("has no range") }
        let elements = try fields.required("characteristics").elements()
        guard elements.count <= characteristicLimit else { throw field.error("is too long") }
        var characteristics: [GATTCharacteristic] = []
        for element in elements { characteristics.append(try characteristic(element)) }
        return GATTService(range: range, characteristics: characteristics)
    }

    private static func characteristic(_ field: JSONField) throws(JSONError) -> GATTCharacteristic {
        let fields = try JSONFields(
            of: field, allowed: ["uuid", "properties", "value", "configuration"])
        let properties = try fields.required("properties").integer(in: 0...Int(UInt8.max))
        var configuration: Handle?
        if let field = fields["configuration"] { configuration = try handle(field) }
        return GATTCharacteristic(
            uuid: try uuid(fields),
            properties: .init(rawValue: UInt8(truncatingIfNeeded: properties)),
            valueHandle: try handle(fields.required("value")), configurationHandle: configuration)
    }

    private static func uuid(_ fields: JSONFields) throws(JSONError) -> UUID {
        let bytes = try fields.required("uuid").hexadecimal(16)
        return UUID(bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    private static func handle(_ field: JSONField) throws(JSONError) -> Handle {
        Handle(rawValue: UInt16(truncatingIfNeeded: try field.integer(in: 1...Int(UInt16.max))))
    }
}

extension UInt128 {
    /// Bytes of the number, the highest first.
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: self >> (120 - 8 * $0)) }
    }
}
