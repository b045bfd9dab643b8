/// Output queue of pieces that may be shared.
struct WebOutput: Sendable {
    private var pieces: [[UInt8]] = []
    /// Number of written bytes of the first piece.
    private var offset = 0
    /// Number of waiting bytes.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Number of waiting bytes after the piece that is being written.
    var countBehindFirst: Int { count - next.count }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pieces.append(bytes)
        count += bytes.count
    }

    /// The next bytes to write.
    var next: ArraySlice<UInt8> { pieces.first?[offset...] ?? [] }

    /// Removes written bytes of `next`.
    mutating func removeFirst(_ written: Int) {
        guard let first = pieces.first else { return }
        count -= written
        offset += written
        guard offset >= first.count else { return }
        offset = 0
        pieces.removeFirst()
        // Most readers have read everything: free the memory.
        if pieces.isEmpty { pieces = [] }
    }
}
