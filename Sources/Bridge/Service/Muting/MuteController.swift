import Bridge
import Control
import Formats
import Linux
import Notices
import Outlets

/// Controller of mutes, for clients of the running bridge; saves them across restarts.
@LoopActor
final class MuteController: Outlet {
    private let memory: MuteMemory
    private let work: WorkQueue
    /// Prints messages for the user.
    private weak let foreground: ForegroundBridge?
    /// Apps that have sent something, regardless of rules.
    private let apps: SeenApps
    /// Checks whether a client may read; the right to act does not include it.
    private weak var controller: RequestHandlers?
    private weak var bridge: Bridge?
    /// Alarm for the earliest end of a mute.
    private let alarm = Alarm()
    private var failure: Errno?
    private var hasSaved = false

    /// Creates a controller and restores the saved mutes.
    init(
        for bridge: Bridge, in memory: MuteMemory, work: WorkQueue = WorkQueue(),
        hearing apps: SeenApps, telling foreground: ForegroundBridge
    ) {
        self.bridge = bridge
        self.memory = memory
        self.work = work
        self.apps = apps
        self.foreground = foreground
        let reading = memory.read()
        for mute in reading.mutes { _ = bridge.rules.mutes.add(mute, at: EventLoop.now) }
        bridge.endMutes()
        if let advice = reading.advice { foreground.advise(advice) }
        setAlarm()
    }

    /// Registers the handlers of mute requests.
    ///
    /// - Parameter controller: checks whether a client may read. A client without that right must use identifiers, and
    ///   learns of no other app: otherwise the answers would reveal which apps have sent something.
    func register(with router: ControlRouter, knowing controller: RequestHandlers) {
        self.controller = controller
        router.on(mute)
        router.on(unmute)
    }

