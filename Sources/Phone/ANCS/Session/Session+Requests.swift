extension Session {
    /// Starts the next request, unless one is in progress.
    ///
    /// The order is: actions of the user, a probe, a proof that the phone answers, calls, fresh
    /// notifications, app names, pre-existing notifications.
    mutating func startNext(at now: Duration) {
        guard phase == .open, current == nil, unconfirmedSince == nil else { return }
        guard let purpose = nextPurpose() else { return }
        let request = CurrentRequest(
            purpose, textLength: configuration.maximumTextLength, at: now)
        current = request
        unconfirmedSince = now
        actions.append(.write(request.request.bytes))
    }

    private mutating func nextPurpose() -> CurrentRequest.Purpose? {
        if !personActions.isEmpty { return .perform(personActions.removeFirst()) }
        if wantsProbe {
            wantsProbe = false
            return .probe
        }
        if retry.isWaiting || restDeadline != nil { return nil }
        if wantsProof {
            wantsProof = false
            return .appName(SessionLimits.everyPhonesApp)
        }
        if let entry = waiting.popUrgent() { return .fetch(entry) }
        if let appIdentifier = names.popWanted() { return .appName(appIdentifier) }
        return waiting.popPreExisting().map { .fetch($0) }
    }

    /// Handles a fragment of an answer.
    mutating func receiveData(_ fragment: [UInt8], at now: Duration) {
        switch current?.append(fragment, at: now) {
        case nil, .foreign: counters.foreignFragments += 1
        case .waiting: break
        case .complete: completeCurrent(at: now)
        }
    }

    private mutating func completeCurrent(at now: Duration) {
        guard let request = current, let accumulator = request.accumulator else { return }
        current = nil
        counters.answers += 1
        liveness.answered(at: now)
        phoneIsReady()
        switch request.purpose {
        case .fetch(let entry):
            deliver(entry, of: request, accumulator.attributes, isIncomplete: false, at: now)
            if let update = request.update { enqueue(update) }
        case .appName(let appIdentifier):
            settleName(of: appIdentifier, accumulator.attributes[.appIdentifier])
        case .perform, .probe: break
        }
    }

    /// Handles the phone's response to the write of the current request.
    mutating func confirmCurrent(_ error: WriteError?, at now: Duration) {
        guard let request = current else { return }
        if let error {
            current = nil
            refuse(request, error, at: now)
            return
        }
        switch request.purpose {
        case .perform(let action):
            current = nil
            phoneIsReady()
            report(.performed(action.id, action.uid, .performed))
        case .probe:
            current = nil
            phoneConfirms()
        case .fetch, .appName:
            current?.confirmed(at: now)
        }
    }

    private mutating func refuse(
        _ request: CurrentRequest, _ error: WriteError, at now: Duration
    ) {
        if let action = request.personAction {
            report(.performed(action.id, action.uid, .refused(error)))
        }
        if let state = error.state {
            counters.refusals += 1
            enter(state)
            retry.failed(at: now)
            putBack(request, at: now)
            return
        }
        if error.isAboutMissingService {
            counters.refusals += 1
            retry.failed(at: now)
            putBack(request, at: now)
            return
        }
        if case .appName = request.purpose, error.isOfService {
            phoneIsReady()
        } else if error.isOfService {
            phoneConfirms()
        }
        switch request.purpose {
        case .fetch(let entry) where error == .invalidParameter:
            counters.retracted += 1
            retract(entry, of: request, at: now)
            if let update = request.update { enqueue(update) }
        case .fetch(let entry):
            counters.refusals += 1
            let isFinal = error == .unknownCommand || error == .invalidCommand
            failFetch(entry, of: request, isFinal: isFinal, at: now)
        case .appName(let appIdentifier): settleName(of: appIdentifier, nil)
        case .perform, .probe: break
        }
    }

    /// Queues a request again that the phone refused for now, or that yields to a call.
    private mutating func putBack(_ request: CurrentRequest, at now: Duration) {
        switch request.purpose {
        case .fetch(let entry) where request.isRemoved:
            retract(entry, of: request, at: now)
            if let update = request.update { enqueue(update) }
        case .fetch(let entry):
            if let next = request.followUp(entry), waiting.putBack(next) { counters.evicted += 1 }
        case .appName(let appIdentifier): names.putBack(appIdentifier)
        case .perform, .probe: break
        }
    }

    /// Gives up a notification that can no longer be fetched.
    ///
    /// A call not reported before is reported now, because it has rung. The removal is reported
    /// only after such a call, or if the phone has announced it.
    private mutating func retract(
        _ entry: WaitingList.Entry, of request: CurrentRequest, at now: Duration
    ) {
        var entry = entry
        let call = request.isOver ? nil : entry.takeBare(at: now, isUrgent: true)
        if let call { reportBare([call]) }
        if call != nil || request.isRemoved { report(.removed(entry.event.uid)) }
    }

    /// Gives up the current request if its time is over.
    mutating func checkCurrent(at now: Duration) {
        guard let request = current, let deadline = request.deadline, deadline <= now
        else { return }
        current = nil
        counters.timeouts += 1
        switch request.purpose {
        case .fetch(let entry):
            if request.hasHeard {
                liveness.answered(at: now)
            } else {
                liveness.missed(at: now)
            }
            if request.hasPaused { phoneIsReady() }
            // A phone that omits an attribute omits it every time.
            failFetch(entry, of: request, isFinal: request.hasPaused, at: now)
        case .appName(let appIdentifier):
            if request.hasHeard {
                liveness.answered(at: now)
                phoneIsReady()
            } else if liveness.isInDoubt {
                liveness.missed(at: now)
            }
            settleName(of: appIdentifier, nil)
        case .perform, .probe: break
        }
        if liveness.silences >= SessionLimits.silences { recover(at: now) }
    }

    /// Retries a notification, or reports the received part: a call without a name is better than
    /// no call.
    ///
    /// - Parameter isFinal: whether another attempt would fail in the same way.
    private mutating func failFetch(
        _ entry: WaitingList.Entry, of request: CurrentRequest, isFinal: Bool, at now: Duration
    ) {
        var entry = entry
        entry.attempts += 1
        let isOver =
            isFinal || entry.attempts >= SessionLimits.attempts || request.isRemoved
            || request.isOver
        let attributes = request.accumulator?.attributes ?? Attributes()
        let isNews = entry.bareDeadline != nil || !attributes.isEmpty
        let isLiveCall = entry.event.category.isLiveCall
        if request.isRemoved, attributes.isEmpty, !isLiveCall {
            // It was never shown, and there is nothing to show.
            report(.removed(entry.event.uid))
        } else if isOver || isLiveCall && isNews {
            deliver(entry, of: request, attributes, isIncomplete: true, at: now)
            entry.wasReported()
        }
        guard !isOver || request.update != nil, let next = request.followUp(entry) else { return }
        if request.hasBegun || next.event.category.isLiveCall {
            // Other notifications must not wait for this one a second time.
            enqueue(next)
        } else if waiting.putBack(next) {
            // Some phones send an answer only after the next request, which must then be the
            // same one.
            counters.evicted += 1
        }
    }

    private mutating func deliver(
        _ entry: WaitingList.Entry, of request: CurrentRequest, _ attributes: Attributes,
        isIncomplete: Bool, at now: Duration
    ) {
        if request.isOver, attributes.isEmpty { return }
        let appIdentifier = attributes[.appIdentifier] ?? []
        names.want(appIdentifier)
        let notification = FetchedNotification(
            event: entry.event, attributes: attributes, appName: names[appIdentifier],
            isIncomplete: isIncomplete, age: now - entry.announced, isGone: request.isOver)
        // A call cannot wait for its app's name.
        let isOver = request.isOver || request.isRemoved
        if isOver || entry.event.category.isLiveCall || names.isSettled(appIdentifier) {
            report(.fetched(notification))
        } else {
            names.hold(
                notification, of: appIdentifier, at: now, until: now + SessionLimits.appName)
        }
        if request.isRemoved { report(.removed(entry.event.uid)) }
    }

    private mutating func settleName(of appIdentifier: [UInt8], _ name: [UInt8]?) {
        let name = name?.isEmpty == false ? name : nil
        names.settle(appIdentifier, name: name)
        if let name { report(.named(appIdentifier: appIdentifier, name: name)) }
    }

    mutating func releaseHeld(
        at now: Duration, where isRelease: (FetchedNotification) -> Bool = { _ in false }
    ) {
        for notification in names.release(at: now, where: isRelease) {
            report(.fetched(notification))
        }
    }

    mutating func enqueue(_ entry: WaitingList.Entry) {
        if waiting.add(entry) { counters.evicted += 1 }
    }

    /// Lets a request without progress yield to a waiting call.
    mutating func checkYield(at now: Duration) {
        guard let deadline = yieldDeadline, deadline <= now, let request = current else { return }
        current = nil
        putBack(request, at: now)
    }

    /// Time at which the current request yields to a waiting call.
    var yieldDeadline: Duration? {
        guard unconfirmedSince == nil, !retry.isWaiting, restDeadline == nil, waiting.hasCalls
        else { return nil }
        return current?.yieldDeadline
    }

    /// Records that the phone's service accepts requests.
    ///
    /// After a silence, an answer is required as proof.
    private mutating func phoneConfirms() {
        if liveness.isInDoubt { wantsProof = waiting.count == 0 } else { phoneIsReady() }
    }

    private mutating func phoneIsReady() {
        retry.succeeded()
        enter(.ready)
    }
}
