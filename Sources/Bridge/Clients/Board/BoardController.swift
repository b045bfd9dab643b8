import Board
import Configuration
import Contract
import Control
import HistoryCommands
import Linux
import Notices
import Outlets
import Screen

/// A board on a terminal that follows a running bridge and does what its person's keys say.
@LoopActor
final class BoardController: TerminalBoard {
    let screen: ScreenOutlet
    private let pace: Pace
    private let path: String
    private let acts: BoardActs
    private let searches: BoardSearches
    private let demand: @LoopActor (BoardDemand) -> Void
    private var link: BridgeFollower?
    /// What a key has asked for.
    private let work = Work()
    /// Whether the board was ever shown.
    private var isShown = false

    /// - Parameters:
    ///   - path: where the bridge listens.
    ///   - device: the terminal.
    ///   - history: what is searched, where the bridge names no other.
    init(
        path: String, device: String, _ look: ScreenOptions, history: HistoryPlace,
        pace: Pace = Pace(), _ demand: @escaping @LoopActor (BoardDemand) -> Void
    ) {
        self.path = path
        self.pace = pace
        self.demand = demand
        // What is wrong with the terminal ends the board, and is said then.
        screen = ScreenOutlet(device, options: look, pace: pace, tell: { _ in })
        acts = BoardActs(detail: look.board.detail)
        searches = BoardSearches(history, look.board)
    }

    /// Begins; the board is shown once the bridge has answered.
    func start() {
        screen.view.hintsAtHelp = true
        screen.pressed = { [weak self] in self?.press($0) }
        screen.lost = { [weak self] in self?.demand(.noTerminal($0)) }
        link = BridgeFollower(path: path) { [weak self] in self?.take($0) }
    }

    /// Takes the terminal again after it was left to others.
    func resume() {
        if isShown { screen.open() }
    }

    /// Gives the terminal back for good.
    func stop() {
        work.cancel()
        link?.stop()
        screen.finish(within: nil) {}
    }

    private func take(_ news: BridgeNews) {
        switch news {
        case .begun:
            screen.beginAnew()
            screen.view.trouble = nil
            // The link is still being made where this is the first that comes.
            EventLoop.shared.after(.zero) { [weak self] in self?.link?.askStatus() }
            guard !isShown else { return }
            isShown = true
            demand(.begun)
            screen.open()
        case .event(let event, _): screen.show(event)
        // All that holds is asked for once more.
        case .caughtUp, .leftOut, .bridges, .centreLost: break
        case .status(let value): screen.view.mutes = MutePage(value.mutes).names
        case .lost(let failure):
            guard isShown else { return demand(.nothing(failure.status, "\(failure)")) }
            // A call that nobody knows anything of must not go on ringing.
            screen.beginAnew()
            screen.view.trouble = "\(failure); the board continues when it is back"
        }
    }

    private func press(_ key: ScreenKey) {
        let wish = screen.press(key)
        switch wish {
        // What the screen does by itself.
        case nil, .open, .copy, .copyCode: break
        case .quit: demand(.quit)
        case .suspend:
            screen.release()
            demand(.suspend)
        case .search(let words):
            work.begin { [searches, screen, link] in
                let hits = await searches.find(words, through: link)
                guard !Task.isCancelled else { return }
                screen.view.show(hits.rows, hits.notices, of: words, report: hits.report)
            }
        case .answer(let id): act(.answer, id)
        case .decline(let id): act(.decline, id)
        case .clear(let id): act(.clear, id)
        case .mute(let app, let time): mute(app, time)
        }
    }

    private func mute(_ app: String, _ time: BoardAction.MuteTime) {
        guard let link else { return }
        work.begin { [screen] in
            let sentence = await BoardMutes.perform(app, time, through: link)
            guard !Task.isCancelled else { return }
            screen.say(sentence)
            link.askStatus()
        }
    }

    private func act(_ action: ActRequest.Action, _ id: NoticeID) {
        guard let link else { return }
        let (board, view) = (screen.board, screen.view)
        let row = view.rows(of: board).first { $0.id == id }
        let who = board.calls.first { $0.id == id }?.who ?? row?.who ?? view.open?.page.title
        screen.say(acts.begin(action, on: who))
        work.begin { [acts, screen] in
            let sentence = await acts.perform(action, id, on: who, through: link)
            if !Task.isCancelled { screen.say(sentence) }
        }
    }
}
