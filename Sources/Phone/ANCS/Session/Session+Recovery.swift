extension Session {
    /// When the phone counts as unresponsive, and then must be let go, unless it confirms what it
    /// was asked.
    var confirmationDeadline: Duration? {
        guard let since = awaitedSince else { return nil }
        let isCalledSlow = calledSlow == since
        return since
            + (isCalledSlow ? SessionLimits.confirmation : SessionLimits.slowConfirmation)
    }

    /// Since when the phone owes a confirmation.
    private var awaitedSince: Duration? {
        switch phase {
        case .subscribing(_, let since), .renewing(let since): since
        case .open: unconfirmedSince
        case .idle, .refused, .closing: nil
        }
    }

    /// When a phone that refused is asked again.
    var retryDeadline: Duration? {
        switch phase {
        case .open, .refused: retry.deadline
        default: nil
        }
    }

    /// Lets go of a phone that confirms nothing: no other write may follow an unconfirmed one.
    mutating func checkConfirmation(at now: Duration) {
        guard let since = awaitedSince else { return }
        if since + SessionLimits.slowConfirmation <= now, calledSlow != since {
            calledSlow = since
            enter(.unresponsive)
        }
        if since + SessionLimits.confirmation <= now { giveUp() }
    }

    /// Asks a phone that refused once more, if it is time.
    mutating func checkRetry(at now: Duration) {
        guard retryDeadline != nil, retry.isDue(at: now) else { return }
        if case .refused(let characteristic) = phase {
            subscribe(to: characteristic, at: now)
        } else {
            wantsProbe = true
        }
    }

    /// Asks a phone that has been quiet whether it still answers, and renews a subscription that
    /// has brought nothing for long.
    mutating func checkLiveness(at now: Duration) {
        guard phase == .open else { return }
        if liveness.needsRenewal(at: now) {
            renew(at: now)
        } else if liveness.needsProbe(at: now) {
            wantsProbe = true
            liveness.probed(at: now)
        }
    }

    /// Does what helps against a silent phone: first a new subscription, then a new link.
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

    /// Ends the phone's session and begins another: every handle is void, and the phone announces
    /// again what it still has.
    private mutating func renew(at now: Duration) {
        counters.renewals += 1
        abandonEverything(at: now)
        report(.restarted)
        // Only an answer shows that the phone goes on; one that was silent still is.
        if state == .ready { enter(.subscribing) }
        phase = .renewing(since: now)
        actions.append(.unsubscribe(.notificationSource))
    }

    /// Tries once more with a phone that was left alone.
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
