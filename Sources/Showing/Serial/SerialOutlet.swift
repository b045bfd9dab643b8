import ANCS
package import Linux
package import Notices
package import Outlets

/// Output that sends events to a serial port in a format, and reopens the port after failures.
@LoopActor
package final class SerialOutlet: Outlet {
    /// Default byte limit of the queue: some hundreds of events.
    package nonisolated static let queueLimit = 1 << 16

    private let settings: SerialSettings
    private let options: SerialOptions
    private let pace: Pace
    private let actions: SerialActions
    private let life: SerialLife
    private var silence: SilenceFilter
    private var speech: SerialSpeech
    private var memory = SerialMemory()
    private var linePace: SerialPace
    private var counts = OutletStatus()
    private var isWaitingForRoom = false
    /// Losses while the device was not listening, to be reported once it is.
    private var missed = 0
    /// Bytes dropped in favour of the last message.
    private var bytesLeftOut = 0
    /// Unsent notifications and counters at the end, for the successor on this port.
    private var legacy: (notices: [NoticeID], lost: Int, ignored: Int)?
    private let next: Alarm
    private let heartbeat: Alarm
    /// Time of the last write.
    private var lastSaid = Duration.zero

    /// Called each time the port has appeared, before anything is sent.
    package var opened: @LoopActor () -> Void = {}

    /// Number of unknown lines and requests, and of actions that failed.
    package var ignoredInput: Int { ignoredLines + actions.ignored }
    private var ignoredLines = 0

    /// - Parameters:
    ///   - name: the name in messages.
    ///   - lineEnd: the bytes that end a line of which only a part was sent; empty if there are no
    ///     lines.
    ///   - tell: logs a message without content.
    ///   - actions: performs what the device requests.
    init(
        _ name: String, settings: SerialSettings, options: SerialOptions = SerialOptions(),
        format: any SerialFormat, lineEnd: [UInt8] = [], pace: Pace = Pace(),
        tell: @escaping @LoopActor (String) -> Void, actions: SerialActions
    ) {
        self.settings = settings
        self.options = options
        self.pace = pace
        self.actions = actions
        silence = SilenceFilter(options.silence)
        speech = SerialSpeech(format, options, lineEnd: lineEnd)
        linePace = SerialPace(settings)
        next = Alarm(on: pace)
        heartbeat = Alarm(on: pace)
        life = SerialLife(name, settings, settle: options.settle, pace: pace, tell: tell)
        life.hear = { [weak self] in self?.take($0) }
    }

    /// Opens the port, retrying as often as necessary; events until then are kept.
    package func open() { life.open() }

    /// Whether the port is open and its device has started.
    package var isOpen: Bool { life.port != nil }

    /// Current state in addition to live events, for a reconnected device.
    package var attention: BeaconAttention { .state }

    package var status: OutletStatus {
        var status = counts
        (status.failure, status.restarts) = (life.failure, life.restarts)
        status.lost += speech.lost
        status.queued = speech.byteCount
        return status
    }

    /// Takes an event, which is sent as soon as the port permits.
    package func show(_ event: BridgeEvent) {
        guard !life.isFinishing else { return }
        let isWanted = silence.takes(event) && wants(event)
        let unheard = memory.take(event, isWanted: isWanted, isSaid: isOpen, at: pace.now)
        guard isWanted else { return }
        counts.lost += unheard
        guard isOpen else {
            missed = max(0, missed + unheard)
            return
        }
        speech.say(event, since: pace.now)
        pump()
    }

    private func wants(_ event: BridgeEvent) -> Bool {
        guard !options.categories.isEmpty else { return true }
        return switch event {
        case .notice(_, let notice, _):
            options.categories.contains(notice.category) || memory.follows(notice.id)
        case .source(let event, _, _): options.categories.contains(Category(event.category))
        // A device that is limited to some categories is for notifications only.
        case .beacon, .battery, .media: false
        case .phone, .renamed, .radio, .listed: true
        }
    }

    /// Sends queued data and the last message, and then closes the port; drops unsent data after
    /// the limit.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard !life.isFinishing else { return done() }
        legacy = ([], status.lost, ignoredInput)
        life.finish(within: limit, done)
        guard isOpen else { return end() }
        speech.sayEnd(at: pace.now, wall: .now)
        pump()
    }

    private func cutShort() {
        let before = speech.byteCount
        let notices = speech.cutShort(at: pace.now, wall: .now)
        bytesLeftOut += max(0, before - speech.byteCount)
        legacy?.notices += notices
        pump()
    }

    /// Takes the current state, which is sent first once the port is open.
    package func join(_ events: [BridgeEvent], at wall: WallTime) {
        for event in events {
            let isWanted = silence.takes(event) && wants(event)
            _ = memory.take(
                event, isWanted: isWanted, isSaid: true, at: pace.now - event.age(at: wall))
        }
    }

    /// Takes over from an ended output: its unsent notifications are sent here, or counted as lost.
    package func succeed(_ predecessor: any Outlet) {
        guard let predecessor = predecessor as? SerialOutlet, let legacy = predecessor.legacy
        else { return }
        let unknown = Set(legacy.notices).count { !memory.follows($0) }
        missed += unknown
        counts.lost += unknown + legacy.lost
        life.restarts += predecessor.life.restarts
        ignoredLines += legacy.ignored
    }

    private func take(_ news: SerialLife.News) {
        switch news {
        case .began: begin()
        case .gone: forget()
        case .room:
            isWaitingForRoom = false
            pump()
        case .received(let bytes):
            let reply = speech.receive(bytes, at: pace.now, wall: .now)
            ignoredLines += reply.ignored
            if !life.isFinishing { perform(reply) }
            pump()
        case .isLate: cutShort()
        case .isOver: end()
        }
    }

    /// Performs what the device requests, on notifications that it has received.
    private func perform(_ reply: SerialReply) {
        for act in reply.acts { actions.perform(act, on: memory.notice(meantBy: act)) }
        for command in reply.media { actions.perform(command) }
    }

    private func begin() {
        opened()
        linePace = SerialPace(settings)
        let state = memory.state(at: pace.now, maxAge: options.maxAge)
        counts.lost += state.lost
        speech.begin(missed: missed + state.lost, at: pace.now, wall: .now)
        missed = 0
        for (event, since) in state.events { speech.say(event, since: since) }
        lastSaid = pace.now
        pump()
    }

    /// Drops the queue, because the device no longer listens.
    private func forget() {
        let left = speech.stop(isBusy: linePace.isBusy(at: pace.now))
        let lost = left.unsaid.count { !memory.takeBack($0) }
        counts.lost += lost
        missed += lost + left.untold
        isWaitingForRoom = false
        next.cancel()
        heartbeat.cancel()
        if life.isFinishing { end() }
    }

    /// Writes what may be written now, and schedules the rest.
    private func pump() {
        next.cancel()
        guard let port = life.port, !isWaitingForRoom else { return }
        do throws(SerialProblem) {
            while true {
                let now = pace.now
                switch speech.next(at: now, wall: .now) {
                case .nothing: return rest(port, at: now)
                case .later(let delay): return pause(delay)
                case .bytes(let bytes):
                    let room = linePace.room(at: now, unsent: port.unsent)
                    guard room > 0 else { return pause(linePace.pauseForRoom(at: now)) }
                    let portion = bytes.prefix(room)
                    let written = try port.write(portion)
                    linePace.wrote(written, at: now)
                    for notice in speech.wrote(written, at: now) { memory.hear(notice) }
                    counts.written += written
                    lastSaid = now
                    if written < portion.count {
                        isWaitingForRoom = true
                        return port.waitForRoom()
                    }
                }
            }
        } catch {
            life.fail(error)
        }
    }

    private func pause(_ delay: Duration) {
        next.set(after: delay, for: self) { $0.pump() }
    }

    /// Handles an empty queue.
    private func rest(_ port: SerialPort, at now: Duration) {
        if life.isFinishing {
            // Restoring the former mode of the port must not affect bytes still on the way.
            guard let delay = linePace.pauseForQuiet(at: now, unsent: port.unsent) else {
                return end()
            }
            pause(delay)
        } else if let silence = options.heartbeat, !heartbeat.isSet {
            heartbeat.set(at: lastSaid + silence, for: self) { $0.beat(after: silence) }
        }
    }

    private func beat(after silence: Duration) {
        guard isOpen, !life.isFinishing else { return }
        // Output in progress is not silence; the next rest sets the timer again.
        guard pace.now - lastSaid >= silence else { return pump() }
        if speech.sayHeartbeat(at: pace.now, wall: .now) { pump() }
    }

    private func end() {
        next.cancel()
        heartbeat.cancel()
        life.end(unsaid: bytesLeftOut + speech.byteCount)
    }
}
