import ANCS
import Bridge
import Commands
import Configuration
import Control
import Formats
import JSON
import Linux
import Notices
import OutletKinds
import Outlets
import Rack

/// What the bridge does for those who come over the control socket.
@LoopActor
final class ControlDesk: ControlDelegate, Outlet {
    /// What somebody else has to do for the desk.
    struct Owner {
        /// Everything there is to tell about the bridge, as members of an object.
        var writeStatus: @LoopActor (inout JSONWriter) -> Void
        /// Reads the configuration again; returns what is wrong with it, else nil.
        var reload: @LoopActor () -> String?
        /// Opens a window in which a phone can pair.
        var pair: @LoopActor (ControlRequest.Method?, Int?, ControlExchange) -> Void
        /// Takes a person's answer from a client.
        var reply: @LoopActor (Bool, ControlExchange) -> Void
        /// Answers with the phones that were paired.
        var phones: @LoopActor (ControlExchange) -> Void
        /// Forgets a phone, by name or address.
        var forget: @LoopActor (String, ControlExchange) -> Void
        /// Mutes an app until a moment, or for so many seconds.
        var mute: @LoopActor (_ app: String, String?, Int?, ControlExchange) -> Void
        /// Shows an app again, or all of them.
        var unmute: @LoopActor (_ app: String?, ControlExchange) -> Void
        /// Answers with what is known of beacons, and listens for so many seconds without a pause.
        var beacons: @LoopActor (Int?, ControlExchange) -> Void
        /// Makes the host a beacon for as long as the client stays.
        var broadcast: @LoopActor (ControlRequest.Broadcast, ControlExchange) -> Void
        /// Begins or ends telling how near beacons are.
        var tellRange: @LoopActor (Bool) -> Void
        /// Shows a sample on outlets.
        var test: @LoopActor (OutletChoice, ControlExchange) -> Void
        /// Hands the history over to a centre.
        var handOver: @LoopActor (ControlRequest.Outbox?, ControlExchange) -> Void
        /// Who answers questions about the history; nil where none is kept.
        var history: @LoopActor () -> HistoryDesk?
        /// The answer if none is kept.
        var noHistory: ControlRefusal
        /// How many outlets there are that can show a text.
        var textOutletCount: @LoopActor () -> Int
    }

    /// What an event takes beside its words.
    private static let eventSize = 512

    var rights: ControlRights {
        didSet { server?.checkRights() }
    }

    private let owner: Owner
    private weak var bridge: Bridge?
    private let keeper: DayKeeper
    private var server: ControlServer?
    private var format = OutputFormat.json.make(showsSource: true)
    private var recent = RecentEvents<RecentLine>()
    private let board = BoardLines()
    private let codes = CodeDesk()
    private var companions = CompanionRoll()
    private var companionClients: Set<UInt64> = []
    /// Clients that want to know how near beacons are, by their numbers.
    private var rangeFollowers: Set<UInt64> = []
    /// What apps have sent something, whatever rules make of that.
    let apps = AppsWitness()

    /// - Parameter keeper: knows what holds when somebody comes.
    init(_ rights: ControlRights, for bridge: Bridge, knowing keeper: DayKeeper, owner: Owner) {
        self.rights = rights
        self.keeper = keeper
        self.bridge = bridge
        self.owner = owner
    }

    /// Begins to listen; the folder of a socket that a person named has to be there.
    func listen(at path: String, isNamed: Bool) throws(SocketError) {
        var place = rights.place(at: path)
        place.makesFolder = !isNamed
        server = try ControlServer(
            at: place, version: ProgramVersion.current, delegate: self)
    }

    /// Clients are told what they ask for.
    var attention: BeaconAttention { .everything }

    var status: OutletStatus {
        OutletStatus(lost: server?.counters.lostEvents ?? 0)
    }

    /// Who has come so far, as members of an object.
    func writeStatus(to writer: inout JSONWriter) {
        guard let server else { return }
        writer.member("clients", server.clientCount)
        writer.member("limit", server.clientLimit)
        writer.member("waiting_bytes", server.waitingBytes)
        writer.member("lost_events", server.counters.lostEvents)
        writer.member("turned_away", server.counters.turnedAway)
        writer.member("cut_off", server.counters.cutOff)
    }

