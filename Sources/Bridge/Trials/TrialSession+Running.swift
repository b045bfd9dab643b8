import Bridge
import Commands
import Configuration
import Control
import JSON
import Linux
import Notices
import Radio

extension TrialSession {
    private static let second: Duration = .seconds(1)

    /// Begins to judge a step.
    func run(_ step: TrialStep) {
        stage = .running
        judge = TrialJudge(step, at: EventLoop.now, before: phone.state, apps: messageApps)
        if phone.state != .ready, step.kind != .restart, !step.isPairing {
            terminal.say("The iPhone is not connected at the moment.", indent: 2)
        }
        showWaiting()
        look()
    }

    /// Shows on the last line what is awaited.
    func showWaiting() {
        guard let step = judge?.step else { return }
        terminal.wait { seconds in
            [
                "Waiting for \(step.awaited), \(seconds) s. Enter ends the step, s skips it, q quits.",
                "Waiting for \(step.awaited), \(seconds) s (Enter, s, q).",
                "Waiting, \(seconds) s (Enter, s, q).", "\(seconds) s",
            ]
        }
    }

    /// Handles input during a step.
    func interrupt(_ word: String) {
        guard let judge else { return }
        switch word {
        case "": decide(isOver: true)
        case "s": keep(.skipped, of: judge.step)
        case "q": stop(.success)
        default: break
        }
    }

    /// Handles an event of the bridge about the tried phone.
    func take(_ event: BridgeEvent, _ meaning: TriedPhone.Meaning) {
        // A phone that a step pairs becomes the tried one.
        if judge?.step.isPairing != true, case .anotherCame(let name) = meaning {
            terminal.say(
                "Another phone is connected, '\(name)'. Its events do not count; to try it, run "
                    + "this command with --phone NAME.", indent: judge == nil ? 0 : 2)
        }
        guard judge != nil, meaning == .counts, !isBeforePairing else { return }
        let (returns, doubt) = (judge?.returns ?? 0, judge?.doubt)
        judge?.take(event, at: EventLoop.now)
        if case .phone(let state, _, _) = event { follow(state, since: returns) }
        if let newDoubt = judge?.doubt, newDoubt != doubt { say(newDoubt) }
        decide()
    }

    /// Whether the step must pair a phone first, so that events before that do not count.
    private var isBeforePairing: Bool {
        judge?.step.isPairing == true && judge?.log.time(of: .bonded) == nil
    }

    /// Prints a message about arrivals that may not be what the step asks for.
    private func say(_ doubt: TrialJudge.Doubt) {
        let word = judge?.step.word ?? ""
        let words =
            switch doubt {
            case .noWord:
                "A notification without the word \"\(word)\" has arrived; the step waits for the "
                    + "message with it. If this was the message, press Enter."
            case .unsure:
                "A notification has arrived that can be the message. If it was, press Enter; the step "
                    + "waits 30 seconds for another one."
            case .unlikely:
                "A notification of another app or kind has arrived; the step waits for the message. "
                    + "If this was the message, press Enter."
            case .noRing:
                "A missed call was reported, but no incoming call; the step waits for that. If there "
                    + "was none, press Enter."
            }
        terminal.say(words, indent: 2)
    }

    /// Handles an entry that the bridge does not report.
    func take(_ entry: TrialLog.Entry) {
        judge?.take(entry, at: EventLoop.now)
        decide()
    }

    /// Prints that the phone has disconnected or returned.
    private func follow(_ state: PhoneState, since before: Int) {
        guard let judge, case .absence(let times) = judge.step.kind else { return }
        if state == .disconnected {
            terminal.say("The iPhone has gone.", indent: 2)
        } else if judge.returns > before {
            terminal.say("The iPhone is back (\(judge.returns) of \(times)).", indent: 2)
        }
    }

    private func look() {
        if judge?.isActDue(at: EventLoop.now) == true { act() }
        decide()
        guard judge != nil else { return }
        alarm.set(after: Self.second, for: self) { $0.look() }
    }

    private func decide(isOver: Bool = false) {
        guard let judge, let verdict = judge.verdict(at: EventLoop.now, isOver: isOver) else {
            return
        }
        keep(verdict, of: judge.step)
    }

    /// Answers or declines the ringing call.
    private func act() {
        guard case .call(let end) = judge?.step.kind, let call = judge?.call else { return }
        terminal.say(
            end == .answered ? "Answering the call." : "Declining the call.", indent: 2)
        let action: ActRequest.Action = end == .answered ? .answer : .decline
        ask(ActRequest(action, notice: call.description)) { [weak self] result in
            guard let self, case .failure(let failure) = result else { return }
            if case .refused(let refusal) = failure { terminal.say(refusal.sentence, indent: 2) }
            take(.acted(isDone: false))
        }
        // An event of the phone may arrive before the answer.
        judge?.take(.acted(isDone: true), at: EventLoop.now)
    }
}

// MARK: Pairing

extension TrialSession {
    /// Begins a pairing step, if the bridge has the required shape.
    func beginPairing(_ step: TrialStep, _ shape: Shape?) {
        ask(StatusRequest()) { [weak self] result in
            guard let self, case .prompt = stage else { return }
            guard case .success(let answer) = result else {
                return terminal.ask("The bridge does not answer. Enter tries again:")
            }
            let radio = answer.value.radio
            if shape == nil, phone.state == .ready { return run(step) }
            if radio?.kind == "simulated" {
                return keep(TrialVerdict([TrialFinding(.simulated)]), of: step)
            }
            if let shape, let now = radio?.shape, now != shape.rawValue {
                return terminal.ask("The bridge still has the shape \(now). Enter looks again:")
            }
            run(step)
            openWindow()
        }
    }

    private func openWindow() {
        pairing = TrialPairing(path: options.client.path, for: self)
    }

    func take(_ news: TrialPairing.News) {
        guard judge?.step.isPairing == true else { return }
        switch news {
        case .said(let news): take(news)
        case .over(let hasPaired, let sentence):
            if let sentence { terminal.say(sentence, indent: 2) }
            stopComparing()
            if !hasPaired { take(.windowClosed) }
        }
    }

    private func take(_ news: PairingProgress) {
        if news.isQuestion {
            // Input typed before the question is not an answer.
            terminal.dropTyped()
            terminal.ask(news.sentence)
            stage = .comparing
            return
        }
        // The question is withdrawn.
        if news.endsQuestion { stopComparing() }
        terminal.say(news.sentence, indent: 2)
        if case .bonded(let address, let name) = news { takePaired(address, name) }
        if case .alreadyPaired(_, isSharing: true) = news { take(.alreadyPaired) }
    }

    /// Continues waiting after a question.
    func stopComparing() {
        guard case .comparing = stage else { return }
        stage = .running
        showWaiting()
    }

    private func takePaired(_ address: String, _ name: String) {
        phone.isPaired(address, named: name)
        judge?.take(.bonded, at: EventLoop.now)
        // The phone may have been ready before its pairing was reported.
        if let state = phone.state { judge?.take(.phone(state), at: EventLoop.now) }
        decide()
    }
}

extension TrialStep {
    /// Whether the step opens a pairing window.
    var isPairing: Bool { if case .pairing = kind { true } else { false } }
}
