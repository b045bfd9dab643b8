import Bridge
import Configuration
import Control
import JSON
import Linux

/// Pairing window of the bridge for one step.
@LoopActor
final class TrialPairing {
    /// How long a phone can pair, in seconds.
    private static let seconds = 180

    /// Event of the window.
    enum News {
        case said(PairingProgress)
        /// The window has closed, with or without a phone, or the bridge refused.
        case over(hasPaired: Bool, String?)
    }

    private var client: ControlClient?
    private weak let session: TrialSession?

    init(path: String, for session: TrialSession) {
        self.session = session
        client = ControlClient(path: path) { [weak self] news in
            switch news {
            case .hello: break
            case .event(let value, _):
                if let news = PairingProgress(value) { self?.session?.take(.said(news)) }
            case .ended(let failure): self?.end(false, "\(failure)")
            }
        }
        client?.ask(PairRequest(method: .compare, seconds: Self.seconds), within: nil) {
            [weak self] result in
            switch result {
            case .success(let answer): self?.end(answer.value.hasPaired, nil)
            case .failure(.refused(let refusal)): self?.end(false, refusal.sentence)
            // The end of the connection is reported with its own reason.
            case .failure(.failed): break
            }
        }
    }

    /// Answers a question of the pairing.
    func reply(_ isYes: Bool) {
        client?.ask(ReplyRequest(isYes: isYes)) { _ in }
    }

    /// Ends the pairing; the bridge closes the window when its client disconnects.
    func stop() {
        client?.stop()
        client = nil
    }

    private func end(_ hasPaired: Bool, _ sentence: String?) {
        guard client != nil else { return }
        stop()
        session?.take(.over(hasPaired: hasPaired, sentence))
    }
}
