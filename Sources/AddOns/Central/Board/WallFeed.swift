import History
import HistoryCommands
import Linux
import Notices
import PostgreSQL

/// Looks at a centre whenever that tells that something is new, and comes back however often the connection goes.
@LoopActor
final class WallFeed {
    /// What is on a wall.
    struct View: Sendable {
        /// The newest notices and calls, the newest first, each once.
        var notices: [CentralNotice]
        /// The bridges that are meant, by site and name.
        var bridges: [CentralBridge]
    }

    /// What there is to be told.
    enum News: Sendable {
        case view(View)
        /// The centre is not there, or refuses.
        case lost(ServerFailure)
    }

    /// How often a centre is looked at, and how long it may take.
    struct Pace: Sendable {
        /// How long a centre may think before it is taken to be gone.
        var thinkingLimit: Duration = .seconds(20)
        /// What comes together is looked at together.
        var gathering: Duration = .milliseconds(250)
        /// Nobody tells that a bridge is silent: it is looked for this often.
        var usualLook: Duration = .seconds(30)
        /// The same while a call rings, whose end nobody would tell either.
        var ringingLook: Duration = .seconds(5)
    }

    /// How far back lists go, where there are not more.
    private nonisolated static let days = 7
    /// Histories whose news do not count, since nothing of them is shown; past that all are looked at again.
    private nonisolated static let foreignLimit = 10_000

    private let plan: DatabaseEndpoint
    private let filter: CentralFilter
    private let pace: Pace
    private let take: @LoopActor (News) -> Void
    private var server: ServerDialogue?
    private var pause = GrowingPause(.milliseconds(500) ... .seconds(15))
    private let rest = WakeableSleep()
    private var isOver = false
    private var shown: Set<Int> = []
    private var foreign: Set<Int> = []

    /// - Parameters:
    ///   - filter: which notices are meant, but for their moments and number.
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

    /// Begins.
    func start() {
        LoopActor.begin {
            await EventLoop.pause(.zero)
            await self.follow()
        }
    }

    /// Ends.
    func stop() {
        isOver = true
        server?.close()
        rest.wake()
    }

    /// What a search found.
    struct Hits: Sendable {
        /// The newest notices with the words in them.
        var notices: [CentralNotice]
        /// The words that were probably meant, if there are none.
        var meant: String?
    }

    /// Finds the newest notices with words in them, over a connection of its own: the wall does not wait for it.
    ///
    /// - Parameter sight: what is seen of each notice.
    func find(
        _ words: SearchWords, _ query: TextQuery, seen sight: NoticeSight, atMost count: Int
    ) async throws(BatchFailure) -> Hits {
        var plan = plan
        plan.statementLimit = CentralHistory.searchTime
        let server = ServerDialogue()
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
            let server = ServerDialogue()
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

    private func open(_ server: ServerDialogue) async throws(BatchFailure) {
        do throws(ServerFailure) {
            _ = try await server.open(plan)
        } catch {
            throw BatchFailure(failure: error)
        }
        // What comes from now on is heard of, whatever the first look sees.
        try await server.run([SQLStatement("LISTEN \(CentralStatements.channel)")])
    }

    private func stay(_ server: ServerDialogue) async throws(BatchFailure) {
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
                // None means also that the connection is gone, which the look says then.
                guard let news = await server.notification(within: wait) else { break }
                if concerns(news) { break }
            }
        }
    }

    private func look(_ server: ServerDialogue) async throws(BatchFailure) -> View {
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
        // Where very much comes, who rings and what was missed are older than the newest.
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

    // MARK: Who was told of

    private func remember(_ bridges: [CentralBridge]) {
        shown = Set(bridges.map(\.number))
        foreign.subtract(shown)
    }

    /// Whether something that was told of may be on the wall.
    private func concerns(_ news: ServerNotification) -> Bool {
        guard let number = news.payload.split(separator: " ").first.flatMap({ Int($0) }) else {
            return true
        }
        if shown.contains(number) { return true }
        if foreign.count >= Self.foreignLimit { foreign = [] }
        // A bridge that is new is not known yet.
        return foreign.insert(number).inserted
    }
}

extension CentralNotice {
    /// Where it is in a list; no two have the same.
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
