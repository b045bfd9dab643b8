/// The conversation with one phone from subscription to disconnect, as a value.
///
/// Bytes and time go in, actions come out. It has at most one Control Point request under way.
package struct Session: Sendable {
    /// The choices a person can make about it.
    package struct Configuration: Hashable, Sendable {
        /// How many bytes of a title, subtitle or message are asked for.
        package var maximumTextLength: UInt16

        /// Texts of at most so many bytes are asked for.
        package init(maximumTextLength: UInt16 = 2048) {
            self.maximumTextLength = maximumTextLength
        }
    }

    /// Where the session stands with its subscriptions.
    enum Phase: Hashable, Sendable {
        /// The phone does not offer the service, or the session has ended.
        case idle
        /// A characteristic is being subscribed to.
        case subscribing(Characteristic, since: Duration)
        /// The phone refused a subscription; it is asked again later.
        case refused(Characteristic)
        /// Both subscriptions stand.
        case open
        /// Notification Source is being unsubscribed from, to be subscribed to anew.
        case renewing(since: Duration)
        /// The owner has been told to let go of the phone.
        case closing
    }

    /// What has been counted so far.
    package internal(set) var counters = SessionCounters()
    /// How the session is doing.
    package internal(set) var state = SessionState.idle

    let configuration: Configuration
    var phase = Phase.idle
    var waiting = WaitingList()
    var names = AppNames()
    var personActions: [NotificationAction] = []
    var current: CurrentRequest?
    /// Since when a write has been without its confirmation; no other may follow it.
    var unconfirmedSince: Duration?
    /// Since when the confirmation has been due for which the phone was last called unresponsive.
    var calledSlow: Duration?
    var retry = Retry()
    var wantsProbe = false
    /// Whether the phone has to show that it answers, not only that it confirms.
    var wantsProof = false
    /// Until when a phone that answers nothing is left alone.
    var restDeadline: Duration?
    var liveness = Liveness()
    var actions: [SessionAction] = []

    /// A session that has not begun.
    package init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// How many notifications wait to be fetched.
    package var waitingCount: Int { waiting.count }

    /// How many announced notifications the phone has not told of yet.
    package var unheardCount: Int { waiting.count + (current?.fetched == nil ? 0 : 1) }

    /// Whether there is nothing left to do until the phone or the person says something.
    package var isSettled: Bool {
        phase == .open && current == nil && waiting.count == 0 && personActions.isEmpty
            && names.deadline == nil && !names.hasWanted && !retry.isWaiting
    }

    /// Begins, once the phone offers the service.
    ///
    /// Data Source comes first: answers must not find nobody listening.
    package mutating func begin(at now: Duration) -> [SessionAction] {
        guard phase == .idle else { return [] }
        subscribe(to: .dataSource, at: now)
        return settle(at: now)
    }

    /// Ends, once the link or the service is gone; nothing of the session remains but its counts.
    ///
    /// What has been fetched whole is reported, although its app's name will not come any more.
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

    /// Takes the confirmation of a subscription.
    package mutating func subscribed(
        to characteristic: Characteristic, at now: Duration
    ) -> [SessionAction] {
        guard case .subscribing(characteristic, _) = phase else { return [] }
        if characteristic == .dataSource {
            subscribe(to: .notificationSource, at: now)
        } else {
            phase = .open
            liveness.heard(at: now)
            // That the phone lets us subscribe proves nothing: only an answer shows that the person
            // shares the notifications.
            wantsProbe = true
        }
        return settle(at: now)
    }

    /// Takes the confirmation that values come no more.
    package mutating func unsubscribed(
        from characteristic: Characteristic, at now: Duration
    ) -> [SessionAction] {
        guard case .renewing = phase, characteristic == .notificationSource else { return [] }
        subscribe(to: .notificationSource, at: now)
        return settle(at: now)
    }

    /// Takes the phone's refusal of a subscription.
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

    /// Takes a value of Notification Source or Data Source.
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

    /// Takes the phone's confirmation or refusal of the last request.
    package mutating func written(_ error: WriteError?, at now: Duration) -> [SessionAction] {
        guard unconfirmedSince != nil else { return [] }
        unconfirmedSince = nil
        liveness.confirmed(at: now)
        confirmCurrent(error, at: now)
        return settle(at: now)
    }

    /// Has the phone perform an action of the person, before anything else is asked.
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

    /// Takes note of the time: deadlines that have passed are acted on.
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

    /// When `timePassed` must be called next.
    package var nextDeadline: Duration? {
        var next = phase == .open ? liveness.deadline : nil
        // Asked for with every value that comes: no list is made of them.
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

    /// Reports what has become reportable, starts the next request, and hands out the actions.
    private mutating func settle(at now: Duration) -> [SessionAction] {
        releaseHeld(at: now)
        startNext(at: now)
        defer { actions.removeAll() }
        return actions
    }
}

/// Something the person wants done about a notification.
struct NotificationAction: Hashable, Sendable {
    let id: ActionID
    let uid: NotificationUID
}

extension WriteError {
    /// The state of a session whose phone refuses with this error, where it tells one.
    var state: SessionState? {
        self == .writeNotPermitted ? .notShared : isAboutSecurity ? .notSecure : nil
    }
}
