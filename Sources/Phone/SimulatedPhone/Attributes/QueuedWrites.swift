/// A write of the host to an attribute.
struct AttributeWrite: Sendable {
    let handle: UInt16
    let target: Attribute.WriteTarget
    let value: [UInt8]

    /// Value as a subscription; nil if it does not have exactly two bytes.
    var configuration: UInt16? {
        var reader = AttributePacketReader(value)
        guard let configuration = reader.word(), reader.isAtEnd else { return nil }
        return configuration
    }
}

/// Writes that are performed in order and answered together.
struct QueuedWrites: Sendable {
    let operation: UInt8
    let writes: [AttributeWrite]

    /// Response to successful writes; nil for commands, which are not answered.
    var acceptance: [UInt8]? {
        Operation.isCommand(operation) ? nil : [Operation.response(to: operation)]
    }

    /// Returns the error response to a refused write; nil for commands.
    func refusal(of write: AttributeWrite, because error: SimulatedAttributeError) -> [UInt8]? {
        Operation.isCommand(operation)
            ? nil
            : AttributeServer.errorResponse(to: operation, error, handle: write.handle)
    }
}

/// Queued parts of long writes.
struct PreparedWrites: Sendable {
    /// A part of a long value.
    struct Part: Sendable {
        let handle: UInt16
        let target: Attribute.WriteTarget
        let offset: Int
        let value: [UInt8]
    }

    /// Maximum number of queued parts; further ones are refused.
    static let limit = 64

    private var parts: [Part] = []

    /// Queues a part; returns false if there are too many.
    mutating func append(_ part: Part) -> Bool {
        guard parts.count < Self.limit else { return false }
        parts.append(part)
        return true
    }

    mutating func takeAll() -> [Part] {
        defer { parts = [] }
        return parts
    }

    /// Joins parts into one value for each attribute, in the order of their first parts.
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
