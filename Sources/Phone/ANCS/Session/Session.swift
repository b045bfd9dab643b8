/// Conversation with one phone from subscription to disconnect, as a value.
///
/// It takes bytes and time, and returns actions. At most one Control Point request is in progress.
package struct Session: Sendable {
    /// User settings of a session.
    package struct Configuration: Hashable, Sendable {
        /// Maximum number of requested bytes of a title, subtitle or message.
        package var maximumTextLength: UInt16

        package init(maximumTextLength: UInt16 = 2048) {
            self.maximumTextLength = maximumTextLength
        }
    }

    /// State of the subscriptions.
    enum Phase: Hashable, Sendable {
        /// The phone does not offer the service, or the session has ended.
        case idle
        case subscribing(Characteristic, since: Duration)
        /// The phone refused a subscription, which is retried later.
        case refused(Characteristic)
        /// Both subscriptions are active.
        case open
        /// Notification Source is being unsubscribed, to be subscribed again.
        case renewing(since: Duration)
        /// The owner was requested to close the link.
        case closing
    }

    /// Counters so far.
    package internal(set) var counters = SessionCounters()
    package internal(set) var state = SessionState.idle

    let configuration: Configuration
    var phase = Phase.idle
    var waiting = WaitingList()
    var names = AppNames()
    var personActions: [NotificationAction] = []
    var current: CurrentRequest?
    /// Time since which a write awaits its confirmation; no other write may follow it.
    var unconfirmedSince: Duration?
    /// Time since which a confirmation was pending when the phone was last reported as slow to
    /// confirm.
    var calledSlow: Duration?
    var retry = Retry()
    var wantsProbe = false
    /// Whether the phone must send an answer, not only a confirmation.
    var wantsProof = false
    /// End of the rest, during which a phone that does not answer gets only probes and the user's
    /// actions.
    var restDeadline: Duration?
    var liveness = Liveness()
    var actions: [SessionAction] = []

    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// Number of notifications that wait to be fetched.
    package var waitingCount: Int { waiting.count }

    /// Number of announced notifications without their attributes so far.
    package var unheardCount: Int { waiting.count + (current?.fetched == nil ? 0 : 1) }

    /// Whether there is nothing to do until the next event.
    package var isSettled: Bool {
        phase == .open && current == nil && waiting.count == 0 && personActions.isEmpty
            && names.deadline == nil && !names.hasWanted && !retry.isWaiting
    }

    /// Begins the session when the phone offers the service.
    ///
    /// Data Source is subscribed first, so that no answer is lost.
    package mutating func begin(at now: Duration) -> [SessionAction] {
        guard phase == .idle else { return [] }
        subscribe(to: .dataSource, at: now)
        return settle(at: now)
    }

    /// Ends the session after the link or the service is gone.
    ///
    /// Only the counters and a part of the liveness remain.
    ///
    /// Notifications that wait only for their app's name are reported without it.
    package mutating func end(at now: Duration) -> [SessionAction] {
        reportBare(at: now, isUrgent: true)
        releaseHeld(at: now) { _ in true }
        let unanswered = personActions + [current?.personAction].compactMap(\.self)
        for action in unanswered {
            report(.performed(action.id, action.uid, .unanswered))
        }
        let (counters, liveness, rest) = (self.counters, self.liveness.memory, actions)
        self = Session(configuration: configuration)
        (self.counters, self.liveness) = (counters, liveness)
        return rest + [.report(.state(.idle))]
    }

    /// Handles the confirmation of a subscription.
    package mutating func subscribed(
        to characteristic: Characteristic, at now: Duration
    ) -> [SessionAction] {
        guard case .subscribing(characteristic, _) = phase else { return [] }
        if characteristic == .dataSource {
            subscribe(to: .notificationSource, at: now)
        } else {
            phase = .open
            liveness.heard(at: now)
            // A subscription proves nothing: only an answer shows that the user shares the
            // notifications.
            wantsProbe = true
        }
        return settle(at: now)
    }

    /// Handles the confirmation that a subscription ended.
    package mutating func unsubscribed(
        from characteristic: Characteristic, at now: Duration
    ) -> [SessionAction] {
        guard case .renewing = phase, characteristic == .notificationSource else { return [] }
        subscribe(to: .notificationSource, at: now)
        return settle(at: now)
    }

    /// Handles a refused subscription.
    package mutating func refused(
        _ characteristic: Characteristic, _ error: WriteError, at now: Duration
    ) -> [SessionAction] {
        counters.refusals += 1
        switch phase {
        case .subscribing(characteristic, _):
            phase = .refused(characteristic)
            enter(error.state ?? .subscribing)
            retry.failed(at: now)
        case .renewing where characteristic == .notificationSource:
            subscribe(to: .notificationSource, at: now)
        default: break
        }
        return settle(at: now)
    }

    /// Handles a value of Notification Source or Data Source.
    package mutating func received(
        _ value: [UInt8], from characteristic: Characteristic, at now: Duration
    ) -> [SessionAction] {
        switch characteristic {
        case .notificationSource: receiveSource(value, at: now)
        case .dataSource: receiveData(value, at: now)
        case .controlPoint: break
        }
        return settle(at: now)
    }

    /// Handles the phone's confirmation or refusal of the last request.
    package mutating func written(_ error: WriteError?, at now: Duration) -> [SessionAction] {
        guard unconfirmedSince != nil else { return [] }
        unconfirmedSince = nil
        liveness.confirmed(at: now)
        confirmCurrent(error, at: now)
        return settle(at: now)
    }

    /// Performs an action of the user on the phone, before any other request.
    package mutating func perform(
        _ action: ActionID, on uid: NotificationUID, at now: Duration
    ) -> [SessionAction] {
        if personActions.count >= SessionLimits.actions {
            report(.performed(action, uid, .busy))
        } else if phase != .open {
            report(.performed(action, uid, .unanswered))
        } else {
            personActions.append(NotificationAction(id: action, uid: uid))
        }
        return settle(at: now)
    }

    /// Handles all deadlines that have passed.
    package mutating func timePassed(at now: Duration) -> [SessionAction] {
        checkConfirmation(at: now)
        checkCurrent(at: now)
        checkYield(at: now)
        checkRest(at: now)
        reportBare(at: now)
        checkRetry(at: now)
        checkLiveness(at: now)
        return settle(at: now)
    }

    /// Time at which `timePassed` must be called next.
    package var nextDeadline: Duration? {
        var next = phase == .open ? liveness.deadline : nil
        // Computed with every received value, so no array is built.
        func consider(_ deadline: Duration?) {
            if let deadline { next = min(next ?? deadline, deadline) }
        }
        consider(confirmationDeadline)
        consider(current?.deadline)
        consider(current?.bareDeadline)
        consider(waiting.bareDeadline)
        consider(yieldDeadline)
        consider(restDeadline)
        consider(names.deadline)
        consider(retryDeadline)
        return next
    }

    mutating func report(_ report: SessionReport) {
        actions.append(.report(report))
    }

    mutating func enter(_ state: SessionState) {
        guard self.state != state else { return }
        self.state = state
        report(.state(state))
    }

    mutating func subscribe(to characteristic: Characteristic, at now: Duration) {
        phase = .subscribing(characteristic, since: now)
        if state == .idle { enter(.subscribing) }
        actions.append(.subscribe(characteristic))
    }

    /// Reports notifications that need not wait, starts the next request, and returns the actions.
    private mutating func settle(at now: Duration) -> [SessionAction] {
        releaseHeld(at: now)
        startNext(at: now)
        defer { actions.removeAll() }
        return actions
    }
}

/// An action of the user on a notification.
struct NotificationAction: Hashable, Sendable {
    let id: ActionID
    let uid: NotificationUID
}

extension WriteError {
    /// State of a session whose phone refuses with this error, if the error implies one.
    var state: SessionState? {
        self == .writeNotPermitted ? .notShared : isAboutSecurity ? .notSecure : nil
    }
}
