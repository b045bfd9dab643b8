import AddOnRuntime
import Board
import Commands
import Contract
import Control
import JSON
import Linux
import Notices
import Web

/// The running wall: it follows the bridge, keeps a board for each who may see as much, and has pages served.
@LoopActor
final class WallController {
    /// How often streams are kept alive, and the clock is looked at; only while somebody looks.
    private nonisolated static let breath: Duration = .seconds(15)
    private(set) var settings: WallSettings
    let frame: AddOnRunner
    let store: TokenStore
    let pages = WallPages()
    let pictures = WallPictures()
    private(set) var door: WallAccessControl
    private var server: WebServer?
    private var channels: [BoardOptions.Detail: WallChannel] = [:]
    /// All that holds, for boards that are begun later.
    private(set) var held = Day()
    /// The same while it is being told.
    private var freshDay: Day?
    private(set) var link: WallPicture.Link
    /// The same for the administrator.
    private var trouble = WallController.beginning().words
    /// The centre that is shown in place of the bridge, and its bridges.
    private(set) var centre: CentralController?
    private(set) var bridges: [FollowedBridge] = []
    private let breathing = Alarm()
    private var tokenWatch: FolderWatch?
    private let looking = Alarm()
    var counters = WallCounters()
    /// What the bridge says of itself.
    let status: WatchedAnswer<StatusRequest>
    /// What the bridge says of its history: it counts for that.
    let sizes: WatchedAnswer<StatisticsRequest>
    /// What browsers ask of the bridge's history.
    let errands = HistoryQueryQueue()
    private let pace: Pace?

    /// Descriptors that are needed beside those of live pages.
    nonisolated static let otherDescriptors = 256

    let version: String

    /// - Parameter pace: the clock by which browsers are waited for and answers are good enough; the machine's own
    ///   where there is none.
    init(
        _ settings: WallSettings, _ store: TokenStore, _ tokens: TokenFile, version: String,
        _ frame: AddOnRunner, pace: Pace? = nil
    ) {
        self.pace = pace
        status = WatchedAnswer(StatusRequest(), for: .seconds(1), pace: pace)
        sizes = WatchedAnswer(StatisticsRequest(as: .sizes), for: .seconds(60), pace: pace)
        self.settings = settings
        self.version = version
        self.store = store
        self.frame = frame
        door = WallAccessControl(settings, store, tokens)
        link = .gone(since: WallTime.now, words: LostWords.notYet)
    }

    /// What the program is before it knows more.
    nonisolated static func beginning(ofCentre isOfCentre: Bool = false) -> AddOnReport {
        AddOnReport(
            works: false, words: "the \(isOfCentre ? "centre" : "bridge") is not there yet")
    }

    // MARK: Serving

    /// Listens where the configuration says; the ports of networks are returned.
    func listen() throws(WallPlaces.Problem) -> [UInt16] {
        let places = try WallPlaces.all(of: settings)
        let server = WebServer(pace: pace) { [weak self] in self?.answer($0, $1) }
        var ports: [UInt16] = []
        for place in places {
            do throws(SocketError) {
                if let port = try server.listen(at: place) { ports.append(port) }
            } catch {
                throw .socket(error)
            }
        }
        self.server = server
        followTokens()
        return ports
    }

    /// How many pages are live.
    var streamCount: Int { server?.streamCount ?? 0 }
    /// What the server has done so far.
    var served: WebServer.Counters { server?.counters ?? WebServer.Counters() }

    /// Shows a centre in place of the bridge.
    func follow(
        _ program: CentralChild,
        _ limits: CentralCommandQueue.Limits = CentralCommandQueue.Limits(),
        pauses: ClosedRange<Duration> = CentralFeedReader.pauses
    ) {
        link = .gone(since: WallTime.now, words: LostWords.noCentre)
        trouble = Self.beginning(ofCentre: true).words
        centre = CentralController(program, limits, pauses: pauses) { [weak self] in self?.hear($0)
        }
    }

    /// Takes another configuration; says what of it has to wait for the next start.
    func apply(_ new: WallSettings, _ tokens: TokenFile) -> String? {
        let waits = new.listen != settings.listen || new.group != settings.group
        let isOfOther = (new.centre != nil) != (centre != nil)
        let showsTheSame = new.shows(as: settings)
        let before = door
        settings = new
        // What it reads of the centre may be otherwise, too.
        if let choice = new.centre { centre?.show(choice) }
        door = WallAccessControl(new, store, tokens)
        if showsTheSame {
            // Pages go on, but for those who may otherwise than before.
            let now = WallTime.now
            for channel in channels.values {
                channel.end { door.rights(of: $0, at: now) != before.rights(of: $0, at: now) }
            }
        } else {
            // What boards show is otherwise now: pages begin anew.
            for channel in channels.values { channel.end { _ in true } }
            channels = [:]
        }
        if isOfOther {
            return "what the wall shows is another bridge or centre once this program is restarted"
        }
        return waits
            ? "the wall listens where the configuration says once this program is restarted" : nil
    }

    /// Ends all of it.
    func finish(_ done: @escaping @LoopActor () -> Void) {
        breathing.cancel()
        looking.cancel()
        tokenWatch?.stop()
        centre?.stop()
        guard let server else { return done() }
        server.finish(done)
    }

