import History
import HistoryCommands
import Linux
import Notices
import PostgreSQL

/// Feed of a central database: queries it after each NOTIFY message of the server, and reconnects after each loss.
@LoopActor
final class WallFeed {
    /// Snapshot of the central board.
    struct View: Sendable {
        /// The newest notifications and calls, the newest first, each once.
        var notices: [CentralNotice]
        /// Matching bridges, sorted by site and name.
        var bridges: [CentralBridge]
    }

    /// An update of the feed.
    enum News: Sendable {
        case view(View)
        /// The central database is unavailable or refuses.
        case lost(ServerFailure)
    }

    /// Intervals and time limits of the queries.
    struct Pace: Sendable {
        /// Time limit for an answer, after which the connection counts as lost.
        var thinkingLimit: Duration = .seconds(20)
        /// Time for which NOTIFY messages are collected, so that they cause only one query.
        var gathering: Duration = .milliseconds(250)
        /// Interval of queries without a NOTIFY message: the server sends none when a bridge becomes silent.
        var usualLook: Duration = .seconds(30)
        /// The same interval while a call rings: a bridge that is cut off never reports its end.
        var ringingLook: Duration = .seconds(5)
    }

    /// Number of days before today whose notifications are shown.
    private nonisolated static let days = 7
    /// Limit of remembered histories that are not shown, whose NOTIFY messages are ignored.
    ///
    /// At the limit the list is emptied; each of these histories may then cause one more query.
    private nonisolated static let foreignLimit = 10_000

    private let plan: DatabaseEndpoint
    private let filter: CentralFilter
    private let pace: Pace
    private let take: @LoopActor (News) -> Void
    private var server: DatabaseSession?
    private var pause = GrowingPause(.milliseconds(500) ... .seconds(15))
    private let rest = WakeableSleep()
    private var isOver = false
    private var shown: Set<Int> = []
    private var foreign: Set<Int> = []

    /// - Parameters:
    ///   - filter: the notifications to show; the feed itself limits their age and number.
    init(
        _ plan: DatabaseEndpoint, _ filter: CentralFilter, pace: Pace = Pace(),
        _ take: @escaping @LoopActor (News) -> Void
    ) {
        var plan = plan
        plan.statementLimit = pace.thinkingLimit
        plan.answerPatience = pace.thinkingLimit + pace.ringingLook
        self.plan = plan
        self.filter = filter
        self.pace = pace
        self.take = take
    }

    func start() {
        LoopActor.begin {
            await EventLoop.pause(.zero)
            await self.follow()
        }
    }

    func stop() {
        isOver = true
        server?.close()
        rest.wake()
    }

    /// Result of a search.
    struct Hits: Sendable {
        /// The newest notifications that match.
        var notices: [CentralNotice]
        /// Suggested words; nil if something was found, or if no similar words exist.
        var meant: String?
    }

    /// Searches over a connection of its own, so that the feed does not wait.
    ///
    /// - Parameter sight: visible part of each notification, to which the search is limited.
    func find(
        _ words: SearchWords, _ query: TextQuery, seen sight: NoticeSight, atMost count: Int
    ) async throws(BatchFailure) -> Hits {
        var plan = plan
        plan.statementLimit = CentralHistory.searchTime
        let server = DatabaseSession()
        defer { server.close() }
        do throws(ServerFailure) {
            _ = try await server.open(plan)
        } catch {
            throw BatchFailure(failure: error)
        }
        var filter = filter
        filter.words = query
        let questions = CentralQuestions(server)
        let found = try await questions.notices(
            filter, with: words, seen: sight, after: nil, atMost: count
        ).notices
        let meant =
            found.isEmpty
            ? await questions.suggestion(for: words, in: filter, seen: sight) : nil
        return Hits(notices: found, meant: meant)
    }

    private func follow() async {
        while !isOver {
            let server = DatabaseSession()
            do throws(BatchFailure) {
                try await open(server)
                self.server = server
                pause.reset()
                try await stay(server)
            } catch {
                self.server = nil
                server.close()
                guard !isOver else { return }
                take(.lost(error.failure))
                await rest.sleep(pause.take() * Double.random(in: 0.8...1.2))
            }
        }
    }

    private func open(_ server: DatabaseSession) async throws(BatchFailure) {
        do throws(ServerFailure) {
            _ = try await server.open(plan)
        } catch {
            throw BatchFailure(failure: error)
        }
        // LISTEN before the first query, so that no change in between is missed.
        try await server.run([SQLStatement("LISTEN \(CentralStatements.channel)")])
    }

    private func stay(_ server: DatabaseSession) async throws(BatchFailure) {
        while !isOver {
            let view = try await look(server)
            guard !isOver else { return }
            take(.view(view))
            let now = WallTime.now
            let isRinging = view.notices.contains { $0.mayRing(at: now) }
            await rest.sleep(pace.gathering)
            guard !server.takeNotifications().contains(where: concerns) else { continue }
            let end = EventLoop.now + (isRinging ? pace.ringingLook : pace.usualLook)
            while !isOver, EventLoop.now < end {
                let wait = max(.zero, end - EventLoop.now)
                // nil also means a lost connection; the query then reports it.
                guard let news = await server.notification(within: wait) else { break }
                if concerns(news) { break }
            }
        }
    }

    private func look(_ server: DatabaseSession) async throws(BatchFailure) -> View {
        let questions = CentralQuestions(server)
        let bridges = try await questions.bridges().filter(isMeant)
        remember(bridges)
        var filter = filter
        filter.notices.since = WallTime.now.midnight.advanced(by: .seconds(-86_400 * Self.days))
        let notices = try await questions.notices(
            filter, after: nil, atMost: CentralQuestions.page
        ).notices
        filter.notices.onlyCalls = true
        let calls = try await questions.notices(
            filter, after: nil, atMost: CentralQuestions.page
        ).notices
        // With many notifications, ringing and missed calls may be older than the newest ones.
        let known = Set(notices.map(\.place))
        let older = calls.filter { !known.contains($0.place) }
        return View(
            notices: (notices + older).sorted { $0.place > $1.place }, bridges: bridges)
    }

    private func isMeant(_ bridge: CentralBridge) -> Bool {
        func fits(_ names: [String], _ name: String) -> Bool {
            names.isEmpty || names.contains { $0.lowercased() == name.lowercased() }
        }
        return !bridge.isImported && fits(filter.sites, bridge.site)
            && (fits(filter.bridges, bridge.name) || fits(filter.bridges, bridge.history))
    }

    // MARK: Concerned histories

    private func remember(_ bridges: [CentralBridge]) {
        shown = Set(bridges.map(\.number))
        foreign.subtract(shown)
    }

    /// Whether a NOTIFY message of the server may concern a bridge that is shown.
    private func concerns(_ news: ServerNotification) -> Bool {
        guard let number = news.payload.split(separator: " ").first.flatMap({ Int($0) }) else {
            return true
        }
        if shown.contains(number) { return true }
        if foreign.count >= Self.foreignLimit { foreign = [] }
        // A number seen for the first time may be that of a new bridge, which the next query shows.
        return foreign.insert(number).inserted
    }
}

extension CentralNotice {
    /// Position in a list; unique.
    fileprivate var place: Place {
        Place(moment: moment, number: stored.notice.id.rawValue, history: history)
    }

    fileprivate struct Place: Hashable, Comparable {
        let moment: Int64
        let number: UInt64
        let history: String

        static func < (left: Place, right: Place) -> Bool {
            (left.moment, left.number, left.history) < (right.moment, right.number, right.history)
        }
    }
}
