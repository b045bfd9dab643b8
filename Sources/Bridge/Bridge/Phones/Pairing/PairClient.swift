import Commands
import Configuration
import Control
import JSON
import Linux
import Radio

/// Pairing from the command line through the running bridge.
@LoopActor
struct PairClient {
    private enum News {
        case bridge(ControlClient.News)
        case answered(CommandEnd)
        case terminal(CommandEnd)
        /// The time in which a script waits for the phone to share its notifications is over.
        case waitedEnough
    }

    private let options: PairCommand
    private let terminal: PairingTerminal
    private let mailbox = Mailbox<News>()
    private let sharing = Alarm()
    private var hasPaired = false
    private var isWindowOpen = false

    private init(_ options: PairCommand, _ terminal: PairingTerminal) {
        self.options = options
        self.terminal = terminal
    }

    /// Pairs on the calling thread until it ends.
    nonisolated static func run(_ options: PairCommand) -> ExitStatus {
        PairingTerminal.run(options) { terminal in
            var client = PairClient(options, terminal)
            return await client.pair()
        }
    }

    private mutating func pair() async -> CommandEnd {
        let client = ControlClient(path: options.client.path) { [mailbox] in
            mailbox.post(.bridge($0))
        }
        terminal.ended = { [mailbox] in mailbox.post(.terminal($0)) }
        let request = PairRequest(
            method: PairRequest.Method(options.method),
            seconds: Int(options.timeout.components.seconds))
        client.ask(request, within: nil) { [mailbox] result in
            switch result {
            case .failure(let failure): mailbox.post(.answered(CommandEnd(failure)))
            case .success(let answer):
                mailbox.post(.answered(CommandEnd(answer.value.hasPaired ? .success : .failure)))
            }
        }
        var end: CommandEnd?
        while end == nil, let news = await mailbox.next() { end = take(news, client) }
        terminal.beginEnding()
        sharing.cancel()
        client.stop()
        // The bridge closes the window when its client disconnects.
        if isWindowOpen, end == nil { terminal.tell(.interrupted) }
        return end ?? CommandEnd(.success)
    }

    /// Handles an event; returns the end of the command if this is one.
    private mutating func take(_ news: News, _ client: ControlClient) -> CommandEnd? {
        switch news {
        case .bridge(.hello): return nil
        case .bridge(.event(let value, _)):
            if let news = PairingProgress(value) { take(news, client) }
            return nil
        case .bridge(.ended(let failure)): return CommandEnd(failure)
        case .answered(let end): return end
        case .terminal(let end):
            return end.status == .failure && hasPaired ? CommandEnd(.success) : end
        case .waitedEnough: return CommandEnd(.success)
        }
    }

    private mutating func take(_ news: PairingProgress, _ client: ControlClient) {
        if case .opened = news { isWindowOpen = true }
        if case .closed = news { isWindowOpen = false }
        if case .bonded = news { hasPaired = true }
        if case .withdrawn = news { terminal.withdraw() }
        if case .closed = news, hasPaired { waitForSharing() }
        guard news.isQuestion else { return terminal.tell(news) }
        terminal.ask(news) { client.ask(ReplyRequest(isYes: $0)) { _ in } }
    }

    /// Limits the time in which a script waits for the phone to share its notifications.
    private func waitForSharing() {
        guard options.saysYes else { return }
        sharing.set(after: PairSession.scriptPatience) { [mailbox] in mailbox.post(.waitedEnough) }
    }
}

extension PairRequest.Method {
    fileprivate init(_ method: PairingMethod) {
        switch method {
        case .compare: self = .compare
        case .passkey: self = .passkey
        case .confirm: self = .confirm
        }
    }
}
