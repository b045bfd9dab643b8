import Board
import Commands
import History
import HistoryCommands
import Linux
import Notices
import Outlets
import PostgreSQL
import Screen

/// Board of all bridges of a central database on a terminal, with its keys.
@LoopActor
final class CentralBoard: TerminalBoard {
    /// Maximum absent bridges named in the bottom line; further ones are only counted.
    private static let namedLimit = 4

    let screen: ScreenOutlet
    private let options: BoardOptions
    private let alarm: Duration
    private let demand: @LoopActor (BoardDemand) -> Void
    private let plan: DatabaseEndpoint
    private let filter: CentralFilter
    private let pace: WallFeed.Pace
    private var feed: WallFeed?
    private var news = CentralChanges()
    private let folder = try? WordFolder()
    /// Whether the board was shown before.
    private var isShown = false

    /// - Parameters:
    ///   - device: the terminal.
    ///   - filter: the notifications to show.
    ///   - alarm: silence after which a bridge is reported.
    ///   - demand: receives the board's requests to its owner, such as to quit.
    init(
        _ plan: DatabaseEndpoint, _ filter: CentralFilter, device: String, _ look: ScreenOptions,
        alarm: Duration, pace: WallFeed.Pace = WallFeed.Pace(),
        _ demand: @escaping @LoopActor (BoardDemand) -> Void
    ) {
        var look = look
        look.board.namesPhones = true
        options = look.board
        (self.plan, self.filter, self.alarm, self.demand) = (plan, filter, alarm, demand)
        self.pace = pace
        screen = ScreenOutlet(device, options: look, tell: { _ in })
    }

    func start() {
        screen.view.hintsAtHelp = true
        screen.view.canAct = false
        screen.pressed = { [weak self] in self?.press($0) }
        screen.lost = { [weak self] in self?.demand(.noTerminal($0)) }
        let feed = WallFeed(plan, filter, pace: pace) { [weak self] in self?.take($0) }
        self.feed = feed
        feed.start()
    }

    func resume() {
        if isShown { screen.open() }
    }

    func stop() {
        feed?.stop()
        screen.finish(within: nil) {}
    }

    private func take(_ news: WallFeed.News) {
        switch news {
        case .view(let view): show(view)
        case .lost(let failure):
            guard isShown else {
                let (status, sentence) = failure.explanation(within: nil)
                return demand(.nothing(status, sentence))
            }
            // A call whose state is unknown must not go on ringing.
            screen.beginAnew()
            self.news = CentralChanges()
            screen.view.sources = []
            screen.view.trouble = "\(failure); the board continues when it is back"
        }
    }

    private func show(_ view: WallFeed.View) {
        screen.view.trouble = nil
        screen.view.sources = Self.words(for: view.bridges, alarm: alarm)
        for event in news.look(at: view.notices, of: view.bridges, now: WallTime.now) {
            screen.show(event)
        }
        guard !isShown else { return }
        isShown = true
        demand(.begun)
        screen.open()
    }

    /// Returns the texts of the bottom line: the number of bridges, and each absent one with its silence.
    private static func words(for bridges: [CentralBridge], alarm: Duration) -> [String] {
        guard !bridges.isEmpty else { return ["no bridge has uploaded anything yet"] }
        // Longest silence first.
        let absent = bridges.filter { $0.absence(alarm: alarm) != nil }
            .sorted { $0.silence > $1.silence }
        let count = "\(bridges.count) bridge\(bridges.count == 1 ? "" : "s")"
        guard !absent.isEmpty else { return [count] }
        let named = absent.prefix(namedLimit).map { bridge in
            "\(bridge.place) \(bridge.absence(alarm: alarm) ?? "")"
        }
        let rest = absent.count - named.count
        return ["\(bridges.count - absent.count) of \(count)"] + named
            + (rest > 0 ? ["and \(rest) more"] : [])
    }

    // MARK: Keys

    private func press(_ key: ScreenKey) {
        switch screen.press(key) {
        // Handled by the screen itself.
        case nil, .open, .copy, .copyCode: break
        case .quit: demand(.quit)
        case .suspend:
            screen.release()
            demand(.suspend)
        case .search(let words): search(words)
        case .answer, .decline, .clear, .mute, .media:
            screen.say("this board is read-only; callboard board, at the bridge, acts on phones")
        }
    }

    private func search(_ words: String) {
        guard options.detail != .counts else { return show(.forbidden, of: words) }
        let wanted = SearchWords(words)
        guard let folder, !wanted.isEmpty, let feed else {
            return show(BoardHits(report: "nothing was found"), of: words)
        }
        let query = folder.query(for: wanted)
        LoopActor.begin { [weak self] in
            guard let hits = await self?.hits(of: wanted, query, from: feed) else { return }
            self?.show(hits, of: words)
        }
    }

    private func hits(
        of words: SearchWords, _ query: TextQuery, from feed: WallFeed
    ) async -> BoardHits {
        do throws(BatchFailure) {
            let hits = try await feed.find(
                words, query, seen: options.detail == .names ? .names : .whole,
                atMost: BoardHits.limit)
            let found = hits.notices
            let report =
                found.isEmpty
                ? "\(SearchReport.nothing(meant: hits.meant))"
                : "found \(found.count)\(found.count < CentralQuestions.page ? "" : " or more")"
            return BoardHits(found.namedApart, options, report: report)
        } catch {
            return BoardHits(report: error.failure.explanation(within: nil).1)
        }
    }

    private func show(_ hits: BoardHits, of words: String) {
        screen.view.show(hits.rows, hits.notices, of: words, report: hits.report)
    }
}
