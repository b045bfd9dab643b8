import Board
import Control
import Linux
import Notices
import Outlets

/// The board on a person's own terminal, until a key, a signal or the terminal's end ends it.
@LoopActor
final class BoardSession {
    private struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    /// The terminal that the program was started at.
    private nonisolated static let device = "/dev/tty"
    /// How long a message stays that no key has taken away.
    private nonisolated static let messageTime: Duration = .seconds(10)
    /// How long standard error may take for the last words.
    private nonisolated static let wordLimit: Duration = .milliseconds(200)

    private let options: BoardClientOptions
    private let finish: @LoopActor (Ending) -> Void
    private let screen: ScreenOutlet
    private let acts: BoardActs
    private var link: BoardLink?
    private let searches: BoardSearches
    private var signals: SignalWatcher?
    private var rescue: TerminalRescue?
    private var messageTimer: TimerID?
    /// Whether the board was ever shown.
    private var isShown = false
    private var isOver = false

    private init(_ options: BoardClientOptions, finish: @escaping @LoopActor (Ending) -> Void) {
        self.options = options
        self.finish = finish
        let look = options.screen
        screen = ScreenOutlet(Self.device, options: look, tell: { _ in })
        acts = BoardActs(showsNames: look.board.detail != .counts)
        searches = BoardSearches(options.history, look.board.detail)
    }

    /// Shows the board on the calling thread until it is over.
    nonisolated static func run(_ options: BoardClientOptions) -> ExitStatus {
        let ending = EventLoop.runHolding { (finish: @escaping @LoopActor (Ending) -> Void) in
            let session = BoardSession(options, finish: finish)
            session.start()
            return session
        }
        if let sentence = ending.sentence { Messages.say(sentence, within: wordLimit) }
        return ending.status
    }

    private func start() {
        guard watchSignals() else { return }
        screen.view.hintsAtHelp = true
        screen.pressed = { [weak self] in self?.press($0) }
        screen.lost = { [weak self] in self?.loseTerminal($0) }
        link = BoardLink(path: options.client.path) { [weak self] in self?.take($0) }
    }

    private func watchSignals() -> Bool {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp, .resize, .stop]) {
                [weak self] in self?.take($0)
            }
            return true
        } catch {
            end(Ending(status: .noResources, sentence: "\(error)"))
            return false
        }
    }

    private func take(_ signal: SignalWatcher.Signal) {
        switch signal {
        case .resize: screen.ask()
        case .stop: suspend()
        default: end(Ending(status: .signal(signal.rawValue)))
        }
    }

    private func take(_ news: BoardLink.News) {
        switch news {
        case .begun:
            screen.beginAnew()
            screen.view.trouble = nil
            if !isShown { open() }
        case .event(let event): screen.show(event)
        case .lost(let failure):
            guard isShown else {
                return end(Ending(status: failure.status, sentence: "\(failure)"))
            }
            // A call that nobody knows anything of must not go on ringing.
            screen.beginAnew()
            screen.view.trouble = "\(failure); the board goes on when it is there again"
        }
    }

    private func open() {
        isShown = true
        rescue = TerminalRescue(Self.device, saying: ScreenTerminal.end)
        screen.open()
    }

    private func loseTerminal(_ error: Errno?) {
        let reason = error.map { "\($0)" } ?? "it was closed"
        end(
            Ending(
                status: .unavailable,
                sentence: "there is no terminal to show a board on: \(reason)"))
    }

    private func press(_ key: ScreenKey) {
        let wish = screen.press(key)
        switch wish {
        case nil: break
        case .quit: end(Ending(status: .success))
        case .suspend: suspend()
        case .search(let words): search(words)
        case .answer(let id): act(.answer, id)
        case .decline(let id): act(.decline, id)
        case .clear(let id): act(.clear, id)
        }
        if screen.view.message != nil { letMessageGo() }
    }

    private func act(_ action: ControlRequest.Action, _ id: NoticeID) {
        guard let link else { return }
        let who = screen.board.who(of: id) ?? screen.view.chosen(of: screen.board)?.who
        say(acts.begin(action, on: who))
        acts.perform(action, id, on: who, through: link) { [weak self] in self?.say($0) }
    }

    private func search(_ words: String) {
        searches.find(words, through: link) { [weak self] rows, report in
            self?.screen.view.show(rows, of: words, report: report)
        }
    }

    private func say(_ sentence: String) {
        screen.view.message = sentence
        letMessageGo()
    }

    private func letMessageGo() {
        if let messageTimer { EventLoop.shared.cancel(messageTimer) }
        messageTimer = EventLoop.shared.after(Self.messageTime) { [weak self] in
            self?.messageTimer = nil
            self?.screen.view.message = nil
        }
    }

    /// Leaves the terminal to the shell until that has the program go on.
    private func suspend() {
        guard !isOver else { return }
        screen.release()
        rescue = nil
        // Now the signal does again what it usually does.
        signals?.stop()
        signals = nil
        CurrentProcess.suspendGroup()
        guard watchSignals(), isShown else { return }
        open()
    }

    private func end(_ ending: Ending) {
        guard !isOver else { return }
        isOver = true
        if let messageTimer { EventLoop.shared.cancel(messageTimer) }
        link?.stop()
        signals?.stop()
        screen.finish(within: nil) { [self] in
            rescue = nil
            finish(ending)
        }
    }
}
