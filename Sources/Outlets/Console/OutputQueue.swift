/// Lines on their way to a slow reader: a bounded queue that gives up its oldest events first, and
/// never a part of one.
struct OutputQueue {
    /// The most bytes that wait.
    let limit: Int
    /// Bytes that are being written, of which none may be left out any more.
    private var head: ArraySlice<UInt8> = []
    private var waiting: [[UInt8]] = []
    private var firstWaiting = 0
    private var waitingBytes = 0

    init(limit: Int, header: [UInt8]) {
        self.limit = limit
        head = header[...]
    }

    var isEmpty: Bool { count == 0 }

    /// How many bytes wait.
    var count: Int { head.count + waitingBytes }

    /// Takes the lines of one event and returns how many events had to go for them, this one
    /// included where it does not fit at all.
    mutating func append(_ lines: [UInt8]) -> Int {
        guard head.count + lines.count <= limit else { return 1 }
        var dropped = 0
        while count + lines.count > limit, takeFirst() != nil { dropped += 1 }
        waiting.append(lines)
        waitingBytes += lines.count
        return dropped
    }

    /// What to write next, up to a number of bytes.
    mutating func next(upTo size: Int) -> ArraySlice<UInt8> {
        while head.count < size, let lines = takeFirst() { head += lines }
        return head.prefix(size)
    }

    /// Forgets bytes of `next` that were written.
    mutating func removeFirst(_ written: Int) {
        head = head.dropFirst(written)
        if head.isEmpty { head = [] }
    }

    private mutating func takeFirst() -> [UInt8]? {
        guard firstWaiting < waiting.count else { return nil }
        let lines = waiting[firstWaiting]
        waiting[firstWaiting] = []
        firstWaiting += 1
        waitingBytes -= lines.count
        if firstWaiting * 2 > waiting.count {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
        return lines
    }
}
