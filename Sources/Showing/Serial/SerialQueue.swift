internal import Notices

/// Queue of packets for a port, ordered by urgency.
///
/// On overflow, the oldest packets of the lowest urgency are dropped, always whole.
struct SerialQueue: Sendable {
    /// Queued packet.
    struct Entry: Sendable {
        var packet: SerialPacket
        /// Number of its event; nil for packets without an event.
        var event: UInt64?
        var notice: NoticeID?
        /// Time at which the packet expires.
        var expiry: Duration
    }

    static let heartbeat = SerialPacket.Slot("heartbeat")

    let limit: Int
    private var levels = [Level](repeating: Level(), count: SerialPacket.Urgency.allCases.count)
    /// Bytes in the queue.
    var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }
    /// Event of the last dropped packet, which is not counted twice.
    private var lastLost: UInt64?

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { byteCount == 0 }

    /// Whether there is room for a report about losses.
    var hasPlenty: Bool { byteCount <= limit / 2 }

    /// Appends a packet and returns the number of events dropped for it, including its own if it
    /// does not fit at all.
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

    /// Replaces a queued packet of the same slot; returns false if there is none.
    private mutating func replace(with entry: Entry) -> Bool {
        guard let slot = entry.packet.slot else { return false }
        let level = entry.packet.urgency.rawValue
        for index in levels.indices {
            guard let place = levels[index].place(of: slot) else { continue }
            // The new packet takes the place of a queued one that is at least as urgent. Otherwise
            // it joins its own level.
            if index < level {
                levels[index].remove(at: place)
                return false
            }
            levels[index].replace(at: place, with: entry)
            return true
        }
        return false
    }

    var nextUrgency: SerialPacket.Urgency? {
        levels.lastIndex { !$0.isEmpty }.flatMap { SerialPacket.Urgency(rawValue: $0) }
    }

    var first: Entry? {
        levels.last { !$0.isEmpty }?.first
    }

    mutating func takeFirst() -> Entry? {
        levels.lastIndex { !$0.isEmpty }.flatMap { levels[$0].takeFirst() }
    }

    /// Drops expired packets at the front of each level and returns the number of their events.
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

    /// Removes packets that report a ringing call.
    mutating func withdrawRings(of notice: NoticeID) {
        levels[SerialPacket.Urgency.ringing.rawValue].removeAll {
            $0.notice == notice && $0.packet.slot?.stays != true
        }
    }

    /// Removes and returns packets of screen lines, the most urgent first.
    @discardableResult
    mutating func takeLines() -> [Entry] {
        levels.indices.reversed().flatMap { index in
            levels[index].take { $0.packet.slot?.stays == true }
        }
    }

    /// Removes a queued heartbeat: the event that follows replaces it, and an older screen must not
    /// be sent after it.
    mutating func withdrawHeartbeat() {
        levels[SerialPacket.Urgency.other.rawValue].removeAll { $0.packet.slot == Self.heartbeat }
    }

    /// Removes and returns everything, in the order of sending.
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
    /// Packets of one urgency, oldest first.
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
