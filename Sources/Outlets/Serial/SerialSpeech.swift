internal import Linux
internal import Notices

/// What is to be said on a port: a format's packets, by their urgency and no faster than is wanted.
struct SerialSpeech {
    /// What comes next.
    enum Next {
        case nothing
        /// Something, after some time.
        case later(Duration)
        /// The rest of the packet whose turn it is.
        case bytes(ArraySlice<UInt8>)
    }

    private let fresh: any SerialFormat
    private let maxAge: Duration
    private let interval: Duration?
    private var format: any SerialFormat
    private var queue: SerialQueue
    /// What is left of the packet that is being said, and whose it is.
    private var head: ArraySlice<UInt8> = []
    private var headEvent: (number: UInt64, notice: NoticeID?)?
    private var eventNumber: UInt64 = 0
    /// The event that was said last, and when another may follow it.
    private var lastEvent: UInt64?
    private var nextTurn = Duration.zero
    private var untold = 0

    /// Events that were left out so far.
    private(set) var lost = 0

    init(_ format: any SerialFormat, _ options: SerialOptions) {
        fresh = format
        self.format = format
        maxAge = options.maxAge
        interval = options.maxRate.map { .seconds(1) / max(1, $0) }
        queue = SerialQueue(limit: options.queueLimit)
    }

    /// How many bytes wait.
    var byteCount: Int { head.count + queue.byteCount }

    /// Begins anew: whoever listens now need not have heard anything.
    mutating func begin(at now: Duration, wall: WallTime) {
        format = fresh
        say(format.begin(at: wall), at: now)
    }

    /// Says an event that happened at some time.
    mutating func say(_ event: BoardEvent, since time: Duration) {
        eventNumber += 1
        var notice: NoticeID?
        if case .notice(_, let its, _) = event { notice = its.id }
        for packet in format.packets(for: event) {
            lose(
                queue.append(
                    SerialQueue.Entry(
                        packet: packet, event: eventNumber, notice: notice,
                        expiry: time + maxAge)))
        }
    }

    /// Says the format's heartbeat, and whether it has one.
    mutating func sayHeartbeat(at now: Duration, wall: WallTime) -> Bool {
        let bytes = format.heartbeat(at: wall)
        say([SerialPacket(bytes: bytes)], at: now)
        return !bytes.isEmpty
    }

    /// Says the format's last words.
    mutating func sayEnd(at now: Duration, wall: WallTime) {
        say([SerialPacket(bytes: format.end(at: wall))], at: now)
    }

    /// Takes what the device said, and says what the format has to say to that.
    mutating func receive(
        _ bytes: [UInt8], at now: Duration, wall: WallTime
    ) -> SerialReply {
        let reply = format.receive(bytes[...], at: wall)
        say(reply.packets, at: now)
        return reply
    }

    private mutating func say(_ packets: [SerialPacket], at now: Duration) {
        for packet in packets {
            lose(queue.append(SerialQueue.Entry(packet: packet, expiry: now + maxAge)))
        }
    }

    private mutating func lose(_ events: Int) {
        lost += events
        untold += events
    }

    /// Forgets what waits, since nobody listens any more, and returns the notices it was about: one
    /// for each event, nil where that was about none.
    mutating func stop() -> [NoticeID?] {
        var events = headEvent.map { [$0] } ?? []
        for entry in queue.removeAll() {
            guard let number = entry.event, number != events.last?.number else { continue }
            events.append((number, entry.notice))
        }
        (head, headEvent, untold) = ([], nil, 0)
        return events.map(\.notice)
    }

    /// What is to be written now.
    mutating func next(at now: Duration, wall: WallTime) -> Next {
        if !head.isEmpty { return .bytes(head) }
        lose(queue.dropExpired(at: now))
        let urgency = queue.nextUrgency
        if untold > 0, urgency != .ringing, queue.hasPlenty {
            head = format.loss(of: untold, at: wall)[...]
            untold = 0
            if !head.isEmpty { return .bytes(head) }
        }
        guard let urgency, let entry = queue.first else { return .nothing }
        if interval != nil, urgency != .ringing, isNew(entry), now < nextTurn {
            return .later(nextTurn - now)
        }
        // Until some of it is written, something more urgent may come before it.
        return .bytes(entry.packet.bytes[...])
    }

    private func isNew(_ entry: SerialQueue.Entry) -> Bool {
        entry.event != nil && entry.event != lastEvent
    }

    /// Takes note that so many of those bytes were written.
    mutating func wrote(_ count: Int, at now: Duration) {
        guard count > 0 else { return }
        if head.isEmpty, let entry = queue.takeFirst() {
            head = entry.packet.bytes[...]
            headEvent = entry.event.map { ($0, entry.notice) }
            if let interval, isNew(entry) { nextTurn = now + interval }
            lastEvent = entry.event ?? lastEvent
        }
        head = head.dropFirst(count)
        guard head.isEmpty else { return }
        head = []
        headEvent = nil
    }
}
