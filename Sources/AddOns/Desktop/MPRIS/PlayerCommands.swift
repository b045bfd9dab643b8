import Control
import DBus
import Linux
import Notices

/// Performer of commands to the media player of a phone.
@LoopActor
protocol PlayerCommander: AnyObject {
    /// Sends a command to the phone.
    ///
    /// - Parameter done: called once, with the reason of a failure.
    func perform(
        _ command: MediaCommand, on phone: PhoneName,
        _ done: @escaping @LoopActor (AskFailure?) -> Void)
}

/// Requests of the desktop to one player, and the commands that they become.
@LoopActor
final class PlayerCommands {
    /// Steps that are being sent, and the time limit for the effect of the last one.
    @LoopActor private struct RunningSequence {
        var steps: StepSequence
        let alarm = Alarm()
    }

    /// The player as its phone reports it, and whether the user may control it.
    private var player: FollowedPlayer
    private var mayAct: Bool
    private weak var commander: (any PlayerCommander)?
    private var open = 0
    private var sequences: [StepGoal.Kind: RunningSequence] = [:]

    init(_ player: FollowedPlayer, mayAct: Bool, for commander: any PlayerCommander) {
        self.player = player
        self.mayAct = mayAct
        self.commander = commander
    }

    /// Applies what the phone reports, and sends the steps that were waiting for it.
    func take(_ player: FollowedPlayer, mayAct: Bool) {
        self.player = player
        self.mayAct = mayAct
        for kind in StepGoal.Kind.allCases { advance(kind) }
    }

    /// Performs a method, and answers the call.
    func perform(_ method: PlayerMethod, _ request: BusRequest) {
        switch method.effect(on: player.media, mayAct: mayAct) {
        case .nothing: request.reply()
        case .refuse(let name, let message): request.fail(name, message)
        case .send(let command): send(command) { $0.answer(request) }
        }
    }

    /// Begins to approach a value, and answers the request after the first step.
    func approach(_ goal: StepGoal, _ request: BusRequest) {
        guard mayAct else {
            return request.fail(BusErrorName.accessDenied, PlayerMethod.missingRight)
        }
        let kind = goal.kind
        // While a slider moves, values come faster than the phone reports the effect of a step.
        sequences[kind, default: RunningSequence(steps: StepSequence(goal))].steps
            .redirect(to: goal)
        switch nextStep(kind) {
        case .send(let command): step(kind, command) { $0.answer(request) }
        case .wait: request.reply()
        case .end where goal.isReached(by: player.media): request.reply()
        case .end: request.fail(BusErrorName.notSupported, "The player does not offer this now")
        }
    }

    // MARK: Commands

    /// Outcome of a command.
    private enum Outcome {
        case accepted
        case failed(AskFailure)
        case busy

        @LoopActor
        func answer(_ request: BusRequest) {
            switch self {
            case .accepted: request.reply()
            case .busy: request.fail(BusErrorName.limitsExceeded, "Too many commands are open")
            case .failed(let failure) where failure.isNotAllowed:
                request.fail(BusErrorName.accessDenied, failure.sentence)
            case .failed(let failure): request.fail(BusErrorName.failed, failure.sentence)
            }
        }
    }

    private func send(_ command: MediaCommand, _ done: @escaping @LoopActor (Outcome) -> Void) {
        guard open < DesktopLimits.commands, let commander else { return done(.busy) }
        open += 1
        commander.perform(command, on: player.phone) { [weak self] failure in
            self?.open -= 1
            done(failure.map(Outcome.failed) ?? .accepted)
        }
    }

    // MARK: Steps

    private func advance(_ kind: StepGoal.Kind) {
        if case .send(let command) = nextStep(kind) { step(kind, command) { _ in } }
    }

    /// Returns what a sequence does now, and removes it at its end.
    private func nextStep(_ kind: StepGoal.Kind) -> StepSequence.Next {
        let next = sequences[kind]?.steps.next(player.media) ?? .end
        if next == .end { sequences[kind] = nil }
        return next
    }

    private func step(
        _ kind: StepGoal.Kind, _ command: MediaCommand,
        _ done: @escaping @LoopActor (Outcome) -> Void
    ) {
        let alarm = sequences[kind]?.alarm
        alarm?.cancel()
        send(command) { [weak self, weak alarm] outcome in
            done(outcome)
            // The answer may belong to a sequence that was replaced.
            guard let self, let alarm, sequences[kind]?.alarm === alarm else { return }
            guard case .accepted = outcome else {
                sequences[kind] = nil
                return
            }
            sequences[kind]?.steps.accept()
            alarm.set(after: DesktopLimits.effect, for: self) { $0.sequences[kind] = nil }
            advance(kind)
        }
    }
}
