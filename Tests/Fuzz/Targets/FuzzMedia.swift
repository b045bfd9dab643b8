import AMS

/// Reads the input as a sequence of things that happen to a media session, and checks what must
/// always hold.
func fuzzMedia(_ bytes: [UInt8]) {
    var owner = FuzzedMediaOwner()
    var rest = bytes[...]
    while let operation = rest.popFirst() { owner.step(operation, &rest) }
    owner.finish()
}

/// The owner of a media session, and a phone that answers one request at a time.
private struct FuzzedMediaOwner {
    /// Playback that a fuzzer hardly finds.
    private static let playback = [
        "1,1.0,12.5", "0,0,12.5", "2,-4.0,99", "1,1,0,12,5", "1,1.0,-3", "1,1e400,nan", "1,100,1e6",
    ].map { Array($0.utf8) }

    private var session = MediaSession()
    private var now: Duration = .seconds(1)
    private var open: MediaAction?
    private var openSince: Duration = .zero
    private var asked = 0
    private var answered = 0
    private var states = 0
    private var lastState: Duration?
    private var lastRenewal: Duration?

    mutating func step(_ operation: UInt8, _ rest: inout ArraySlice<UInt8>) {
        switch operation % 16 {
        case 0: take(session.begin(at: now))
        case 1: answer(nil, Self.take(Int(rest.popFirst() ?? 0), from: &rest))
        case 2: answer(MediaError(rawValue: rest.popFirst() ?? 0xA2), [])
        case 3, 4: update(&rest)
        case 5: receive(Self.take(Int(rest.popFirst() ?? 0), from: &rest), .entityUpdate)
        case 6: receive(Self.take(Int(rest.popFirst() ?? 0) & 15, from: &rest), .remoteCommand)
        case 7: perform(&rest)
        case 8: now += .milliseconds(Int(rest.popFirst() ?? 0) * 10)
        case 9: wake()
        case 10: now += .seconds(Int(rest.popFirst() ?? 0) * 10)
        case 11: strayAnswer(rest.popFirst() ?? 0)
        case 12:
            let index = Int(rest.popFirst() ?? 0) % Self.playback.count
            receive([0, 1, 0] + Self.playback[index], .entityUpdate)
        case 13: receive(Self.take(Int(rest.popFirst() ?? 0), from: &rest), .entityAttribute)
        case 14: end()
        default: for _ in 0..<5 { answer(nil, [0x31]) }
        }
        check()
    }

    mutating func finish() {
        end()
        require(asked == answered, "a command of the user was not answered once")
    }

    private mutating func update(_ rest: inout ArraySlice<UInt8>) {
        // Few attributes and short values, so that they meet.
        let fields = rest.popFirst() ?? 0
        let value = Self.take(Int(rest.popFirst() ?? 0) & 31, from: &rest)
        receive([fields & 3, fields >> 2 & 7, fields >> 7] + value, .entityUpdate)
    }

    private mutating func receive(_ value: [UInt8], _ characteristic: MediaCharacteristic) {
        take(session.received(value, from: characteristic, at: now))
    }

    private mutating func perform(_ rest: inout ArraySlice<UInt8>) {
        asked += 1
        take(session.perform(MediaCommandID(rawValue: rest.popFirst() ?? 0), at: now))
    }

    private mutating func answer(_ error: MediaError?, _ value: [UInt8]) {
        guard let request = open else { return }
        open = nil
        switch request {
        case .subscribe(let characteristic):
            take(
                error.map { session.refused(characteristic, $0, at: now) }
                    ?? session.subscribed(to: characteristic, at: now))
        case .unsubscribe(let characteristic):
            take(session.unsubscribed(from: characteristic, at: now))
        case .write(_, let characteristic):
            take(session.written(to: characteristic, error, at: now))
        case .read(let characteristic):
            take(
                session.read(
                    from: characteristic, error.map { .failure($0) } ?? .success(value), at: now))
        case .report: break
        }
    }

    /// Reports an answer to no request, which must change nothing.
    private mutating func strayAnswer(_ choice: UInt8) {
        let characteristic = MediaCharacteristic.allCases[Int(choice) % 3]
        guard open == nil else { return }
        let before = session.state
        take(session.subscribed(to: characteristic, at: now))
        take(session.refused(characteristic, .unlikelyError, at: now))
        take(session.unsubscribed(from: characteristic, at: now))
        take(session.written(to: characteristic, nil, at: now))
        take(session.read(from: characteristic, .success([choice]), at: now))
        require(open == nil && session.state == before, "an answer to nothing changed something")
    }

    private mutating func wake() {
        guard let deadline = session.nextDeadline else { return }
        now = max(now, deadline)
        // The attribute protocol would have ended the link before.
        if openSince + MediaLimits.answer <= now { open = nil }
        take(session.timePassed(at: now))
        require(session.nextDeadline.map { $0 > now } ?? true, "a deadline stays behind")
    }

    private mutating func end() {
        take(session.end(at: now))
        open = nil
        require(session.nextDeadline == nil, "a deadline is left after the end")
        require(session.state == MediaState(), "a state is left after the end")
        require(!session.isSettled, "a session that has ended has not begun")
    }

    private mutating func take(_ actions: [MediaAction]) {
        for action in actions {
            switch action {
            case .report(.performed): answered += 1
            case .report(.state(let state, let hasJumped)): take(state, hasJumped)
            default:
                require(open == nil, "two requests are under way")
                (open, openSince) = (action, now)
                if case .unsubscribe = action { renew() }
            }
        }
    }

    private mutating func take(_ state: MediaState?, _ hasJumped: Bool) {
        guard state != nil else {
            require(states > 0 && !hasJumped, "the end of what was not reported")
            states = 0
            return
        }
        let soonest = lastState.map { $0 + MediaLimits.reportInterval }
        require(soonest.map { $0 <= now } ?? true, "two reports follow too fast")
        (states, lastState) = (states + 1, now)
    }

    private mutating func renew() {
        let soonest = lastRenewal.map { $0 + MediaLimits.renewalInterval }
        require(soonest.map { $0 <= now } ?? true, "two renewals follow too fast")
        lastRenewal = now
    }

    private func check() {
        let state = session.state
        let texts = [
            state.playerName, state.bundleIdentifier, state.artist, state.album, state.title,
        ].compactMap(\.self)
        require(texts.allSatisfy { $0.count <= MediaLimits.text }, "a text is too long")
        require(state.volume.map { (0...1).contains($0) } ?? true, "an impossible volume")
        for later in [Duration.zero, .seconds(1), .seconds(1_000_000_000)] {
            guard let position = state.position(at: now + later) else { continue }
            let end = state.duration ?? MediaLimits.time
            require(position >= .zero && position <= end, "a position outside of the track")
        }
    }

    private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(taken)
    }
}
