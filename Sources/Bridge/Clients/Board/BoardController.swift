import Board
import Configuration
import Control
import HistoryCommands
import Linux
import Notices
import Outlets
import Screen

/// Controller of a board on a terminal; follows a running bridge and handles keys.
@LoopActor
final class BoardController: TerminalBoard {
    let screen: ScreenOutlet
    private let pace: Pace
    private let path: String
    private let acts: BoardActs
    private let searches: BoardSearches
    private let demand: @LoopActor (BoardDemand) -> Void
    private var link: BridgeFollower?
    /// Work that a key has started.
    private let work = Work()
    /// Whether the board has been shown.
    private var isShown = false

    /// - Parameters:
    ///   - path: path of the bridge's socket.
    ///   - history: history to search if `--history` names it or the bridge does not answer, instead of the bridge's.
    init(
        path: String, device: String, _ look: ScreenOptions, history: HistoryPlace,
        pace: Pace = Pace(), _ demand: @escaping @LoopActor (BoardDemand) -> Void
    ) {
        self.path = path
        self.pace = pace
        self.demand = demand
        // A failure of the terminal ends the board and is reported then.
        screen = ScreenOutlet(device, options: look, pace: pace, tell: { _ in })
        acts = BoardActs(detail: look.board.detail)
        searches = BoardSearches(history, look.board)
    }

    /// Starts following; the board is shown once the bridge has answered.
    func start() {
        screen.view.hintsAtHelp = true
        screen.pressed = { [weak self] in self?.press($0) }
        screen.lost = { [weak self] in self?.demand(.noTerminal($0)) }
        link = BridgeFollower(path: path) { [weak self] in self?.take($0) }
    }

    /// Reopens the terminal after `suspend`.
    func resume() {
        if isShown { screen.open() }
    }

    /// Closes the terminal.
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
            // The link is not stored yet if this is its first event.
            EventLoop.shared.after(.zero) { [weak self] in self?.link?.askStatus() }
            guard !isShown else { return }
            isShown = true
            demand(.begun)
            screen.open()
        case .event(let event, _): screen.show(event)
        // After lost events the follower requests the whole current state, which begins with `begun`.
        case .caughtUp, .leftOut, .bridges, .centralLost: break
        case .status(let value): screen.view.mutes = MutePage(value.mutes).names
        case .lost(let failure):
            guard isShown else { return demand(.nothing(failure.status, "\(failure)")) }
            // Without a connection a call must not stay on the screen as ringing.
            screen.beginAnew()
            screen.view.trouble = "\(failure); the board continues when it is back"
        }
    }

    private func press(_ key: ScreenKey) {
        let wish = screen.press(key)
        switch wish {
        // Handled by the screen itself.
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
        case .media(let command): control(command)
        }
    }

    private func control(_ command: MediaCommand) {
        guard let link else { return }
        work.begin { [acts, screen] in
            let outcome = await acts.perform(command, through: link)
            guard !Task.isCancelled else { return }
            switch outcome {
            case .performed(let phone):
                screen.say(command.done(on: phone), for: ScreenOutlet.briefMessageTime)
            case .refused(let sentence): screen.say(sentence)
            }
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
