/// Attributes of all services, in the order of their handles, which count from 1 without gaps.
struct AttributeTable: Sendable {
    struct Entry: Hashable, Sendable {
        let handle: Handle
        let type: UUID
        let content: ServerContent
        let access: ServerAccess
        /// Last handle of the service that this attribute declares.
        var groupEnd: Handle?
    }

    /// Maximum number of attributes; services beyond the limit are not offered.
    static let maximumEntries = 1024
    private(set) var entries: [Entry] = []
    /// Database hash, constant while the services are unchanged (Core specification, Vol 3 Part G
    /// 7.3).
    private(set) var hash: [UInt8] = []

    init(_ services: [ServerService]) {
        for service in services where entries.count + service.size <= Self.maximumEntries {
            add(service)
        }
        hash = databaseHash
    }

    /// Returns the attribute with this handle.
    subscript(handle: Handle) -> Entry? {
        let index = Int(handle.rawValue) - 1
        return entries.indices.contains(index) ? entries[index] : nil
    }

    /// Returns the attributes in a range.
    subscript(range: HandleRange) -> ArraySlice<Entry> {
        let first = min(Int(range.first.rawValue) - 1, entries.count)
        return entries[first..<min(Int(range.last.rawValue), entries.count)]
    }

    private mutating func add(_ service: ServerService) {
        let start = entries.count
        add(.primaryService, .constant(service.uuid.bytes), .readable)
        for characteristic in service.characteristics {
            // The value follows its declaration, which contains its handle.
            let valueHandle = UInt16(entries.count + 2)
            let declaration =
                [characteristic.properties.rawValue] + valueHandle.littleEndianBytes
                + characteristic.uuid.bytes
            add(.characteristic, .constant(declaration), .readable)
            add(characteristic.uuid, characteristic.content, characteristic.access)
            for descriptor in characteristic.descriptors {
                add(descriptor.uuid, descriptor.content, descriptor.access)
            }
        }
        entries[start].groupEnd = entries.last?.handle
    }

    private mutating func add(_ type: UUID, _ content: ServerContent, _ access: ServerAccess) {
        let handle = Handle(rawValue: UInt16(entries.count + 1))
        entries.append(Entry(handle: handle, type: type, content: content, access: access))
    }
}

extension ServerService {
    /// Number of attributes of the service.
    fileprivate var size: Int {
        characteristics.reduce(1) { $0 + 2 + $1.descriptors.count }
    }
}
