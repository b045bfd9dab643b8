/// Lines on their way to a slow reader: a bounded queue that gives up its oldest events first, and
/// never a part of one.
package struct OutputQueue: Sendable {
    private enum Kind: UInt8 {
        /// An event, or what was given up or taken.
        case event
        /// It must not be given up.
        case kept
        /// The same, and the entry behind it goes on with its line.
        case begun
    }

    /// What waits as one; without lines where it was given up.
    private struct Entry {
        var lines: SharedBytes?
        var kind: Kind
        var count: Int { lines?.bytes.count ?? 0 }
    }

    /// The most bytes that wait; a smaller one than before holds from the next lines on.
    package var limit: Int
    private let noticeOfLoss: (@Sendable (Int) -> [UInt8])?
    /// Bytes that are being written, of which none may be left out any more.
    private var head: ArraySlice<UInt8>
    /// Whose bytes `head` are, unless they are its own.
    private var source: SharedBytes?
    /// Bytes of `head` that were kept, at most.
    private var keptInHead = 0
    /// Whether the next entry goes on with the last line of `head`.
    private var isWithinLine = false
    /// Whether the last byte that was written ended a line.
    private var isAtLineEnd = true
    private var waiting: [Entry] = []
    private var firstWaiting = 0
    /// Nothing that waits before this may be given up.
    private var nextDroppable = 0
    private var waitingBytes = 0
    /// Bytes that wait and must not be given up.
    package private(set) var keptBytes = 0
    /// Events that went since the reader was last told of it.
    private var untoldLoss = 0

    /// - Parameters:
    ///   - header: comes before everything else.
    ///   - noticeOfLoss: what tells the reader, in their place, that so many events went; without it
    ///     the reader is not told.
    package init(
        limit: Int, header: [UInt8] = [], noticeOfLoss: (@Sendable (Int) -> [UInt8])? = nil
    ) {
        self.limit = limit
        self.noticeOfLoss = noticeOfLoss
        head = header[...]
    }

    /// Whether there is nothing to write.
    package var isEmpty: Bool { count == 0 && untoldLoss == 0 }

    /// How many bytes wait.
    package var count: Int { head.count + waitingBytes }

    /// Bytes that must not be given up and have not been written.
    package var unreadKeptBytes: Int { keptBytes + keptInHead }

    /// Bytes of memory that the queue needs for itself, beside the lines that others may share.
    package var ownBytes: Int {
        waiting.capacity * MemoryLayout<Entry>.stride + (source == nil ? head.count : 0)
    }

    /// Takes the lines of one event and returns how many events had to go for them, this one
    /// included where it does not fit at all.
    package mutating func append(_ lines: [UInt8]) -> Int {
        append(SharedBytes(lines))
    }

    /// The same for lines that others may hold as well.
    package mutating func append(_ lines: SharedBytes) -> Int {
        let size = lines.bytes.count
        guard head.count + keptBytes + size <= limit else { return lose(1) }
        let dropped = makeRoom(for: size)
        add(lines, .event)
        return dropped
    }

    /// Takes lines that must not be given up, and returns nil where there is no room for them even
    /// without events; else how many events had to go for them.
    package mutating func appendKept(_ lines: [UInt8]) -> Int? {
        appendKept([SharedBytes(lines)])
    }

    /// The same for one line in several parts, each of which others may hold as well.
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

    /// Makes room for so many further entries, and no more than that.
    package mutating func reserve(_ entries: Int) {
        waiting.reserveCapacity(waiting.count + entries)
    }

    /// What to write next, up to a number of bytes.
    package mutating func next(upTo size: Int) -> ArraySlice<UInt8> {
        while head.count < size {
            if untoldLoss > 0, !isWithinLine, let noticeOfLoss {
                push(SharedBytes(noticeOfLoss(untoldLoss)))
                untoldLoss = 0
            }
            guard let entry = peek() else { break }
            // Long lines are written from where they are, which is also where others have them.
            if !head.isEmpty, entry.count > size { break }
            removePeeked(entry)
            if let lines = entry.lines { push(lines) }
            if entry.kind != .event { keptInHead += entry.count }
            isWithinLine = entry.kind == .begun
        }
        return head.prefix(size)
    }

    /// Forgets bytes of `next` that were written.
    package mutating func removeFirst(_ written: Int) {
        guard written > 0 else { return }
        isAtLineEnd = head[head.startIndex + written - 1] == UInt8(ascii: "\n")
        head = head.dropFirst(written)
        keptInHead = min(keptInHead, head.count)
        if head.isEmpty { (head, source) = ([], nil) }
    }

    /// Forgets everything that waits, but for the rest of a line of which a part was written.
    ///
    /// - Parameter most: the most bytes of that rest.
    /// - Returns: whether what is written next begins a line; not where the rest was too long.
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

    /// The next entry that has not been given up.
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

    /// Gives back the room of what has gone from the front.
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