    // MARK: Boards

    /// The board of those who may see as much.
    func channel(_ detail: BoardOptions.Detail) -> WallChannel {
        if let channel = channels[detail] { return channel }
        // Ids of one channel must mean nothing to another, such as one after a reload.
        let run = String(TokenStore.secret().prefix(8))
        let frame = WallFrame(
            run: run, name: name, detail: detail, codes: settings.codes)
        let channel = WallChannel(
            frame, board(for: detail), link, night: settings.night)
        channel.take(bridges)
        channels[detail] = channel
        return channel
    }

    /// What the page is called.
    var name: String { settings.name ?? HostName.current ?? "Callboard" }

    /// The board of all that holds.
    private func board(for detail: BoardOptions.Detail) -> DayBoard {
        var board = DayBoard(
            BoardOptions(
                detail: detail, silence: settings.silence, codes: settings.codes,
                namesPhones: namesPhones))
        let (now, wall) = (EventLoop.now, WallTime.now)
        for event in held.events(since: wall.midnight) {
            // A call is as long as it is, however lately somebody began to look.
            _ = board.take(event, at: now - event.age(at: wall))
        }
        return board
    }

    /// Whether phones have to be told apart; those of a centre always have.
    private var namesPhones: Bool { centre != nil || held.phoneCount > 1 }

    /// Somebody looks: from now on all streams are kept alive.
    func beginBreathing() {
        guard !breathing.isSet else { return }
        breathing.set(after: Self.breath, for: self) { $0.breathe() }
    }

    private func breathe() {
        for channel in channels.values {
            channel.lookAtClock()
            channel.breathe()
        }
        // Where there is no watch on the folder, it is looked at all the same.
        endRevoked()
        report()
        if streamCount > 0 { beginBreathing() }
    }

    // MARK: The bridge

    /// Takes what comes from the bridge beside it, which a wall of a central database only tells how it is.
    func take(_ news: BridgeNews) {
        if centre == nil { hear(news) }
    }

    private func hear(_ news: BridgeNews) {
        switch news {
        case .begun: begin()
        case .caughtUp: finishCatchingUp()
        case .event(let event, let news): take(event, news)
        case .leftOut(let count):
            for channel in channels.values { channel.tellLoss(count) }
        case .bridges(let bridges):
            self.bridges = bridges
            for channel in channels.values { channel.take(bridges) }
        case .status: break
        case .lost(let failure): lose("\(failure)", failure.forPages)
        case .centreLost(let words): lose(words, LostWords.noCentre)
        }
    }

    private func begin() {
        freshDay = Day()
    }

    private func take(_ event: BridgeEvent, _ news: BridgeEvent?) {
        if let news {
            counters.take(news)
            for channel in channels.values { channel.tell(news) }
        }
        guard freshDay == nil else {
            freshDay?.take(event)
            return
        }
        let namedPhones = namesPhones
        held.take(event)
        // With a second phone it is said of each notice whose it is.
        if namesPhones != namedPhones { return remake() }
        for channel in channels.values { channel.take(event) }
    }

    private func remake() {
        for (detail, channel) in channels { channel.take(board(for: detail), link: link) }
    }

    private func finishCatchingUp() {
        guard let day = freshDay else { return }
        held = day
        let wasGone = link != .here
        link = .here
        freshDay = nil
        remake()
        if wasGone { report() }
    }

    private func lose(_ words: String, _ sentence: String) {
        freshDay = nil
        if case .gone(_, sentence) = link, trouble == words { return }
        trouble = words
        var since = WallTime.now
        if case .gone(let before, _) = link { since = before }
        link = .gone(since: since, words: sentence)
        for channel in channels.values { channel.take(link: link) }
        report()
    }

    /// Says how the program is.
    func report() {
        var report: AddOnReport
        let pages =
            switch streamCount {
            case 0: "ready, no page is open"
            case 1: "1 page is open"
            default: "\(streamCount) pages are open"
            }
        switch link {
        case .here: report = AddOnReport(works: true, words: pages)
        case .gone: report = AddOnReport(works: false, words: trouble)
        }
        if centre != nil {
            switch link {
            case .here: report.peer = .connected("the central database")
            case .gone(_, let words): report.peer = .failed(words)
            }
        }
        report.lost = served.cutStreams
        frame.say(report)
    }

    /// How many notices of each category are on the phones, as far as they are held.
    var heldCounts: [String: Int] { held.counts }

    // MARK: Tokens

    /// Whoever's token is revoked sees nothing more.
    private func followTokens() {
        _ = try? StateFolder(store.folder)
        tokenWatch = try? FolderWatch(store.folder) { [weak self] in self?.lookAtTokens() }
        store.tidy(at: WallTime.now)
    }

    private func lookAtTokens() {
        // What changes at once is looked at once.
        guard !looking.isSet else { return }
        looking.set(after: .milliseconds(50), for: self) { $0.endRevoked() }
    }

    private func endRevoked() {
        let now = WallTime.now
        // Many pages may have come by one token.
        var known: [String?: Bool] = [:]
        for channel in channels.values {
            channel.end { [door] digest in
                let isGood = known[digest] ?? (door.rights(of: digest, at: now) != nil)
                known[digest] = isGood
                return !isGood
            }
        }
    }
}
