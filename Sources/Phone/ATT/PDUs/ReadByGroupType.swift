/// Request for the groups of a type in a range; used to list all services.
struct ReadByGroupTypeRequest: TypeInRangePDU {
    static let opcode = Opcode.readByGroupTypeRequest

    let first: Handle
    let last: Handle
    let type: UUID
}

/// List of groups with their last handles and values, all of the same length.
struct ReadByGroupTypeResponse: AttributePDU {
    struct Entry: Hashable, Sendable {
        let handle: Handle
        let groupEnd: Handle
        let value: [UInt8]
    }

    static let opcode = Opcode.readByGroupTypeResponse
    private static let shortestEntry: UInt8 = 4

    private let entryLength: UInt8
    let entries: [Entry]

    /// - Parameter entries: at least one; all values have the same length, which must fit an entry.
    init(_ entries: [Entry]) {
        let valueLength = entries.first?.value.count ?? 0
        entryLength = Self.shortestEntry + UInt8(clamping: min(valueLength, 251))
        self.entries = entries
    }

    init(parsing parameters: inout PDUReader) throws(PDUError) {
        entryLength = try parameters.readUInt8()
        guard entryLength >= Self.shortestEntry else { throw .invalidEntryLength(entryLength) }
        entries = try parameters.readList(entryLength: Int(entryLength)) { entry throws(PDUError) in
            Entry(
                handle: try entry.readHandle(), groupEnd: try entry.readHandle(),
                value: entry.readRest())
        }
    }

    var parameters: [UInt8] {
        [entryLength]
            + entries.flatMap {
                $0.handle.rawValue.littleEndianBytes + $0.groupEnd.rawValue.littleEndianBytes
                    + $0.value
            }
    }
}
