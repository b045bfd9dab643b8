internal import Notices

/// Packets on their way to a port, by urgency: what is urgent overtakes, and where there is too much
/// the oldest of the least urgent goes, never a part of one.
struct SerialQueue: Sendable {
    /// A packet that waits.
    struct Entry: Sendable {
        var packet: SerialPacket
        /// The number of the event it belongs to; nil where it is none's.
        var event: UInt64?
        /// The notice that it is about.
        var notice: NoticeID?
        /// When it is too old to be said.
        var expiry: Duration
    }

    /// The slot of heartbeats.
    static let heartbeat = SerialPacket.Slot("heartbeat")

    /// The most bytes that wait.
    let limit: Int
    private var levels = [Level](repeating: Level(), count: SerialPacket.Urgency.allCases.count)
    /// How many bytes wait.
    var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }
    /// The event of which a packet went last, which is not counted again.
    private var lastLost: UInt64?

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { byteCount == 0 }

    /// Whether so little waits that something may be said about what went.
    var hasPlenty: Bool { byteCount <= limit / 2 }

    /// Takes a packet and returns how many events had to go for it, its own included where it does
    /// not fit at all.
    mutating func append(_ entry: Entry) -> Int {
        guard !entry.packet.bytes.isEmpty else { return 0 }
        let level = entry.packet.urgency.rawValue
        let kept = byteCount - levels[...level].reduce(0) { $0 + $1.byteCount }
        guard kept + entry.packet.bytes.count <= limit else { return count(entry) }
        if !replace(with: entry) { levels[level].append(entry) }
        var lost = 0
        while byteCount > limit {
            guard let index = levels.firstIndex(where: { !$0.isEmpty }),
                let oldest = levels[index].takeFirst()
            else { break }
            lost += count(oldest)
        }
        return lost
    }

    /// Puts a packet where an earlier one of its slot waits, and says whether one does.
    private mutating func replace(with entry: Entry) -> Bool {
        guard let slot = entry.packet.slot else { return false }
        let level = entry.packet.urgency.rawValue
        for index in levels.indices {
            guard let place = levels[index].place(of: slot) else { continue }
            // Where the earlier one is more urgent, what it would have told still is.
            if index < level {
                levels[index].remove(at: place)
                return false
            }
            levels[index].replace(at: place, with: entry)
            return true
        }
        return false
    }

    /// How urgent what comes next is.
    var nextUrgency: SerialPacket.Urgency? {
        levels.lastIndex { !$0.isEmpty }.flatMap { SerialPacket.Urgency(rawValue: $0) }
    }

    /// What comes next.
    var first: Entry? {
        levels.last { !$0.isEmpty }?.first
    }

    /// Takes off what comes next.
    mutating func takeFirst() -> Entry? {
        levels.lastIndex { !$0.isEmpty }.flatMap { levels[$0].takeFirst() }
    }

    /// Leaves out what has become too old at the front, and returns how many events that were.
    mutating func dropExpired(at now: Duration) -> Int {
        var lost = 0
        for index in levels.indices {
            while let first = levels[index].first, first.expiry <= now {
                _ = levels[index].takeFirst()
                lost += count(first)
            }
        }
        return lost
    }

    /// Takes away what would tell that a call rings.
    mutating func withdrawRings(of notice: NoticeID) {
        levels[SerialPacket.Urgency.ringing.rawValue].removeAll {
            $0.notice == notice && $0.packet.slot?.stays != true
        }
    }

    /// Takes off what would stay on a screen, the most urgent first.
    @discardableResult
    mutating func takeLines() -> [Entry] {
        levels.indices.reversed().flatMap { index in
            levels[index].take { $0.packet.slot?.stays == true }
        }
    }

    /// Takes away a heartbeat that has not gone yet: what follows tells as much, and what a screen was
    /// like before it must not come after it.
    mutating func withdrawHeartbeat() {
        levels[SerialPacket.Urgency.other.rawValue].removeAll { $0.packet.slot == Self.heartbeat }
    }

    /// Takes everything off, in the order in which it would have gone.
    mutating func removeAll() -> [Entry] {
        var all: [Entry] = []
        while let entry = takeFirst() { all.append(entry) }
        return all
    }

    private mutating func count(_ lost: Entry) -> Int {
        guard let event = lost.event, event != lastLost else { return 0 }
        lastLost = event
        return 1
    }
}

extension SerialQueue {
    /// What waits with the same urgency, oldest first.
    private struct Level: Sendable {
        private var entries: [Entry] = []
        private var start = 0
        private(set) var byteCount = 0

        var isEmpty: Bool { first == nil }

        var first: Entry? { start < entries.count ? entries[start] : nil }

        mutating func append(_ entry: Entry) {
            entries.append(entry)
            byteCount += entry.packet.bytes.count
        }

        mutating func takeFirst() -> Entry? {
            guard let entry = first else { return nil }
            byteCount -= entry.packet.bytes.count
            entries[start].packet.bytes = []
            start += 1
            if start * 2 > entries.count {
                entries.removeFirst(start)
                start = 0
            }
            return entry
        }

        func place(of slot: SerialPacket.Slot) -> Int? {
            entries.indices.dropFirst(start).first { entries[$0].packet.slot == slot }
        }

        mutating func replace(at place: Int, with entry: Entry) {
            byteCount += entry.packet.bytes.count - entries[place].packet.bytes.count
            entries[place] = entry
        }

        mutating func take(where isMeant: (Entry) -> Bool) -> [Entry] {
            defer { removeAll(where: isMeant) }
            return entries[start...].filter(isMeant)
        }

        mutating func removeAll(where isMeant: (Entry) -> Bool) {
            guard entries[start...].contains(where: isMeant) else { return }
            entries = entries[start...].filter { !isMeant($0) }
            start = 0
            byteCount = entries.reduce(0) { $0 + $1.packet.bytes.count }
        }

        mutating func remove(at place: Int) {
            byteCount -= entries[place].packet.bytes.count
            entries.remove(at: place)
        }
    }
}