    /// How the programs beside the bridge are, as a member of an object.
    func writeCompanions(to writer: inout JSONWriter) {
        companions.writeStatus(to: &writer)
    }

    func show(_ event: BoardEvent) {
        board.change()
        let tags = ControlTags(event)
        if !tags.isSource, !tags.isRange {
            recent.append(RecentLine(event), cost: Self.eventSize + event.wordBytes, tags)
        }
        server?.publish(tags) { format.lines(for: event, columns: nil) }
        codes.show(event) { rights.refusal(of: $0, .read) == nil }
    }

    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard let server else { return done() }
        server.finish(within: limit ?? ControlLimits.parting, done)
    }

    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? {
        rights.refusal(of: peer, right)
    }

    func standing(of peer: PeerCredentials) -> ControlStanding {
        rights.standing(of: peer)
    }

    func handle(_ request: ControlRequest, _ exchange: ControlExchange) {
        switch request {
        case .status: exchange.done { owner.writeStatus(&$0) }
        case .phones: owner.phones(exchange)
        case .apps: exchange.done { writeApps(to: &$0) }
        case .code(let wait): codes.tell(exchange, wait: wait)
        case .tail(let tail):
            if let name = tail.categories.first(where: { !Category.isName($0) }) {
                return exchange.refuse(
                    ControlRefusal(
                        .badRequest,
                        "categories has a name of no category: \(Text(name).cleaned())"))
            }
            var filter = ControlFilter(tail)
            exchange.follow(
                recent: tail.board
                    ? linesOfBoard(filter, exchange)
                    : recent.latest(tail.recent, where: filter.wants).map { kept in
                        kept.line { exchange.share(format.lines(for: $0, columns: nil)) }
                    },
                upTo: tail.board ? ControlLines.caughtUp(at: WallTime.now.timestamp) : nil
            ) { filter.follows($0) }
            tellRange(tail.range, to: exchange)
        case .act(let action, let notice): act(action, notice, exchange)
        case .pair(let method, let seconds): owner.pair(method, seconds, exchange)
        case .reply(let isYes): owner.reply(isYes, exchange)
        case .forget(let phone): owner.forget(phone, exchange)
        case .mute(let app, let until, let seconds): owner.mute(app, until, seconds, exchange)
        case .unmute(let app): owner.unmute(app, exchange)
        case .testPort(let name): owner.test(.port(name), exchange)
        case .testDisplays(let name): owner.test(.displays(name), exchange)
        case .testOutlet(let name): owner.test(.named(name), exchange)
        case .beacons(let seconds): owner.beacons(seconds, exchange)
        case .broadcast(let broadcast): owner.broadcast(broadcast, exchange)
        case .companion(let companion): take(companion, exchange)
        case .show(let text): textWishes?.show(text, exchange)
        case .clearTexts: textWishes?.clear(exchange)
        case .identifyHistory: owner.handOver(nil, exchange)
        case .outbox(let wish): owner.handOver(wish, exchange)
        case .history(let wish): withHistory(exchange) { $0.answer(wish, exchange) }
        case .statistics(let wish): withHistory(exchange) { $0.answer(wish, exchange) }
        case .reload:
            if let problem = owner.reload() {
                exchange.refuse(ControlRefusal(.failed, problem))
            } else {
                exchange.done()
            }
        }
    }

    private func withHistory(_ exchange: ControlExchange, _ body: (HistoryDesk) -> Void) {
        if let desk = owner.history() { return body(desk) }
        exchange.refuse(owner.noHistory)
    }

    private var textWishes: TextWishes? {
        bridge.map { TextWishes(texts: $0.texts, outletCount: owner.textOutletCount()) }
    }

    private func take(_ companion: ControlRequest.Companion, _ exchange: ControlExchange) {
        let since = companion.since.flatMap(WallTime.init(timestamp:))
        guard since != nil || companion.since == nil else {
            return exchange.refuse(
                ControlRefusal(
                    .badRequest, "since wants a moment such as 2026-03-02T10:04:02.375+01:00"))
        }
        let client = exchange.clientNumber
        guard companions.take(companion, since: since, from: client, at: .now) else {
            return exchange.refuse(
                ControlRefusal(
                    .busy, "\(CompanionRoll.limit) companions are here, which is as many as can be")
            )
        }
        exchange.done()
        guard companionClients.insert(client).inserted else { return }
        exchange.whenGone { [weak self] in
            self?.companionClients.remove(client)
            self?.companions.leave(client, at: .now)
        }
    }

    /// Has it told how near beacons are for as long as somebody is there who wants that.
    private func tellRange(_ isWanted: Bool, to exchange: ControlExchange) {
        let client = exchange.clientNumber
        guard isWanted else { return forgetRangeFollower(client) }
        guard rangeFollowers.insert(client).inserted else { return }
        owner.tellRange(true)
        exchange.whenGone { [weak self] in self?.forgetRangeFollower(client) }
    }

    private func forgetRangeFollower(_ client: UInt64) {
        guard rangeFollowers.remove(client) != nil, rangeFollowers.isEmpty else { return }
        owner.tellRange(false)
    }

    /// What holds at the moment, as far as somebody wants it.
    private func linesOfBoard(
        _ filter: ControlFilter, _ exchange: ControlExchange
    ) -> [SharedBytes] {
        let lines = board.lines(of: keeper.all(at: .now)) { event in
            BoardLines.Line(
                bytes: exchange.share(format.lines(for: event, columns: nil)),
                tags: ControlTags(event))
        }
        return lines.filter { filter.wants($0.tags) }.map(\.bytes)
    }

    private func act(
        _ action: ControlRequest.Action, _ name: String?, _ exchange: ControlExchange
    ) {
        guard let bridge else { return }
        var id: NoticeID?
        if let name {
            let ids = NoticeHandle(name).map(bridge.notices) ?? []
            guard let found = ids.first else {
                return exchange.refuse(ActResult.noSuchNotice.refusal)
            }
            guard ids.count == 1 else { return exchange.refuse(.severalNotices(ids.count)) }
            id = found
        }
        bridge.perform(PersonAct(action), on: id) { result in
            guard case .performed(let notice) = result else {
                return exchange.refuse(result.refusal)
            }
            // Who may act need not be one who may read.
            let mayRead = self.rights.refusal(of: exchange.peer, .read) == nil
            exchange.done { writer in
                writer.member("id", notice.id.description)
                if mayRead { writer.member("title", notice.title.string) }
                writer.member("phone", notice.phone)
            }
        }
    }

    private func writeApps(to writer: inout JSONWriter) {
        writer.key("apps")
        writer.beginArray()
        for app in apps.seen.all {
            writer.beginObject()
            writer.member("app_id", app.id.string)
            if let name = app.name { writer.member("app", name.string) }
            writer.member("count", app.count)
            writer.member("last", app.last.timestamp)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension ControlTags {
    /// What an event is about.
    fileprivate init(_ event: BoardEvent) {
        switch event {
        case .notice(_, let notice, _):
            self.init(
                category: notice.category.name,
                apps: [notice.appID.string] + [notice.appName?.string].compactMap(\.self),
                phone: notice.phone)
        case .phone(_, let phone, _): self.init(phone: phone.name)
        case .renamed(let phone, let old, _): self.init(phone: phone.name, formerPhone: old)
        case .beacon(let news, _):
            self.init(phone: news.phone?.name, isRange: news.change == .range)
        case .radio, .listed: self.init()
        case .source(let event, let phone, _):
            self.init(category: Category(event.category).name, phone: phone, isSource: true)
        }
    }
}

extension ControlRefusal {
    /// More than one notice may be meant.
    fileprivate static func severalNotices(_ count: Int) -> ControlRefusal {
        ControlRefusal(
            .ambiguous, "the names of \(count) notices end like this; give more of the name")
    }
}

extension Category {
    /// Whether a category is called so, or would be if Apple named its number.
    fileprivate static func isName(_ text: String) -> Bool {
        Category(named: text)?.name == text || text.hasPrefix("category_")
    }
}
