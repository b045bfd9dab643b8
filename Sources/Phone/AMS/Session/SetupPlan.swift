/// Subscriptions and registrations: which are due, and which are repeated later.
struct SetupPlan: Hashable, Sendable {
    /// A request of the plan, in the order in which they are made.
    enum Step: Int, Hashable, Sendable, CaseIterable {
        case unsubscribeCommands
        case subscribeCommands
        case subscribeUpdates
        case registerPlayer
        case registerQueue
        case registerTrack
    }

    /// Steps from the subscription to Entity Update on, which depend on it.
    private static let updates: [Step] = [
        .subscribeUpdates, .registerPlayer, .registerQueue, .registerTrack,
    ]

    private var due: [Step] = []
    /// Steps that wait for the retry.
    private var refused: Set<Step> = []
    private var delay = MediaLimits.retry.lowerBound
    /// Time at which refused steps are repeated.
    private(set) var retryDeadline: Duration?
    /// Number of registrations for the player that the phone has refused.
    private var refusedPlayers = 0

    /// Plans all steps.
    mutating func begin() {
        due = [.subscribeCommands] + Self.updates
    }

    /// Whether the step is still to be made.
    func isPending(_ step: Step) -> Bool { due.contains(step) || refused.contains(step) }

    /// Removes and returns the next step.
    mutating func next() -> Step? {
        due.isEmpty ? nil : due.removeFirst()
    }

    /// Returns the request of a step.
    func action(of step: Step) -> MediaAction {
        switch step {
        case .unsubscribeCommands: .unsubscribe(.remoteCommand)
        case .subscribeCommands: .subscribe(.remoteCommand)
        case .subscribeUpdates: .subscribe(.entityUpdate)
        case .registerPlayer:
            .write(MediaRegistration.player[refusedPlayers].bytes, .entityUpdate)
        case .registerQueue: .write(MediaRegistration.queue.bytes, .entityUpdate)
        case .registerTrack: .write(MediaRegistration.track.bytes, .entityUpdate)
        }
    }

    /// Records that the phone accepted a step.
    mutating func succeeded() {
        // Others may have been refused before.
        if due.isEmpty, refused.isEmpty { delay = MediaLimits.retry.lowerBound }
    }

    /// Records that the phone refused a step or did not answer it.
    mutating func failed(_ step: Step, _ outcome: MediaSession.Outcome, at now: Duration) {
        switch step {
        case .unsubscribeCommands: return
        case .subscribeCommands: refused.insert(step)
        case .subscribeUpdates: postponeUpdates()
        case .registerPlayer, .registerQueue, .registerTrack:
            if outcome == .refused(.invalidState) {
                // The phone does not know of the subscription, so it has no registration either.
                postponeUpdates()
            } else if step == .registerPlayer, outcome.mayBeAboutAttributes,
                refusedPlayers < MediaRegistration.player.count - 1
            {
                refusedPlayers += 1
                due.insert(.registerPlayer, at: 0)
                return
            } else {
                refused.insert(step)
            }
        }
        refusedPlayers = 0
        if retryDeadline == nil {
            retryDeadline = now + delay
            delay = min(delay * 2, MediaLimits.retry.upperBound)
        }
    }

    /// Plans refused steps again if that is due.
    mutating func timePassed(at now: Duration) {
        guard let deadline = retryDeadline, deadline <= now else { return }
        retryDeadline = nil
        due = Step.allCases.filter { isPending($0) }
        refused = []
    }

    /// Plans to subscribe to Remote Command again, unless that is still to be done for the first
    /// time.
    mutating func renewCommands() {
        guard !isPending(.subscribeCommands) else { return }
        due.insert(contentsOf: [.unsubscribeCommands, .subscribeCommands], at: 0)
    }

    private mutating func postponeUpdates() {
        due.removeAll { Self.updates.contains($0) }
        refused.formUnion(Self.updates)
    }
}

extension MediaSession.Outcome {
    /// Whether the phone may accept a registration with fewer attributes.
    fileprivate var mayBeAboutAttributes: Bool {
        guard case .refused(let error) = self else { return false }
        return !error.isAboutSecurity && !error.isAboutMissingAttribute
    }
}
