/// Splits received TLS data into records, so that libmosquitto gets at most one at a time.
struct SecureRecords {
    /// Size of a record header: type, version, and length.
    private static let head = 5
    /// Maximum length of a record's body in the specification; OpenSSL refuses a longer record by
    /// its header.
    private static let limit = 1 << 14 + 256

    private var waiting: [UInt8] = []
    /// Whether the waiting bytes begin with a record: libmosquitto may have read part of one before
    /// the relay started.
    private var isAligned = false
    private var isInBody = false
    private var isOver = false

    /// Number of waiting bytes.
    var count: Int { waiting.count }

    /// Appends received bytes.
    mutating func append(_ bytes: [UInt8]) {
        waiting += bytes
    }

    /// Marks the end of the input: the rest is passed on unchanged.
    mutating func end() {
        isOver = true
    }

    /// Returns the next bytes for libmosquitto: a whole record, or a single byte until the
    /// alignment is known.
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

    /// Records that libmosquitto has read all bytes.
    ///
    /// - Parameter isInBody: whether OpenSSL waits for the rest of a record.
    mutating func isRead(isInBody: Bool) {
        if self.isInBody, !isInBody { isAligned = true }
        self.isInBody = isInBody
    }

    private mutating func take(_ count: Int) -> [UInt8] {
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }
}
