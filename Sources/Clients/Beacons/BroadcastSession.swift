import Commands
import Configuration
import Contract
import Control
import JSON
import Linux
import Notices

/// Has the running bridge send a beacon until somebody ends it.
@LoopActor
final class BroadcastSession {
    private struct Ending: Sendable {
        var status: ExitStatus
        var sentence: String?
    }

    private let finish: @LoopActor (Ending) -> Void
    private var client: ControlClient?
    private var signals: SignalWatcher?
    private var isEnding = false

    private init(finish: @escaping @LoopActor (Ending) -> Void) {
        self.finish = finish
    }

    /// Sends on the calling thread until it is over.
    nonisolated static func run(
        _ broadcast: BroadcastRequest, at path: String
    ) -> ExitStatus {
        let ending = EventLoop.runHolding { (finish: @escaping @LoopActor (Ending) -> Void) in
            let session = BroadcastSession(finish: finish)
            session.start(broadcast, at: path)
            return session
        }
        if let sentence = ending.sentence { Messages.say(sentence) }
        return ending.status
    }

    private func start(_ broadcast: BroadcastRequest, at path: String) {
        do throws(Errno) {
            signals = try SignalWatcher([.interrupt, .terminate, .hangUp]) { [weak self] signal in
                self?.end(Ending(status: .signal(signal.rawValue)))
            }
        } catch {
            return end(Ending(status: .noResources, sentence: "\(error)"))
        }
        let client = ControlClient(path: path) { [weak self] news in
            if case .ended(let failure) = news {
                self?.end(Ending(status: failure.status, sentence: "\(failure)"))
            }
        }
        self.client = client
        client.ask(broadcast) { [weak self] result in
            switch result {
            case .failure(let failure):
                self?.end(Ending(status: failure.status, sentence: failure.sentence))
            case .success(let answer): self?.take(answer.value)
            }
        }
    }

    private func take(_ answer: BroadcastAnswer) {
        let words = answer.words.map { ", " + Text($0).cleaned() } ?? ""
        let status = Messages.print("broadcasts \(answer.beacon)\(words); Ctrl-C ends it\n")
        if status != .success { end(Ending(status: status)) }
    }

    private func end(_ ending: Ending) {
        guard !isEnding else { return }
        isEnding = true
        signals?.stop()
        client?.stop()
        finish(ending)
    }
}
