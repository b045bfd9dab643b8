import Testing

@testable import AMS

/// Plays the owner of a session and a phone with a media player that does exactly what a test says.
///
/// A phone answers one request at a time: a second one before the answer fails the test.
struct TestPlayer {
    var session = MediaSession()
    var now: Duration = .seconds(1000)
    /// The request that is not answered.
    var open: MediaAction?
    /// All requests so far, in words.
    var requests: [String] = []
    var reports: [MediaReport] = []
    /// How often the session asked to be woken, and was.
    var wakeUps = 0

    /// A phone that has accepted all subscriptions and registrations.
    static func registered() -> TestPlayer {
        var phone = TestPlayer()
        phone.begin()
        phone.acceptAll()
        phone.requests = []
        return phone
    }

    /// A phone whose player plays, and has been reported.
    static func playing() -> TestPlayer {
        var phone = registered()
        phone.commands([0, 1, 2, 3, 4])
        phone.update(.playerName, "Music")
        phone.update(.bundleIdentifier, "com.apple.Music")
        phone.update(.playbackInfo, "1,1.0,10.0")
        phone.update(.title, "Blue in Green")
        phone.update(.duration, "337.5")
        phone.wait(.seconds(10))
        phone.reports = []
        phone.requests = []
        phone.wakeUps = 0
        return phone
    }

    mutating func begin() { take(session.begin(at: now)) }

    mutating func end() {
        open = nil
        take(session.end(at: now))
    }

    /// Accepts the request; one to read gets this value.
    mutating func accept(_ value: String = "") {
        guard let request = open else {
            Issue.record("there is no request to accept")
            return
        }
        open = nil
        switch request {
        case .subscribe(let characteristic): take(session.subscribed(to: characteristic, at: now))
        case .unsubscribe(let characteristic):
            take(session.unsubscribed(from: characteristic, at: now))
        case .write(_, let characteristic):
            take(session.written(to: characteristic, nil, at: now))
        case .read(let characteristic):
            take(session.read(from: characteristic, .success(Array(value.utf8)), at: now))
        case .report: break
        }
    }

    mutating func acceptAll() {
        while open != nil { accept() }
    }

    /// Refuses the request with an error code.
    mutating func refuse(_ error: MediaError) {
        guard let request = open else {
            Issue.record("there is no request to refuse")
            return
        }
        open = nil
        switch request {
        case .subscribe(let characteristic), .unsubscribe(let characteristic):
            take(session.refused(characteristic, error, at: now))
        case .write(_, let characteristic):
            take(session.written(to: characteristic, error, at: now))
        case .read(let characteristic):
            take(session.read(from: characteristic, .failure(error), at: now))
        case .report: break
        }
    }

    /// Sends a value of Entity Update.
    mutating func update(_ attribute: MediaAttribute, _ value: String, isCut: Bool = false) {
        let header = [attribute.entity.rawValue, attribute.number, isCut ? 1 : 0]
        take(session.received(header + Array(value.utf8), from: .entityUpdate, at: now))
    }

    /// Sends a list of supported commands.
    mutating func commands(_ list: [UInt8]) {
        take(session.received(list, from: .remoteCommand, at: now))
    }

    mutating func perform(_ command: MediaCommandID) {
        take(session.perform(command, at: now))
    }

    /// Lets time pass, waking the session whenever it asked for that.
    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let deadline = session.nextDeadline, deadline <= end {
            now = max(now, deadline)
            wakeUps += 1
            take(session.timePassed(at: now))
            if let next = session.nextDeadline, next <= now {
                Issue.record("a deadline stays behind")
                return
            }
        }
        now = end
    }

    mutating func take(_ actions: [MediaAction]) {
        for action in actions {
            if case .report(let report) = action {
                reports.append(report)
                continue
            }
            if open != nil { Issue.record("a second request before the answer") }
            open = action
            requests.append(Self.words(action))
        }
    }

    /// Removes and returns the requests so far.
    mutating func takeRequests() -> [String] {
        defer { requests = [] }
        return requests
    }

    /// Removes and returns the reports so far, in words.
    mutating func takeReports() -> [String] {
        defer { reports = [] }
        return reports.map { Self.words($0, at: now) }
    }

    private static func words(_ action: MediaAction) -> String {
        switch action {
        case .subscribe(let characteristic): "subscribe \(characteristic)"
        case .unsubscribe(let characteristic): "unsubscribe \(characteristic)"
        case .write(let bytes, let characteristic):
            "write \(bytes.map { String($0) }.joined(separator: " ")) to \(characteristic)"
        case .read(let characteristic): "read \(characteristic)"
        case .report: "report"
        }
    }

    /// Reports in words: title, playback, position.
    private static func words(_ report: MediaReport, at now: Duration) -> String {
        switch report {
        case .state(nil, _): return "ended"
        case .state(let state?, let hasJumped):
            let title = state.title.map { String(decoding: $0, as: UTF8.self) } ?? "-"
            let playback = state.playback.map { "\($0.rawValue)" } ?? "-"
            let position = state.position(at: now).map { "\($0.components.seconds)" } ?? "-"
            return "\(title) \(playback) \(position)" + (hasJumped ? " jumped" : "")
        case .performed(let command, let outcome):
            return "\(command.word ?? "\(command.rawValue)") \(words(outcome))"
        }
    }

    private static func words(_ outcome: MediaOutcome) -> String {
        switch outcome {
        case .performed: "performed"
        case .refused(let error): "refused \(error.rawValue)"
        case .notOffered: "not offered"
        case .unanswered: "unanswered"
        case .busy: "busy"
        }
    }
}
