import Notices

/// Steps to a goal: one is sent after the phone has reported the effect of the one before.
struct StepSequence: Hashable, Sendable {
    private(set) var goal: StepGoal
    private var last: MediaCommand?
    /// What the phone reported at first.
    private var start: PlayedMedia?
    /// What the phone reported before the last step.
    private var before: PlayedMedia?
    private var isAnswered = true
    private var remaining = DesktopLimits.steps

    init(_ goal: StepGoal) {
        self.goal = goal
    }

    /// Replaces the goal; a step whose effect is not there yet is still waited for.
    mutating func redirect(to goal: StepGoal) {
        (self.goal, last, start, remaining) = (goal, nil, nil, DesktopLimits.steps)
    }

    /// What becomes of a sequence.
    enum Next: Hashable {
        case send(MediaCommand)
        /// The phone has not answered the last step, or not reported its effect.
        case wait
        case end
    }

    /// Records that the phone has accepted the last step.
    mutating func accept() {
        isAnswered = true
    }

    /// Returns what follows from a report of the phone.
    mutating func next(_ media: PlayedMedia) -> Next {
        if let before {
            guard isAnswered, !goal.isSame(before, media) else { return .wait }
        }
        // An app may lack a mode: the steps then lead back to the first one.
        if let start, goal.kind != .volume, goal.isSame(start, media) { return .end }
        guard remaining > 0, let command = goal.step(from: media, after: last) else { return .end }
        remaining -= 1
        start = start ?? media
        (last, before, isAnswered) = (command, media, false)
        return .send(command)
    }
}

extension StepGoal {
    /// Whether two reports agree in the property.
    fileprivate func isSame(_ one: PlayedMedia, _ other: PlayedMedia) -> Bool {
        switch self {
        case .volume: one.volume == other.volume
        case .loop: one.repeatMode == other.repeatMode
        case .shuffle: one.shuffleMode == other.shuffleMode
        }
    }
}
