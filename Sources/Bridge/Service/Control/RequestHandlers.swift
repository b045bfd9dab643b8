import ANCS
import BeaconMonitoring
import Bridge
import Commands
import Configuration
import Control
import Formats
import JSON
import Linux
import Notices
import Outlets

/// Output that sends events to clients of the control socket, and handles their requests for events and codes.
@LoopActor
final class RequestHandlers: ControlDelegate, Outlet {
    /// Estimated size of an event without its texts.
    private static let eventSize = 512

    var rights: ControlRights {
        didSet { server?.checkRights() }
    }

    /// Beacon monitor; it reports changes of distance (range events) only while a client follows them.
    private let beacons: BeaconMonitor
    private let keeper: CurrentState
    private var server: ControlServer?
    private var format = OutputFormat.json.make(showsSource: true)
    private var recent = RecentEvents<RecentLine>()
    private let board = BoardLines()
    private let codes = CodeController()
    /// Numbers of clients that follow range events.
    private var rangeFollowers: Set<UInt64> = []

    /// - Parameter keeper: provides the current state to new clients.
    init(_ rights: ControlRights, knowing keeper: CurrentState, _ beacons: BeaconMonitor) {
        self.rights = rights
        self.keeper = keeper
        self.beacons = beacons
    }

    /// Registers the handlers of requests for events and codes.
    func register(with router: ControlRouter) {
        router.hold { [weak self] in self?.tail($0, $1) }
        codes.register(with: router)
    }

    /// Starts listening; the folder of a named socket must exist.
    func listen(
        at path: String, isNamed: Bool, router: ControlRouter
    ) throws(SocketError) {
        var place = rights.place(at: path)
        place.makesFolder = !isNamed
        server = try ControlServer(
            at: place, version: ProgramVersion.current, router: router, delegate: self)
    }

    /// Clients receive all beacon events that they request.
    var attention: BeaconAttention { .everything }

    var status: OutletStatus {
        OutletStatus(lost: server?.counters.lostEvents ?? 0)
    }

    /// Status of the socket and its clients.
    var clientStatus: StatusControl {
        var status = StatusControl()
        guard let server else { return status }
        status.clients = server.clientCount
        status.limit = server.clientLimit
        status.waitingBytes = server.waitingBytes
        status.lostEvents = server.counters.lostEvents
        status.turnedAway = server.counters.turnedAway
        status.cutOff = server.counters.cutOff
        return status
    }

    func show(_ event: BridgeEvent) {
        board.change()
        let tags = ControlTags(event)
        if !tags.isSource, !tags.isRange {
            recent.append(RecentLine(event), cost: Self.eventSize + event.wordBytes, tags)
        }
        server?.publish(tags) { format.lines(for: event, columns: nil) }
        codes.show(event, mayRead: mayRead)
    }

    func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        guard let server else { return done() }
        server.finish(within: limit ?? ControlLimits.parting, done)
    }

    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? {
        rights.refusal(of: peer, right)
    }

    /// Returns whether a client may read the content of notifications.
    func mayRead(_ peer: PeerCredentials) -> Bool { refusal(of: peer, .read) == nil }

    func standing(of peer: PeerCredentials) -> ControlStanding {
        rights.standing(of: peer)
    }

    private func tail(_ request: TailRequest, _ exchange: ControlExchange) {
        if let name = request.categories.first(where: { !Category.isName($0) }) {
            return exchange.refuse(
                ControlRefusal(
                    .badRequest,
                    "categories has a name of no category: \(Text(name).cleaned())"))
        }
        var filter = ControlFilter(request)
        exchange.follow(
            recent: request.board
                ? linesOfBoard(filter, exchange)
                : recent.latest(request.recent, where: filter.wants).map { kept in
                    kept.line { exchange.share(format.lines(for: $0, columns: nil)) }
                },
            upTo: request.board ? ControlLines.caughtUp(at: WallTime.now.timestamp) : nil
        ) { filter.follows($0) }
        tellRange(request.range, to: exchange)
    }

    /// Turns on range events while at least one client follows them.
    private func tellRange(_ isWanted: Bool, to exchange: ControlExchange) {
        let client = exchange.clientNumber
        guard isWanted else { return forgetRangeFollower(client) }
        guard rangeFollowers.insert(client).inserted else { return }
        beacons.tellRange(true)
        exchange.whenGone("range") { [weak self] in self?.forgetRangeFollower(client) }
    }

    private func forgetRangeFollower(_ client: UInt64) {
        guard rangeFollowers.remove(client) != nil, rangeFollowers.isEmpty else { return }
        beacons.tellRange(false)
    }

    /// Returns the lines of the current state that match a filter.
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
}

extension ControlTags {
    /// Creates the tags of an event.
    fileprivate init(_ event: BridgeEvent) {
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
        case .battery(_, let phone, _), .media(_, let phone, _): self.init(phone: phone.name)
        case .radio, .listed: self.init()
        case .source(let event, let phone, _):
            self.init(category: Category(event.category).name, phone: phone, isSource: true)
        }
    }
}

extension Category {
    /// Returns whether a text is a category, or the name of an unknown category number.
    fileprivate static func isName(_ text: String) -> Bool {
        Category(named: text)?.name == text || text.hasPrefix("category_")
    }
}
