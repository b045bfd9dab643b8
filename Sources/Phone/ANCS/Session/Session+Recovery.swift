extension Session {
    /// Time at which the phone counts as unresponsive or, if it already does, is disconnected; nil
    /// if no confirmation is pending.
    var confirmationDeadline: Duration? {
        guard let since = awaitedSince else { return nil }
        let isCalledSlow = calledSlow == since
        return since
            + (isCalledSlow ? SessionLimits.confirmation : SessionLimits.slowConfirmation)
    }

    /// Time since which a confirmation is pending.
    private var awaitedSince: Duration? {
        switch phase {
        case .subscribing(_, let since), .renewing(let since): since
        case .open: unconfirmedSince
        case .idle, .refused, .closing: nil
        }
    }

    /// Time at which a request is retried after a refusal.
    var retryDeadline: Duration? {
        switch phase {
        case .open, .refused: retry.deadline
        default: nil
        }
    }

    /// Disconnects a phone that does not confirm: an unconfirmed write blocks all further writes.
    mutating func checkConfirmation(at now: Duration) {
        guard let since = awaitedSince else { return }
        if since + SessionLimits.slowConfirmation <= now, calledSlow != since {
            calledSlow = since
            enter(.unresponsive)
        }
        if since + SessionLimits.confirmation <= now { giveUp() }
    }

    /// Retries after a refusal, if that is due.
    mutating func checkRetry(at now: Duration) {
        guard retryDeadline != nil, retry.isDue(at: now) else { return }
        if case .refused(let characteristic) = phase {
            subscribe(to: characteristic, at: now)
        } else {
            wantsProbe = true
        }
    }

    /// Probes a phone that has been quiet, and renews a subscription without values for a long
    /// time.
    mutating func checkLiveness(at now: Duration) {
        guard phase == .open else { return }
        if liveness.needsRenewal(at: now) {
            renew(at: now)
        } else if liveness.needsProbe(at: now) {
            wantsProbe = true
            liveness.probed(at: now)
        }
    }

    /// Recovers from a silent phone: first by a new subscription, then by a new link, and after too
    /// many new links by a rest.
    mutating func recover(at now: Duration) {
        guard phase == .open else { return }
        enter(.unresponsive)
        if liveness.partings >= SessionLimits.partings {
            liveness.renewedInSilence()
            restDeadline = now + SessionLimits.rest
        } else if liveness.wasRenewedInVain {
            liveness.parted()
            giveUp()
        } else {
            liveness.renewedInSilence()
            renew(at: now)
        }
    }

    /// Ends the phone's session and begins another: all handles become invalid, and the phone
    /// announces its notifications again.
    private mutating func renew(at now: Duration) {
        counters.renewals += 1
        abandonEverything(at: now)
        report(.restarted)
        // Only an answer proves that the phone responds again.
        if state == .ready { enter(.subscribing) }
        phase = .renewing(since: now)
        actions.append(.unsubscribe(.notificationSource))
    }

    /// Renews the subscription when the phone's rest is over.
    mutating func checkRest(at now: Duration) {
        guard let deadline = restDeadline, deadline <= now else { return }
        restDeadline = nil
        renew(at: now)
    }

    private mutating func giveUp() {
        phase = .closing
        enter(.unresponsive)
        actions.append(.close)
    }

    private mutating func abandonEverything(at now: Duration) {
        reportBare(at: now, isUrgent: true)
        releaseHeld(at: now) { _ in true }
        for action in personActions + [current?.personAction].compactMap(\.self) {
            report(.performed(action.id, action.uid, .unanswered))
        }
        personActions = []
        current = nil
        waiting = WaitingList()
        names = AppNames()
        wantsProbe = false
        wantsProof = false
        restDeadline = nil
    }
}
