/// Lines on their way to a slow reader: a bounded queue that gives up its oldest events first, and
/// never a part of one.
package struct OutputQueue: Sendable {
    /// What waits as one; empty where it was given up.
    private struct Entry {
        var lines: [UInt8]
        var mayBeDropped: Bool
    }

    /// The most bytes that wait; a smaller one than before holds from the next lines on.
    package var limit: Int
    private let noticeOfLoss: (@Sendable (Int) -> [UInt8])?
    /// Bytes that are being written, of which none may be left out any more.
    private var head: ArraySlice<UInt8>
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

    /// Takes the lines of one event and returns how many events had to go for them, this one
    /// included where it does not fit at all.
    package mutating func append(_ lines: [UInt8]) -> Int {
        guard head.count + keptBytes + lines.count <= limit else { return lose(1) }
        let dropped = makeRoom(for: lines.count)
        add(Entry(lines: lines, mayBeDropped: true))
        return dropped
    }

    /// Takes lines that must not be given up, and returns nil where there is no room for them even
    /// without events; else how many events had to go for them.
    package mutating func appendKept(_ lines: [UInt8]) -> Int? {
        guard head.count + keptBytes + lines.count <= limit else { return nil }
        let dropped = makeRoom(for: lines.count)
        add(Entry(lines: lines, mayBeDropped: false))
        keptBytes += lines.count
        return dropped
    }

    /// What to write next, up to a number of bytes.
    package mutating func next(upTo size: Int) -> ArraySlice<UInt8> {
        while head.count < size {
            if untoldLoss > 0, let noticeOfLoss {
                head += noticeOfLoss(untoldLoss)
                untoldLoss = 0
            }
            guard let lines = takeFirst() else { break }
            head += lines
        }
        return head.prefix(size)
    }

    /// Forgets bytes of `next` that were written.
    package mutating func removeFirst(_ written: Int) {
        head = head.dropFirst(written)
        if head.isEmpty { head = [] }
    }

    private mutating func add(_ entry: Entry) {
        waiting.append(entry)
        waitingBytes += entry.lines.count
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
        while nextDroppable < waiting.count, !waiting[nextDroppable].mayBeDropped {
            nextDroppable += 1
        }
        guard nextDroppable < waiting.count else { return false }
        waitingBytes -= waiting[nextDroppable].lines.count
        waiting[nextDroppable] = Entry(lines: [], mayBeDropped: false)
        compact()
        return true
    }

    private mutating func takeFirst() -> [UInt8]? {
        while firstWaiting < waiting.count {
            let entry = waiting[firstWaiting]
            waiting[firstWaiting] = Entry(lines: [], mayBeDropped: false)
            firstWaiting += 1
            waitingBytes -= entry.lines.count
            if !entry.mayBeDropped { keptBytes -= entry.lines.count }
            compact()
            if !entry.lines.isEmpty { return entry.lines }
        }
        return nil
    }

    /// Gives back the room of what has gone from the front.
    private mutating func compact() {
        while firstWaiting < waiting.count, waiting[firstWaiting].lines.isEmpty {
            firstWaiting += 1
        }
        guard firstWaiting * 2 > waiting.count else { return }
        waiting.removeFirst(firstWaiting)
        nextDroppable = max(0, nextDroppable - firstWaiting)
        firstWaiting = 0
    }
}
