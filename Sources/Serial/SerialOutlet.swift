internal import ANCS
package import Linux
package import Notices
package import Outlets

/// Says events on a serial port in a format, however slow the port is and however often it goes.
@LoopActor
package final class SerialOutlet: Outlet {
    /// The most bytes that wait, where nothing else is said: some hundreds of events.
    package nonisolated static let queueLimit = 1 << 16

    /// How long boards at USB take: many begin anew when their port is opened.
    package nonisolated static let usualSettle: Duration = .seconds(2)

    /// What it is called in sentences.
    package let name: String
    private let settings: SerialSettings
    private let options: SerialOptions
    private let pace: Pace
    private let tell: @LoopActor (String) -> Void
    private let act: Act
    /// What the device wants done and the phone has not done yet.
    private var pending: Set<Wish> = []

    /// Does something to a notice, and tells whether it was done.
    package typealias Act =
        @LoopActor (
            PersonAct, NoticeID, _ done: @escaping @LoopActor (Bool) -> Void
        ) -> Void

    private struct Wish: Hashable {
        let act: PersonAct
        let notice: NoticeID
    }
    private let connection: SerialConnection
    private var silence: SilenceFilter
    private var speech: SerialSpeech
    private var memory = SerialMemory()
    private var linePace: SerialPace
    private var counts = OutletStatus()
    private var isWaitingForRoom = false
    /// Whether the port is there and its device listens.
    package private(set) var listens = false
    private let settling: Alarm
    /// Losses while nobody listened, to be told once somebody does.
    private var missed = 0
    /// Bytes that were left out so that the last words could be said.
    private var bytesLeftOut = 0
    /// What was left out in the end, for whoever speaks on this port next.
    private var legacy: (notices: [NoticeID], lost: Int, ignored: Int)?
    /// What was told of last, until the port has been there again for some time.
    private var toldProblem: SerialProblem?
    private let steadiness: Alarm
    private let next: Alarm
    private let heartbeat: Alarm
    /// When something was last said.
    private var lastSaid = Duration.zero
    private var finished: (@LoopActor () -> Void)?
    private var isFinishing = false
    private let limit: Alarm

    /// Called each time the port has come, before anything is said on it.
    package var opened: @LoopActor () -> Void = {}

    /// Lines and requests of the device that meant nothing, or what could not be done.
    package private(set) var ignoredInput = 0

    /// - Parameters:
    ///   - name: what it is called in sentences.
    ///   - lineEnd: what ends a line of which the other side has heard a part; nothing where there are
    ///     no lines.
    ///   - tell: takes what a person should know, in a sentence without content.
    ///   - act: does what the device wants done to a notice.
    package init(
        _ name: String, settings: SerialSettings, options: SerialOptions = SerialOptions(),
        format: any SerialFormat, lineEnd: [UInt8] = [], pace: Pace = Pace(),
        tell: @escaping @LoopActor (String) -> Void,
        act: @escaping Act
    ) {
        self.name = name
        self.settings = settings
        self.options = options
        self.pace = pace
        self.tell = tell
        self.act = act
        silence = SilenceFilter(options.silence)
        speech = SerialSpeech(format, options, lineEnd: lineEnd)
        linePace = SerialPace(settings)
        settling = Alarm(on: pace)
        steadiness = Alarm(on: pace)
        next = Alarm(on: pace)
        heartbeat = Alarm(on: pace)
        limit = Alarm(on: pace)
        connection = SerialConnection(settings, pace: pace)
        connection.hear = { [weak self] in self?.take($0) }
    }

    /// Opens the port, as often as it takes; what is shown until then is kept.
    package func open() {
        if !isFinishing { connection.open() }
    }

    /// Whoever listens anew is told what holds.
    package var attention: BeaconAttention { .state }

    /// How it is doing, with the bytes that wait to be said.
    package var status: OutletStatus {
        var status = counts
        status.lost += speech.lost
        status.queued = speech.byteCount
        return status
    }

    /// Takes an event, which is said as soon as the port may have it.
    package func show(_ event: BoardEvent) {
        guard !isFinishing else { return }
        let isWanted = silence.takes(event) && wants(event)
        let unheard = memory.take(event, isWanted: isWanted, isSaid: listens, at: pace.now)
        guard isWanted else { return }
        counts.lost += unheard
        guard listens else {
            missed = max(0, missed + unheard)
            return
        }
        speech.say(event, since: pace.now)
        pump()
    }

    private func wants(_ event: BoardEvent) -> Bool {
        guard !options.categories.isEmpty else { return true }
        return switch event {
        case .notice(_, let notice, _):
            options.categories.contains(notice.category) || memory.follows(notice.id)
        case .source(let event, _, _): options.categories.contains(Category(event.category))
        // A device that is for some categories alone is for notices.
        case .beacon: false
        case .phone, .renamed, .radio, .listed: true
        }
    }

    /// Says the last words, and then lets go of the port; after the limit the rest is left out.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard !isFinishing else { return done() }
        isFinishing = true
        finished = done
        legacy = ([], status.lost, ignoredInput)
        guard listens else { return end() }
        if let limit {
            // A quarter of the time is for the last words.
            self.limit.set(after: limit * 3 / 4) { [weak self] in self?.cutShort(limit / 4) }
        }
        speech.sayEnd(at: pace.now, wall: .now)
        pump()
    }

    private func cutShort(_ rest: Duration) {
        limit.set(after: rest / 2) { [weak self] in self?.end(within: rest / 2) }
        let before = speech.byteCount
        let notices = speech.cutShort(at: pace.now, wall: .now)
        bytesLeftOut += max(0, before - speech.byteCount)
        legacy?.notices += notices
        pump()
    }

    /// What is said first of all, once the port is there.
    package func join(_ events: [BoardEvent], at wall: WallTime) {
        for event in events {
            let isWanted = silence.takes(event) && wants(event)
            _ = memory.take(
                event, isWanted: isWanted, isSaid: true, at: pace.now - event.age(at: wall))
        }
    }

    /// Goes on for one that has ended: what it had not said is said here, or lost.
    package func succeed(_ predecessor: any Outlet) {
        guard let predecessor = predecessor as? SerialOutlet, let legacy = predecessor.legacy
        else { return }
        let unknown = Set(legacy.notices).count { !memory.follows($0) }
        missed += unknown
        counts.lost += unknown + legacy.lost
        counts.restarts += predecessor.counts.restarts
        ignoredInput += legacy.ignored
    }

    private func take(_ news: SerialConnection.News) {
        switch news {
        case .opened:
            let usual = connection.port?.isOnUSB == true ? Self.usualSettle : .zero
            let settle = options.settle ?? usual
            guard settle > .zero else { return begin() }
            settling.set(after: settle) { [weak self] in self?.begin() }
        case .failed(let problem): fail(problem)
        case .room:
            isWaitingForRoom = false
            pump()
        // A device that begins anew says all sorts of things.
        case .received where !listens: break
        case .received(let bytes):
            let reply = speech.receive(bytes, at: pace.now, wall: .now)
            ignoredInput += reply.ignored
            if !isFinishing { for wanted in reply.acts { perform(wanted) } }
            pump()
        }
    }

    /// Has done what the device wants, to what it was told of.
    private func perform(_ wanted: PersonAct) {
        guard let notice = memory.notice(meantBy: wanted),
            // A button that is stuck wants the same thousands of times.
            pending.insert(Wish(act: wanted, notice: notice)).inserted
        else {
            ignoredInput += 1
            return
        }
        act(wanted, notice) { [weak self] isDone in
            self?.pending.remove(Wish(act: wanted, notice: notice))
            if !isDone { self?.ignoredInput += 1 }
        }
    }

    private func begin() {
        guard connection.port != nil, !isFinishing else { return }
        listens = true
        opened()
        if counts.failure != nil {
            counts.failure = nil
            counts.restarts += 1
            // A cable that comes and goes is not worth a line each time.
            steadiness.set(after: SerialConnection.steadiness) { [weak self] in
                guard let self else { return }
                toldProblem = nil
                tell("\(name) is there again")
            }
        }
        linePace = SerialPace(settings)
        let state = memory.state(at: pace.now, maxAge: options.maxAge)
        counts.lost += state.lost
        speech.begin(missed: missed + state.lost, at: pace.now, wall: .now)
        missed = 0
        for (event, since) in state.events { speech.say(event, since: since) }
        lastSaid = pace.now
        pump()
    }

    private func fail(_ problem: SerialProblem) {
        let left = speech.stop(isBusy: linePace.isBusy(at: pace.now))
        let lost = left.unsaid.count { !memory.takeBack($0) }
        counts.lost += lost
        missed += lost + left.untold
        listens = false
        isWaitingForRoom = false
        next.cancel()
        for alarm in [heartbeat, settling, steadiness] { alarm.cancel() }
        counts.failure = "\(problem)"
        if toldProblem?.isLike(problem) != true {
            tell("\(name) cannot be used, and is tried again: \(problem)")
        }
        toldProblem = problem
        if isFinishing { end() }
    }

    /// Writes what may be written now, and sees to it that the rest has its turn.
    private func pump() {
        next.cancel()
        guard let port = connection.port, listens, !isWaitingForRoom else { return }
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
            connection.fail(error)
        }
    }

    private func pause(_ delay: Duration) {
        next.set(after: delay) { [weak self] in self?.pump() }
    }

    /// Nothing is left to be said for now.
    private func rest(_ port: SerialPort, at now: Duration) {
        if isFinishing {
            // The port's old mode must not come over what is still on its way.
            guard let delay = linePace.pauseForQuiet(at: now, unsent: port.unsent) else {
                return end()
            }
            pause(delay)
        } else if let silence = options.heartbeat, !heartbeat.isSet {
            heartbeat.set(at: lastSaid + silence) { [weak self] in self?.beat(after: silence) }
        }
    }

    private func beat(after silence: Duration) {
        guard listens, !isFinishing else { return }
        // What is being said, or was, is no silence; the next rest waits anew.
        guard pace.now - lastSaid >= silence else { return pump() }
        if speech.sayHeartbeat(at: pace.now, wall: .now) { pump() }
    }

    /// - Parameter patience: how long is waited for the port to be closed. Some drivers wait half a minute
    ///   for what does not drain, and so does a process that ends before its thread has emptied it.
    private func end(within patience: Duration? = nil) {
        guard let done = finished else { return }
        finished = nil
        for alarm in [next, heartbeat, limit, settling, steadiness] { alarm.cancel() }
        let rest = bytesLeftOut + speech.byteCount + (connection.port?.unsent ?? 0)
        if rest > 0 { tell("\(name) could not take the last \(rest) bytes") }
        let farewell = Farewell(within: patience, done)
        farewell.wait { connection.end($0) }
        farewell.begin()
    }
}

extension SerialOutlet {
    /// Whether the port is there and its device listens.
    package var isOpen: Bool { listens }
}
