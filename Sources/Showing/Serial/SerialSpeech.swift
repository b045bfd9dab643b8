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
    private let patience: Duration
    private let interval: Duration?
    /// What ends a line of which the other side has heard a part.
    private let lineEnd: [UInt8]
    private var format: any SerialFormat
    private var queue: SerialQueue
    /// What is left of the packet that is being said, and whose it is.
    private var head: ArraySlice<UInt8> = []
    private var headEvents: [(number: UInt64?, notice: NoticeID?)] = []
    /// What is said in the place of what waits, if that has its turn.
    private var shortcut: SerialShortcut?
    private var isHeadBegun = false
    /// Whether the other side may have heard a part of something.
    private var isTorn = false
    /// Whether nothing is left to be said but what was begun and the last words.
    private var isLeaving = false
    private var eventNumber: UInt64 = 0
    /// The event that was said last, and when another may follow it.
    private var lastEvent: UInt64?
    private var nextTurn = Duration.zero
    private var untold = 0

    /// Events that were left out so far.
    private(set) var lost = 0

    init(_ format: any SerialFormat, _ options: SerialOptions, lineEnd: [UInt8]) {
        fresh = format
        self.format = format
        self.lineEnd = lineEnd
        patience = max(options.maxAge, SerialOptions.leastPatience)
        interval = options.maxRate.map { .seconds(1) / max(1, $0) }
        queue = SerialQueue(limit: options.queueLimit)
    }

    /// How many bytes wait.
    var byteCount: Int { head.count + queue.byteCount }

    /// Begins anew: whoever listens now need not have heard anything.
    ///
    /// - Parameter missed: events that were left out while nobody listened.
    mutating func begin(missed: Int, at now: Duration, wall: WallTime) {
        format = fresh
        let end = isTorn ? [SerialPacket(bytes: lineEnd, urgency: .ringing)] : []
        isTorn = false
        var packets = format.begin(at: wall)
        // Nothing else is understood before it.
        if !packets.isEmpty { packets[0].urgency = .ringing }
        say(end + packets, at: now)
        // Told once the state has been, which a screen takes up then.
        untold = missed
    }

    /// Says an event that happened at some time.
    mutating func say(_ event: BridgeEvent, since time: Duration) {
        if case .beacon(let news, _) = event, news.isKept, !format.showsState { return }
        eventNumber += 1
        var notice: NoticeID?
        if case .notice(_, let its, _) = event {
            notice = its.id
            // A ring that waits and is over by now would have somebody run for nothing.
            if its.call?.state != .ringing { queue.withdrawRings(of: its.id) }
        }
        queue.withdrawHeartbeat()
        for packet in format.packets(for: event) {
            append(packet, of: eventNumber, about: notice, since: time)
        }
    }

    /// Says the format's heartbeat, and whether it has one.
    mutating func sayHeartbeat(at now: Duration, wall: WallTime) -> Bool {
        let bytes = format.heartbeat(at: wall)
        say([SerialPacket(bytes: bytes, slot: SerialQueue.heartbeat)], at: now)
        return !bytes.isEmpty
    }

    /// Says the format's last words after all that waits, as fast as the port takes it.
    mutating func sayEnd(at now: Duration, wall: WallTime) {
        isLeaving = true
        say([SerialPacket(bytes: format.end(at: wall))], at: now)
    }

    /// Leaves out what waits, so that the last words can still be said.
    ///
    /// - Returns: the notices it was about, once for each event.
    mutating func cutShort(at now: Duration, wall: WallTime) -> [NoticeID] {
        guard isLeaving, !queue.isEmpty else { return [] }
        let left = queue.removeAll()
        lost += Set(left.compactMap(\.event)).count
        say([SerialPacket(bytes: format.end(at: wall))], at: now)
        return Self.notices(of: left.map { ($0.event, $0.notice) })
    }

    /// The notices of events, once for each event.
    private static func notices(of events: [(number: UInt64?, notice: NoticeID?)]) -> [NoticeID] {
        var numbers: Set<UInt64> = []
        return events.compactMap { number, notice in
            guard let number, let notice, numbers.insert(number).inserted else { return nil }
            return notice
        }
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
            append(packet, since: now)
        }
    }

    private mutating func append(
        _ packet: SerialPacket, of event: UInt64? = nil, about notice: NoticeID? = nil,
        since time: Duration
    ) {
        let stays = packet.slot?.stays == true
        let expiry = stays ? .seconds(Int64.max) : time + patience
        lose(
            queue.append(
                SerialQueue.Entry(packet: packet, event: event, notice: notice, expiry: expiry)))
    }

    private mutating func lose(_ events: Int) {
        lost += events
        untold += events
    }

    /// Forgets what waits, since nobody listens any more.
    ///
    /// - Parameter isBusy: whether something may have been on its way.
    /// - Returns: the notices that it was about, one for each event, and how many events were left out
    ///   and not told of. What it was about besides is said again by whoever begins.
    mutating func stop(isBusy: Bool) -> (unsaid: [NoticeID], untold: Int) {
        if isBusy || isHeadBegun { isTorn = true }
        let begun = headEvents
        let waiting = queue.removeAll().map { (number: $0.event, notice: $0.notice) }
        defer { (head, headEvents, shortcut, isHeadBegun, untold) = ([], [], nil, false, 0) }
        return (Self.notices(of: begun + waiting), untold)
    }

    /// What is to be written now.
    mutating func next(at now: Duration, wall: WallTime) -> Next {
        if !head.isEmpty { return .bytes(head) }
        lose(queue.dropExpired(at: now))
        let urgency = queue.nextUrgency
        if untold > 0, urgency != .ringing, queue.hasPlenty {
            head = format.loss(of: untold, at: wall)[...]
            untold = 0
            if !head.isEmpty {
                // A screen is said whole then; lines of an older one must not come after it.
                queue.takeLines()
                return .bytes(head)
            }
        }
        guard let urgency, let entry = queue.first else { return .nothing }
        if interval != nil, !isLeaving, urgency != .ringing, isNew(entry), now < nextTurn {
            return .later(nextTurn - now)
        }
        // Until some of it is written, something more urgent may come before it.
        shortcut = entry.packet.slot?.stays == true ? format.shortcut() : nil
        return .bytes((shortcut?.bytes ?? entry.packet.bytes)[...])
    }

    private func isNew(_ entry: SerialQueue.Entry) -> Bool {
        entry.event != nil && entry.event != lastEvent
    }

    /// Takes note that so many of those bytes were written, and returns the notices that were said to
    /// their end by them.
    mutating func wrote(_ count: Int, at now: Duration) -> [NoticeID] {
        guard count > 0 else { return [] }
        if head.isEmpty { begin(at: now) }
        head = head.dropFirst(count)
        isHeadBegun = !head.isEmpty
        guard head.isEmpty else { return [] }
        defer { (head, headEvents) = ([], []) }
        return Self.notices(of: headEvents)
    }

    /// Takes off the queue what is being said now.
    private mutating func begin(at now: Duration) {
        guard let first = queue.first else { return }
        if let interval, isNew(first) { nextTurn = now + interval }
        guard let shortcut else {
            _ = queue.takeFirst()
            head = first.packet.bytes[...]
            headEvents = [(first.event, first.notice)]
            lastEvent = first.event ?? lastEvent
            if let slot = first.packet.slot { format.take(slot) }
            return
        }
        self.shortcut = nil
        let lines = queue.takeLines()
        head = shortcut.bytes[...]
        headEvents = lines.map { ($0.event, $0.notice) }
        let last = lines.max { $0.event ?? 0 < $1.event ?? 0 }
        lastEvent = last?.event ?? lastEvent
        format.takeShortcut()
        for packet in shortcut.rest {
            append(packet, of: last?.event, about: last?.notice, since: now)
        }
    }
}
