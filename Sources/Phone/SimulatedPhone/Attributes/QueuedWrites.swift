/// A value that the host writes to an attribute.
struct AttributeWrite: Sendable {
    let handle: UInt16
    let target: Attribute.WriteTarget
    let value: [UInt8]

    /// The value as a subscription; nil where it does not have exactly two bytes.
    var configuration: UInt16? {
        var reader = AttributePacketReader(value)
        guard let configuration = reader.word(), reader.isAtEnd else { return nil }
        return configuration
    }
}

/// Writes that are performed one after the other and answered together.
struct QueuedWrites: Sendable {
    let operation: UInt8
    let writes: [AttributeWrite]

    /// The packet that says all is done; commands are not answered.
    var acceptance: [UInt8]? {
        Operation.isCommand(operation) ? nil : [Operation.response(to: operation)]
    }

    /// The packet that says one of the writes was refused.
    func refusal(of write: AttributeWrite, because error: SimulatedAttributeError) -> [UInt8]? {
        Operation.isCommand(operation)
            ? nil
            : AttributeServer.errorResponse(to: operation, error, handle: write.handle)
    }
}

/// The parts of long writes that wait for being executed.
struct PreparedWrites: Sendable {
    /// One part of a long value.
    struct Part: Sendable {
        let handle: UInt16
        let target: Attribute.WriteTarget
        let offset: Int
        let value: [UInt8]
    }

    /// The most parts that wait; the host is told when there are more.
    static let limit = 64

    private var parts: [Part] = []

    /// Keeps a part, or returns false where there are too many.
    mutating func append(_ part: Part) -> Bool {
        guard parts.count < Self.limit else { return false }
        parts.append(part)
        return true
    }

    mutating func takeAll() -> [Part] {
        defer { parts = [] }
        return parts
    }

    /// Puts parts together to one value for each attribute, in the order of their first parts.
    static func join(_ parts: [Part]) throws(AttributeServer.Refusal) -> [AttributeWrite] {
        var writes: [AttributeWrite] = []
        for part in parts {
            let index = writes.firstIndex { $0.handle == part.handle }
            let before = index.map { writes[$0].value } ?? []
            guard part.offset <= before.count else {
                throw AttributeServer.Refusal(error: .invalidOffset, handle: part.handle)
            }
            let write = AttributeWrite(
                handle: part.handle, target: part.target,
                value: before.prefix(part.offset) + part.value
                    + before.dropFirst(part.offset + part.value.count))
            if let index { writes[index] = write } else { writes.append(write) }
        }
        return writes
    }
}
