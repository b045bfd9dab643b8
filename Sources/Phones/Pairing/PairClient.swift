import Commands
import Configuration
import Contract
import Control
import JSON
import Linux
import Radio

/// A pairing from the command line through the bridge that runs.
@LoopActor
final class PairClient {
    private let options: PairOptions
    private let terminal: PairingTerminal
    private var client: ControlClient?
    private var hasPaired = false
    private var isWindowOpen = false

    private init(
        _ options: PairOptions, finish: @escaping @LoopActor (PairingTerminal.Ending) -> Void
    ) {
        self.options = options
        terminal = PairingTerminal(options, finish: finish)
    }

    /// Pairs on the calling thread until it is over.
    nonisolated static func run(_ options: PairOptions) -> ExitStatus {
        PairingTerminal.run { finish in
            let client = PairClient(options, finish: finish)
            client.start()
            return client
        }
    }

    private func start() {
        terminal.endWanted = { [weak self] status in
            guard let self else { return }
            end(status == .failure && hasPaired ? .success : status)
        }
        guard terminal.open() else { return }
        let client = ControlClient(path: options.client.path) { [weak self] in self?.take($0) }
        self.client = client
        let request = PairRequest(
            method: PairRequest.Method(options.method),
            seconds: Int(options.timeout.components.seconds))
        client.ask(request, within: nil) { [weak self] result in
            switch result {
            case .failure(let failure): self?.end(failure.status, failure.sentence)
            case .success(let answer): self?.end(answer.value.hasPaired ? .success : .failure)
            }
        }
    }

    private func take(_ news: ControlClient.News) {
        switch news {
        case .hello: break
        case .event(let value, _):
            guard let news = PairingNews(value) else { return }
            if case .opened = news { isWindowOpen = true }
            if case .closed = news { isWindowOpen = false }
            if case .bonded = news { hasPaired = true }
            if case .withdrawn = news { terminal.withdraw() }
            if case .closed = news, hasPaired { waitForSharing() }
            guard news.isQuestion else { return terminal.tell(news) }
            terminal.ask(news) { [weak self] isYes in
                self?.client?.ask(ReplyRequest(isYes: isYes)) { _ in }
            }
        case .ended(let failure): end(failure.status, "\(failure)")
        }
    }

    /// A script does not wait long until a person has allowed something on the phone.
    private func waitForSharing() {
        guard options.saysYes else { return }
        EventLoop.shared.after(PairSession.scriptPatience) { [weak self] in self?.end(.success) }
    }

    private func end(_ status: ExitStatus, _ sentence: String? = nil) {
        let ending = PairingTerminal.Ending(status: status, sentence: sentence)
        guard terminal.beginEnding(ending) else { return }
        client?.stop()
        // The bridge closes the window of a client that goes.
        if isWindowOpen, status.isSignal { terminal.tell(.interrupted) }
        terminal.finishWriting()
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
