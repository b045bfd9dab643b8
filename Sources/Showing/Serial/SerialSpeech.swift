internal import Linux
internal import Notices

/// Scheduler of what is sent on a port: packets of a format, by urgency and within the maximum
/// rate.
struct SerialSpeech {
    /// Next step of the output.
    enum Next {
        case nothing
        /// Bytes, after a delay.
        case later(Duration)
        /// The rest of the packet that is being sent.
        case bytes(ArraySlice<UInt8>)
    }

    private let fresh: any SerialFormat
    private let patience: Duration
    private let interval: Duration?
    /// Bytes that end a line of which only a part was sent.
    private let lineEnd: [UInt8]
    private var format: any SerialFormat
    private var queue: SerialQueue
    /// Rest of the packet that is being sent, and its events.
    private var head: ArraySlice<UInt8> = []
    private var headEvents: [(number: UInt64?, notice: NoticeID?)] = []
    /// Shortcut that replaces queued packets if it is sent next.
    private var shortcut: SerialShortcut?
    private var isHeadBegun = false
    /// Whether the device may have received an incomplete packet.
    private var isTorn = false
    /// Whether only queued data and the last message are still sent.
    private var isLeaving = false
    private var eventNumber: UInt64 = 0
    /// The last event that was sent, and the earliest time of the next.
    private var lastEvent: UInt64?
    private var nextTurn = Duration.zero
    private var untold = 0

    /// Number of dropped events.
    private(set) var lost = 0

    init(_ format: any SerialFormat, _ options: SerialOptions, lineEnd: [UInt8]) {
        fresh = format
        self.format = format
        self.lineEnd = lineEnd
        patience = max(options.maxAge, SerialOptions.leastPatience)
        interval = options.maxRate.map { .seconds(1) / max(1, $0) }
        queue = SerialQueue(limit: options.queueLimit)
    }

    /// Bytes in the queue.
    var byteCount: Int { head.count + queue.byteCount }

    /// Starts again for a device that may have received nothing yet.
    ///
    /// - Parameter missed: the number of events dropped while no device was listening.
    mutating func begin(missed: Int, at now: Duration, wall: WallTime) {
        format = fresh
        let end = isTorn ? [SerialPacket(bytes: lineEnd, urgency: .ringing)] : []
        isTorn = false
        var packets = format.begin(at: wall)
        // Must precede everything else to be understood.
        if !packets.isEmpty { packets[0].urgency = .ringing }
        say(end + packets, at: now)
        // Reported after the current state, which a screen includes in its own way.
        untold = missed
    }

    /// Queues an event with the time since which it applies.
    mutating func say(_ event: BridgeEvent, since time: Duration) {
        if case .beacon(let news, _) = event, news.isKept, !format.showsState { return }
        eventNumber += 1
        var notice: NoticeID?
        if case .notice(_, let its, _) = event {
            notice = its.id
            // A queued ring of a call that is over would be misleading.
            if its.call?.state != .ringing { queue.withdrawRings(of: its.id) }
        }
        queue.withdrawHeartbeat()
        for packet in format.packets(for: event) {
            append(packet, of: eventNumber, about: notice, since: time)
        }
    }

    /// Queues the heartbeat of the format and returns whether there is one.
    mutating func sayHeartbeat(at now: Duration, wall: WallTime) -> Bool {
        let bytes = format.heartbeat(at: wall)
        say([SerialPacket(bytes: bytes, slot: SerialQueue.heartbeat)], at: now)
        return !bytes.isEmpty
    }

    /// Queues the last message of the format, after everything else and without a rate limit.
    mutating func sayEnd(at now: Duration, wall: WallTime) {
        isLeaving = true
        say([SerialPacket(bytes: format.end(at: wall))], at: now)
    }

    /// Drops the queue so that the last message can still be sent.
    ///
    /// - Returns: the notifications of the dropped events, once per event.
    mutating func cutShort(at now: Duration, wall: WallTime) -> [NoticeID] {
        guard isLeaving, !queue.isEmpty else { return [] }
        let left = queue.removeAll()
        lost += Set(left.compactMap(\.event)).count
        say([SerialPacket(bytes: format.end(at: wall))], at: now)
        return Self.notices(of: left.map { ($0.event, $0.notice) })
    }

    /// Returns the notifications of events, once per event.
    private static func notices(of events: [(number: UInt64?, notice: NoticeID?)]) -> [NoticeID] {
        var numbers: Set<UInt64> = []
        return events.compactMap { number, notice in
            guard let number, let notice, numbers.insert(number).inserted else { return nil }
            return notice
        }
    }

    /// Takes received bytes and queues the answer of the format.
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

    /// Clears the queue, because the device no longer listens.
    ///
    /// - Parameter isBusy: whether bytes may have been on the way.
    /// - Returns: the notifications of the dropped events, once per event, and the number of
    ///   dropped events not yet reported. Other state is sent again at the next start.
    mutating func stop(isBusy: Bool) -> (unsaid: [NoticeID], untold: Int) {
        if isBusy || isHeadBegun { isTorn = true }
        let begun = headEvents
        let waiting = queue.removeAll().map { (number: $0.event, notice: $0.notice) }
        defer { (head, headEvents, shortcut, isHeadBegun, untold) = ([], [], nil, false, 0) }
        return (Self.notices(of: begun + waiting), untold)
    }

    /// Returns what is to be written now.
    mutating func next(at now: Duration, wall: WallTime) -> Next {
        if !head.isEmpty { return .bytes(head) }
        lose(queue.dropExpired(at: now))
        let urgency = queue.nextUrgency
        if untold > 0, urgency != .ringing, queue.hasPlenty {
            head = format.loss(of: untold, at: wall)[...]
            untold = 0
            if !head.isEmpty {
                // The report repeats the whole screen, so queued older lines must not follow it.
                queue.takeLines()
                return .bytes(head)
            }
        }
        guard let urgency, let entry = queue.first else { return .nothing }
        if interval != nil, !isLeaving, urgency != .ringing, isNew(entry), now < nextTurn {
            return .later(nextTurn - now)
        }
        // Until its first byte is written, a more urgent packet may still precede it.
        shortcut = entry.packet.slot?.stays == true ? format.shortcut() : nil
        return .bytes((shortcut?.bytes ?? entry.packet.bytes)[...])
    }

    private func isNew(_ entry: SerialQueue.Entry) -> Bool {
        entry.event != nil && entry.event != lastEvent
    }

    /// Records written bytes and returns the notifications that they complete.
    mutating func wrote(_ count: Int, at now: Duration) -> [NoticeID] {
        guard count > 0 else { return [] }
        if head.isEmpty { begin(at: now) }
        head = head.dropFirst(count)
        isHeadBegun = !head.isEmpty
        guard head.isEmpty else { return [] }
        defer { (head, headEvents) = ([], []) }
        return Self.notices(of: headEvents)
    }

    /// Takes the next packet or shortcut from the queue.
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