    /// Saves the counts of hidden notifications.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        alarm.cancel()
        LoopActor.begin { [self] in
            if hasSaved || !mutes.isEmpty { _ = await save() }
            done()
        }
    }

    /// Current mutes.
    var mutes: [Mute] {
        bridge?.endMutes()
        return bridge?.rules.mutes.all(at: EventLoop.now, .now) ?? []
    }

    /// Mutes an app.
    private func mute(
        _ request: MuteRequest, for peer: PeerCredentials
    ) async throws(ControlRefusal) -> MuteAnswer {
        let word = request.app
        let now = WallTime.now
        let end = try Self.end(request.until, request.seconds, now: now)
        let mayRead = controller?.mayRead(peer) == true
        guard mayRead || AppSearch.isIdentifier(word) else { throw .identifierOnly }
        let (app, near): (AppSearch.App, String?)
        switch AppSearch(apps: knownApps, byName: mayRead).meaning(of: word) {
        case .known(let known): (app, near) = (known, nil)
        case .unheard(let unheard, let likely): (app, near) = (unheard, likely)
        case .several(let ids): throw .several(word, ids)
        case .none(let near):
            throw .noApp("no app that has sent something is called \(word.quotedCleanly)", near)
        }
        let mute = Mute(app: app.id, name: app.name, since: now, until: end)
        guard let bridge else { throw ControlRefusal(.stopping, "the bridge stops") }
        bridge.endMutes()
        guard bridge.rules.mutes.add(mute, at: EventLoop.now) else {
            throw ControlRefusal(
                .failed, "\(Mutes.limit) apps are muted, which is the maximum")
        }
        setAlarm()
        var answer = MuteAnswer()
        answer.mute = mayRead ? MutedApp(mute) : MutedApp(mute, calledBy: word)
        if mayRead {
            answer.isHeard = apps.seen.all.contains { $0.id.string.folded == app.id.string.folded }
            answer.near = near
        }
        answer.unsaved = await save().map { "\($0)" }
        return answer
    }

    /// Unmutes an app, or all apps.
    private func unmute(
        _ request: UnmuteRequest, for peer: PeerCredentials
    ) async throws(ControlRefusal) -> UnmuteAnswer {
        let mutes = mutes
        var wanted = mutes
        let mayRead = controller?.mayRead(peer) == true
        if let word = request.app {
            guard mayRead || AppSearch.isIdentifier(word) else {
                throw .identifierOnly
            }
            let apps = mutes.map { AppSearch.App(id: $0.app, name: $0.name) }
            switch AppSearch(apps: apps, byName: mayRead).meaning(of: word) {
            case .known(let app): wanted = mutes.filter { $0.app == app.id }
            case .several(let ids): throw .several(word, ids)
            case .unheard(_, let near), .none(let near):
                throw .noApp("\(word.quotedCleanly) is not muted", mayRead ? near : nil)
            }
        }
        for mute in wanted { _ = bridge?.rules.mutes.remove(mute.app) }
        setAlarm()
        var answer = UnmuteAnswer()
        answer.unmuted = wanted.map {
            mayRead ? MutedApp($0) : MutedApp($0, calledBy: request.app)
        }
        answer.unsaved = await save().map { "\($0)" }
        return answer
    }

    /// Returns the end of a mute, or throws a refusal.
    private static func end(
        _ until: String?, _ seconds: Int?, now: WallTime
    ) throws(ControlRefusal) -> WallTime {
        let tooLong = ControlRefusal(.badRequest, "an app can be muted for 30 days at most")
        guard let until else {
            let time = seconds.map { Duration.seconds($0) } ?? Mute.usualTime
            guard time <= Mutes.longest else { throw tooLong }
            return now.advanced(by: time)
        }
        guard let end = WallTime(timestamp: until) else {
            throw ControlRefusal(
                .badRequest, "until must be a time such as 2026-11-23T18:00:00+01:00")
        }
        guard end.milliseconds > now.milliseconds else {
            throw ControlRefusal(.badRequest, "the moment in until is over")
        }
        let latest = now.advanced(by: Mutes.longest)
        guard end.milliseconds <= latest.milliseconds else { throw tooLong }
        return end
    }

    /// Known apps: first those that have sent something, then those that are only muted.
    private var knownApps: [AppSearch.App] {
        let heard = apps.seen.all.map { AppSearch.App(id: $0.id, name: $0.name) }
        let ids = Set(heard.map(\.id))
        return heard
            + mutes.filter { !ids.contains($0.app) }.map {
                AppSearch.App(id: $0.app, name: $0.name)
            }
    }

    private func setAlarm() {
        let now = EventLoop.now
        let left = bridge?.rules.mutes.timeLeft(at: now, .now)
        alarm.set(at: left.map { now + $0 }, for: self) { $0.endDue() }
    }

    private func endDue() {
        bridge?.endMutes()
        setAlarm()
        LoopActor.begin { [self] in _ = await save() }
    }

    /// Saves the mutes; returns the error if that fails and they last only until the bridge ends.
    private func save() async -> Errno? {
        hasSaved = true
        let (memory, mutes) = (memory, mutes)
        let error = await work.run { () -> Errno? in
            do throws(Errno) {
                try memory.write(mutes)
                return nil
            } catch {
                return error
            }
        }
        take(error)
        return error
    }

    private func take(_ error: Errno?) {
        defer { failure = error }
        guard let error, error != failure else { return }
        foreground?.advise(
            "the list of muted apps cannot be saved in \(memory.folder ?? ""), and lasts only "
                + "until the bridge ends: \(error)")
    }
}

extension MutedApp {
    /// Creates the form of a mute for clients.
    init(_ mute: Mute) {
        self.init()
        appID = mute.app.string
        app = mute.name?.string
        since = mute.since
        until = mute.until
        count = mute.count
    }

    /// Creates the form for a client that may not read: only the name that the client used.
    fileprivate init(_ mute: Mute, calledBy word: String?) {
        self.init()
        appID = word
        since = mute.since
        until = mute.until
    }
}

extension String {
    fileprivate var quotedCleanly: String { "'\(Text(self).cleaned())'" }
}

extension ControlRefusal {
    /// Refusal of a name from a client that may not read; it is the same whether such an app exists or not.
    fileprivate static let identifierOnly = ControlRefusal(
        .notAllowed,
        "without the right to read, an app is named by its identifier, such as "
            + "com.apple.MobileSMS")

    fileprivate static func several(_ word: String, _ ids: [String]) -> ControlRefusal {
        let names = ids.map { Text($0).cleaned() }.joined(separator: ", ")
        return ControlRefusal(
            .notFound, "\(word.quotedCleanly) is the name of several apps: \(names); say which")
    }

    fileprivate static func noApp(_ clause: String, _ near: String?) -> ControlRefusal {
        let advice = near.map { "did you mean \($0.quotedCleanly)?" } ?? "see callboard apps"
        return ControlRefusal(.notFound, "\(clause); \(advice)")
    }
}
