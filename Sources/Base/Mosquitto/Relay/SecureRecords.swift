/// Cuts what comes over TLS into records, so that the library is never given more than one at a time.
struct SecureRecords {
    /// Bytes of a record's head: what it is, the version, and the length of the rest.
    private static let head = 5
    /// Bytes of the rest at most, as the specification has it; OpenSSL refuses a longer record by its head.
    private static let limit = 1 << 14 + 256

    private var waiting: [UInt8] = []
    /// Whether what waits begins with a record: the library may have read a part of one before there was a relay.
    private var isAligned = false
    private var isInBody = false
    private var isOver = false

    /// How many bytes wait.
    var count: Int { waiting.count }

    /// Takes what the network has brought.
    mutating func append(_ bytes: [UInt8]) {
        waiting += bytes
    }

    /// No more will come, so what is left goes as it is.
    mutating func end() {
        isOver = true
    }

    /// What the library may have next: a whole record, or one byte as long as nobody knows where a record begins.
    mutating func next() -> [UInt8]? {
        guard !waiting.isEmpty else { return nil }
        guard isAligned else { return take(1) }
        guard waiting.count >= Self.head else { return isOver ? take(waiting.count) : nil }
        let length = Int(waiting[3]) << 8 | Int(waiting[4])
        if length > Self.limit { return take(Self.head) }
        guard waiting.count >= Self.head + length else {
            return isOver ? take(waiting.count) : nil
        }
        return take(Self.head + length)
    }

    /// The library has read what it was given.
    ///
    /// - Parameter isInBody: whether it waits for the rest of a record whose head it has.
    mutating func isRead(isInBody: Bool) {
        if self.isInBody, !isInBody { isAligned = true }
        self.isInBody = isInBody
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }
}
