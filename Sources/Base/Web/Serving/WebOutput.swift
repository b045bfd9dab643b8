/// Bytes on their way to a reader, in pieces that others may have as well.
struct WebOutput: Sendable {
    private var pieces: [[UInt8]] = []
    /// How much of the first piece is gone.
    private var offset = 0
    /// How many bytes wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// How many of them wait behind the piece that is being written.
    var countBehindFirst: Int { count - next.count }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pieces.append(bytes)
        count += bytes.count
    }

    /// What to write next.
    var next: ArraySlice<UInt8> { pieces.first?[offset...] ?? [] }

    /// Forgets bytes of `next` that were written.
    mutating func removeFirst(_ written: Int) {
        guard let first = pieces.first else { return }
        count -= written
        offset += written
        guard offset >= first.count else { return }
        offset = 0
        pieces.removeFirst()
        // A reader who has all of it is most readers.
        if pieces.isEmpty { pieces = [] }
    }
}
