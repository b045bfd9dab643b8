import AddOnRuntime
import Board
import Commands
import Control
import JSON
import Linux
import Notices
import Web

/// Controller of the web page: follows the bridge, keeps a board for each level of detail, and serves pages.
@LoopActor
final class WallController {
    /// Interval of keep-alives and clock checks, while streams are open.
    private nonisolated static let breath: Duration = .seconds(15)
    private(set) var settings: WallSettings
    let frame: AddOnRunner
    let store: TokenStore
    let pages = WallPages()
    let pictures = WallPictures()
    private(set) var door: WallAccessControl
    private var server: WebServer?
    var channels: [BoardOptions.Detail: WallChannel] = [:]
    /// Current state, for boards that are created later.
    var held = Day()
    /// The next state, while the snapshot is incomplete.
    var freshDay: Day?
    var link: WallPicture.Link
    /// Reason why the link is lost, for the administrator; pages get a simpler sentence.
    var trouble = WallController.beginning().words
    /// Central database shown instead of the bridge; nil if the bridge is shown.
    var central: CentralController?
    var bridges: [FollowedBridge] = []
    private let breathing = Alarm()
    private var tokenWatch: FolderWatch?
    private let looking = Alarm()
    var counters = WallCounters()
    /// The bridge's status.
    let status: WatchedAnswer<StatusRequest>
    /// Sizes of the history, which the bridge has to count.
    let sizes: WatchedAnswer<StatisticsRequest>
    /// Queries of browsers about the bridge's history.
    let errands = HistoryQueryQueue()
    private let pace: Pace?

    /// Descriptors needed in addition to those of open streams.
    nonisolated static let otherDescriptors = 256

    let version: String

    /// - Parameter pace: clock for timeouts and cached answers; nil uses the host's clock.
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

    /// Status before the first connection.
    nonisolated static func beginning(ofCentral isOfCentral: Bool = false) -> AddOnReport {
        AddOnReport(
            works: false,
            words: "the \(isOfCentral ? "central database" : "bridge") is not there yet")
    }

    // MARK: Serving

    /// Listens on the configured addresses; returns the TCP ports.
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

    /// Number of open streams.
    var streamCount: Int { server?.streamCount ?? 0 }
    var served: WebServer.Counters { server?.counters ?? WebServer.Counters() }

    /// Shows a central database instead of the bridge.
    func follow(
        _ program: CentralChild,
        _ limits: CentralCommandQueue.Limits = CentralCommandQueue.Limits(),
        pauses: ClosedRange<Duration> = CentralFeedReader.pauses
    ) {
        link = .gone(since: WallTime.now, words: LostWords.noCentral)
        trouble = Self.beginning(ofCentral: true).words
        central = CentralController(program, limits, pauses: pauses) { [weak self] in self?.hear($0)
        }
    }

    /// Applies a new configuration; returns a message about parts that require a restart.
    func apply(_ new: WallSettings, _ tokens: TokenFile) -> String? {
        let waits = new.listen != settings.listen || new.group != settings.group
        let isOfOther = (new.central != nil) != (central != nil)
        let showsTheSame = new.shows(as: settings)
        let before = door
        settings = new
        // The selection of the central database may have changed.
        if let choice = new.central { central?.show(choice) }
        door = WallAccessControl(new, store, tokens)
        if showsTheSame {
            // Pages continue, unless the rights of their token have changed.
            let now = WallTime.now
            for channel in channels.values {
                channel.end { door.rights(of: $0, at: now) != before.rights(of: $0, at: now) }
            }
        } else {
            // The content of the boards has changed, so pages start again.
            for channel in channels.values { channel.end { _ in true } }
            channels = [:]
        }
        if isOfOther {
            return
                "the other source (bridge or central database) is used after a restart of this "
                + "program"
        }
        return waits
            ? "the new addresses and group are applied after a restart of this program" : nil
    }

    /// Stops the server and all timers; calls `done` once the connections are closed.
    func finish(_ done: @escaping @LoopActor () -> Void) {
        breathing.cancel()
        looking.cancel()
        tokenWatch?.stop()
        central?.stop()
        guard let server else { return done() }
        server.finish(done)
    }

    // MARK: Boards

    /// The channel of a level of detail, which is created at first use.
    func channel(_ detail: BoardOptions.Detail) -> WallChannel {
        if let channel = channels[detail] { return channel }
        // IDs of events must not be valid on another channel, such as one after a reload.
        let run = String(TokenStore.secret().prefix(8))
        let frame = WallFrame(
            run: run, name: name, detail: detail, codes: settings.codes)
        let channel = WallChannel(
            frame, board(for: detail), link, night: settings.night)
        channel.take(bridges)
        channels[detail] = channel
        return channel
    }

    /// Title of the page.
    var name: String { settings.name ?? HostName.current ?? "Callboard" }

    /// A board of the current state.
    func board(for detail: BoardOptions.Detail) -> DayBoard {
        var board = DayBoard(
            BoardOptions(
                detail: detail, silence: settings.silence, codes: settings.codes,
                namesPhones: namesPhones))
        let (now, wall) = (EventLoop.now, WallTime.now)
        for event in held.events(since: wall.midnight) {
            // A call keeps its real duration, even if a client has only just connected.
            _ = board.take(event, at: now - event.age(at: wall))
        }
        return board
    }

    /// Whether rows name their phone; with a central database they always do.
    var namesPhones: Bool { central != nil || held.phoneCount > 1 }

    /// Starts to send keep-alives; they end with the last stream.
    func beginBreathing() {
        guard !breathing.isSet else { return }
        breathing.set(after: Self.breath, for: self) { $0.breathe() }
    }

    private func breathe() {
        for channel in channels.values {
            channel.lookAtClock()
            channel.breathe()
        }
        // Tokens are also checked here, in case the folder cannot be watched.
        endRevoked()
        report()
        if streamCount > 0 { beginBreathing() }
    }

    // MARK: Tokens

    /// Starts to watch the tokens; streams of a revoked one are closed.
    private func followTokens() {
        _ = try? StateFolder(store.folder)
        tokenWatch = try? FolderWatch(store.folder) { [weak self] in self?.lookAtTokens() }
        store.tidy(at: WallTime.now)
    }

    private func lookAtTokens() {
        // Simultaneous changes are handled together.
        guard !looking.isSet else { return }
        looking.set(after: .milliseconds(50), for: self) { $0.endRevoked() }
    }

    private func endRevoked() {
        let now = WallTime.now
        // Many pages may use the same token.
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
