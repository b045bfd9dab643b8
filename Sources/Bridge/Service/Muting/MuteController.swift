import Bridge
import Contract
import Control
import Formats
import Linux
import Notices
import Outlets

/// Mutes apps for those who ask the running bridge to, and remembers it.
@LoopActor
final class MuteController: Outlet {
    private let memory: MuteMemory
    private let work: WorkQueue
    /// Takes what a person should know.
    private weak let foreground: ForegroundBridge?
    /// The apps that were heard of, whatever becomes of their notices.
    private let apps: SeenApps
    /// Knows whether a client may read; who may act need not be one who may.
    private weak var controller: RequestHandlers?
    private weak var bridge: Bridge?
    /// Ends the first of the mutes.
    private let alarm = Alarm()
    private var failure: Errno?
    private var hasSaved = false

    /// Takes what was muted before.
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

    /// Takes requests to mute and unmute.
    ///
    /// - Parameter mayRead: whether a client may read. One that may not is told of no app but the one that it named, and names
    ///   that by its identifier: otherwise the answers would tell which apps have sent something.
    func register(with router: ControlRouter, knowing controller: RequestHandlers) {
        self.controller = controller
        router.on(mute)
        router.on(unmute)
    }

    /// Writes down how many notices were left out.
    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        alarm.cancel()
        LoopActor.begin { [self] in
            if hasSaved || !mutes.isEmpty { _ = await save() }
            done()
        }
    }

    /// The apps that are muted.
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
                .failed, "\(Mutes.limit) apps are muted, which is as many as can be")
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

    /// Shows an app again, or all of them.
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

    /// When a mute is to end, or why that cannot be.
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
                .badRequest, "until wants a moment such as 2026-11-23T18:00:00+01:00")
        }
        guard end.milliseconds > now.milliseconds else {
            throw ControlRefusal(.badRequest, "the moment in until is over")
        }
        let latest = now.advanced(by: Mutes.longest)
        guard end.milliseconds <= latest.milliseconds else { throw tooLong }
        return end
    }

    /// The apps that somebody may mean, those that were heard of before those that are only muted.
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

    /// Why it could not be written, and holds only until the bridge ends; nil where it was.
    private func save() async -> Errno? {
        /// Writes what is muted, away from the loop.
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
            "which apps are muted cannot be written into \(memory.folder ?? ""), and holds until the "
                + "bridge ends: \(error)")
    }
}

extension MutedApp {
    /// A mute as clients hear of it.
    init(_ mute: Mute) {
        self.init()
        appID = mute.app.string
        app = mute.name?.string
        since = mute.since
        until = mute.until
        count = mute.count
    }

    /// The same for a client that may not read: of the app no more than how the client called it.
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
    /// The same whether there is such an app or not.
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
