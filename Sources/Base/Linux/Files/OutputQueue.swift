/// A bounded queue of lines for a slow reader; it drops its oldest events first, and only whole
/// ones.
package struct OutputQueue: Sendable {
    private enum Kind: UInt8 {
        /// An event, or one that was dropped or removed.
        case event
        /// A line that must not be dropped.
        case kept
        /// A kept line, and the next entry continues its line.
        case begun
    }

    /// A queue entry; without lines once it was dropped.
    private struct Entry {
        var lines: SharedBytes?
        var kind: Kind
        var count: Int { lines?.bytes.count ?? 0 }
    }

    /// Maximum number of queued bytes; lowering it drops nothing before the next append.
    package var limit: Int
    private let noticeOfLoss: (@Sendable (Int) -> [UInt8])?
    /// Bytes that are being written and can no longer be dropped.
    private var head: ArraySlice<UInt8>
    /// The owner of the bytes in `head`, if they are shared.
    private var source: SharedBytes?
    /// Upper bound of the kept bytes in `head`.
    private var keptInHead = 0
    /// Whether the next entry continues the last line of `head`.
    private var isWithinLine = false
    /// Whether the last written byte ended a line.
    private var isAtLineEnd = true
    private var waiting: [Entry] = []
    private var firstWaiting = 0
    /// Entries before this index must not be dropped.
    private var nextDroppable = 0
    private var waitingBytes = 0
    /// Queued bytes that must not be dropped.
    package private(set) var keptBytes = 0
    /// Events dropped since the last loss report to the reader.
    private var untoldLoss = 0

    /// - Parameters:
    ///   - header: bytes that precede everything else.
    ///   - noticeOfLoss: makes the line that reports a number of dropped events to the reader; nil
    ///     for no report.
    package init(
        limit: Int, header: [UInt8] = [], noticeOfLoss: (@Sendable (Int) -> [UInt8])? = nil
    ) {
        self.limit = limit
        self.noticeOfLoss = noticeOfLoss
        head = header[...]
    }

    /// Whether the queue is empty.
    package var isEmpty: Bool { count == 0 && untoldLoss == 0 }

    /// Number of queued bytes.
    package var count: Int { head.count + waitingBytes }

    /// Unwritten bytes that must not be dropped.
    package var unreadKeptBytes: Int { keptBytes + keptInHead }

    /// Memory of the queue itself in bytes, without shared lines.
    package var ownBytes: Int {
        waiting.capacity * MemoryLayout<Entry>.stride + (source == nil ? head.count : 0)
    }

    /// Appends the lines of one event.
    ///
    /// Returns the number of dropped events, including this one if it does not fit.
    package mutating func append(_ lines: [UInt8]) -> Int {
        append(SharedBytes(lines))
    }

    /// Appends shared lines of one event.
    package mutating func append(_ lines: SharedBytes) -> Int {
        let size = lines.bytes.count
        guard head.count + keptBytes + size <= limit else { return lose(1) }
        let dropped = makeRoom(for: size)
        add(lines, .event)
        return dropped
    }

    /// Appends lines that must not be dropped.
    ///
    /// Returns the number of events dropped for them, or nil if there is no room even without
    /// events.
    package mutating func appendKept(_ lines: [UInt8]) -> Int? {
        appendKept([SharedBytes(lines)])
    }

    /// Appends one line of several shared parts, which must not be dropped.
    package mutating func appendKept(_ parts: [SharedBytes]) -> Int? {
        let size = parts.reduce(0) { $0 + $1.bytes.count }
        guard head.count + keptBytes + size <= limit else { return nil }
        let dropped = makeRoom(for: size)
        for (index, part) in parts.enumerated() {
            add(part, index + 1 < parts.count ? .begun : .kept)
        }
        keptBytes += size
        return dropped
    }

    /// Reserves memory for exactly this number of further entries.
    package mutating func reserve(_ entries: Int) {
        waiting.reserveCapacity(waiting.count + entries)
    }

    /// Returns the next bytes to write, up to a limit; they stay queued until `removeFirst`.
    package mutating func next(upTo size: Int) -> ArraySlice<UInt8> {
        while head.count < size {
            if untoldLoss > 0, !isWithinLine, let noticeOfLoss {
                push(SharedBytes(noticeOfLoss(untoldLoss)))
                untoldLoss = 0
            }
            guard let entry = peek() else { break }
            // Long lines are written directly from their shared memory.
            if !head.isEmpty, entry.count > size { break }
            removePeeked(entry)
            if let lines = entry.lines { push(lines) }
            if entry.kind != .event { keptInHead += entry.count }
            isWithinLine = entry.kind == .begun
        }
        return head.prefix(size)
    }

    /// Removes bytes that `next` returned and that were written.
    package mutating func removeFirst(_ written: Int) {
        guard written > 0 else { return }
        isAtLineEnd = head[head.startIndex + written - 1] == UInt8(ascii: "\n")
        head = head.dropFirst(written)
        keptInHead = min(keptInHead, head.count)
        if head.isEmpty { (head, source) = ([], nil) }
    }

    /// Drops all queued bytes, except for the rest of a partly written line.
    ///
    /// - Parameter most: maximum length of that rest in bytes.
    /// - Returns: whether what is appended next begins a line; false if the line does not end within the first `most` bytes of
    ///   the part that is being written.
    package mutating func abandon(keepingUpTo most: Int) -> Bool {
        var rest: [UInt8] = []
        var endsLine = isAtLineEnd
        if !endsLine, let end = head.prefix(most).firstIndex(of: UInt8(ascii: "\n")) {
            rest = Array(head[...end])
            endsLine = true
        }
        (head, source, keptInHead, isWithinLine) = (rest[...], nil, 0, false)
        (waiting, firstWaiting, nextDroppable) = ([], 0, 0)
        (waitingBytes, keptBytes, untoldLoss) = (0, 0, 0)
        return endsLine
    }

    private mutating func push(_ lines: SharedBytes) {
        if head.isEmpty {
            (head, source) = (lines.bytes[...], lines)
        } else {
            head += lines.bytes
            source = nil
        }
    }

    private mutating func add(_ lines: SharedBytes, _ kind: Kind) {
        waiting.append(Entry(lines: lines, kind: kind))
        waitingBytes += lines.bytes.count
    }

    private mutating func lose(_ events: Int) -> Int {
        if noticeOfLoss != nil { untoldLoss += events }
        return events
    }

    private mutating func makeRoom(for size: Int) -> Int {
        var dropped = 0
        while count + size > limit, dropOldest() { dropped += 1 }
        return lose(dropped)
    }

    private mutating func dropOldest() -> Bool {
        while nextDroppable < waiting.count,
            waiting[nextDroppable].kind != .event || waiting[nextDroppable].lines == nil
        {
            nextDroppable += 1
        }
        guard nextDroppable < waiting.count else { return false }
        waitingBytes -= waiting[nextDroppable].count
        waiting[nextDroppable].lines = nil
        compact()
        return true
    }

    /// Returns the next entry that was not dropped.
    private mutating func peek() -> Entry? {
        while firstWaiting < waiting.count {
            if waiting[firstWaiting].lines != nil { return waiting[firstWaiting] }
            firstWaiting += 1
        }
        compact()
        return nil
    }

    private mutating func removePeeked(_ entry: Entry) {
        waiting[firstWaiting] = Entry(lines: nil, kind: .event)
        firstWaiting += 1
        waitingBytes -= entry.count
        if entry.kind != .event { keptBytes -= entry.count }
        compact()
    }

    /// Frees the memory of removed entries at the front.
    private mutating func compact() {
        while firstWaiting < waiting.count, waiting[firstWaiting].lines == nil {
            firstWaiting += 1
        }
        guard firstWaiting * 2 > waiting.count else { return }
        if firstWaiting == waiting.count {
            waiting = []
        } else {
            waiting.removeFirst(firstWaiting)
        }
        nextDroppable = max(0, nextDroppable - firstWaiting)
        firstWaiting = 0
    }
}
