/// Observer of a phone's conversation with any host.
///
/// It reports what a session of this program would have reported.
///
/// The observer sends no requests, so it knows only the answers to the observed host's requests.
/// Notifications without a request are reported as incomplete when they are removed, or at the end.
/// Observation may start at any time.
package struct SessionObserver: Sendable {
    /// Counters so far.
    package internal(set) var counters = SessionCounters()
    /// Number of writes that are not valid requests.
    package private(set) var unreadableWrites = 0

    var reports: [SessionReport] = []
    var state = SessionState.idle
    var shelf = ObservedNotifications()
    var names = AppNames()
    var answer: AwaitedAnswer?
    /// Last write, until the phone has confirmed it.
    private var unconfirmed: ObservedRequest?
    private var isSubscribed = false
    /// Whether the observed host requests the names of apps; nil while that is unknown.
    private var asksForNames: Bool?

    /// Creates an observer, possibly in the middle of a conversation.
    package init() {}

    /// Whether all announced notifications were reported.
    package var isSettled: Bool { answer == nil && shelf.isReported }

    /// Time at which `timePassed` must be called next.
    package var nextDeadline: Duration? {
        [answer?.deadline, shelf.callDeadline, names.deadline].compactMap(\.self).min()
    }

    // MARK: Observed events

    /// Handles a subscription of the host, or its confirmation by the phone.
    package mutating func subscribed(
        to characteristic: Characteristic, at now: Duration
    ) -> [SessionReport] {
        if characteristic == .notificationSource, !isSubscribed {
            isSubscribed = true
            if state != .ready { enter(.subscribing) }
        }
        return flush(at: now)
    }

    /// Handles the end of a subscription.
    ///
    /// Without the Notification Source the session is over, and all its handles are invalid.
    package mutating func unsubscribed(
        from characteristic: Characteristic, at now: Duration
    ) -> [SessionReport] {
        if characteristic == .notificationSource, isSubscribed || state != .idle {
            isSubscribed = false
            closeBooks(at: now)
            reports.append(.restarted)
            if state == .ready { enter(.subscribing) }
        }
        return flush(at: now)
    }

    /// Handles a refused subscription.
    package mutating func refused(
        _ characteristic: Characteristic, _ error: WriteError, at now: Duration
    ) -> [SessionReport] {
        if let state = error.state { enter(state) }
        return flush(at: now)
    }

    /// Handles a value of a characteristic.
    package mutating func received(
        _ value: [UInt8], from characteristic: Characteristic, at now: Duration
    ) -> [SessionReport] {
        switch characteristic {
        case .notificationSource: receiveSource(value, at: now)
        case .dataSource: receiveData(value, at: now)
        case .controlPoint: break
        }
        return flush(at: now)
    }

    /// Handles a write of the host to the Control Point.
    package mutating func wrote(_ bytes: [UInt8], at now: Duration) -> [SessionReport] {
        // Only one answer at a time can be recognized.
        giveUpAnswer(at: now)
        guard let request = try? ObservedRequest(parsing: bytes) else {
            unreadableWrites += 1
            unconfirmed = nil
            return flush(at: now)
        }
        unconfirmed = request
        answer = AwaitedAnswer(to: request, at: now)
        if case .app = answer?.subject { asksForNames = true }
        return flush(at: now)
    }

    /// Handles the confirmation or refusal of the last write.
    package mutating func written(_ error: WriteError?, at now: Duration) -> [SessionReport] {
        guard let request = unconfirmed else { return flush(at: now) }
        unconfirmed = nil
        if let error {
            refuse(request, error, at: now)
        } else if case .perform(let action, let uid) = request {
            phoneIsReady()
            reports.append(.performed(action, uid, .performed))
        }
        return flush(at: now)
    }

    /// Handles timeouts.
    package mutating func timePassed(at now: Duration) -> [SessionReport] {
        if let deadline = answer?.deadline, deadline <= now { giveUpAnswer(at: now) }
        return flush(at: now)
    }

    /// Ends the observation or the link.
    package mutating func end(at now: Duration) -> [SessionReport] {
        closeBooks(at: now)
        unconfirmed = nil
        isSubscribed = false
        enter(.idle)
        return flush(at: now)
    }

    // MARK: Notification Source

    private mutating func receiveSource(_ value: [UInt8], at now: Duration) {
        guard let event = try? SourceEvent(parsing: value) else {
            counters.malformedSourceEvents += 1
            return
        }
        counters.sourceEvents += 1
        // A phone that does not share its notifications announces none.
        phoneIsReady()
        reports.append(.source(event))
        switch event.event {
        case .added, .modified: announce(event, at: now)
        case .removed: withdraw(event.uid, at: now)
        default: counters.malformedSourceEvents += 1
        }
    }

    mutating func announce(_ event: SourceEvent, at now: Duration) {
        if answer?.subject == .notification(event.uid), answer?.isRemoved == true {
            giveUpAnswer(at: now)
        }
        giveUp(shelf.announce(event, at: now), at: now)
    }

    private mutating func withdraw(_ uid: NotificationUID, at now: Duration) {
        if answer?.subject == .notification(uid), shelf[uid]?.isReported == false,
            shelf[uid]?.wasReportedBare == false
        {
            // Its texts may still arrive.
            answer?.isRemoved = true
            return
        }
        if answer?.subject == .notification(uid) { answer = nil }
        takeAway(uid, at: now)
    }

    /// Reports a removal, after any state of the notification that was not reported yet.
    mutating func takeAway(_ uid: NotificationUID, at now: Duration) {
        for held in names.release(at: now, where: { $0.event.uid == uid }) {
            reports.append(.fetched(held))
        }
        if let entry = shelf.remove(uid) { giveUp([entry], at: now) }
        reports.append(.removed(uid))
    }

    /// Reports, as incomplete, those of the notifications that were not reported since their last
    /// announcement.
    mutating func giveUp(_ entries: [ObservedNotification], at now: Duration) {
        for entry in entries where !entry.isReported {
            if entry.wasReportedBare, entry.attributes.isEmpty { continue }
            report(entry, isIncomplete: true, at: now)
        }
    }

    // MARK: Reports

    mutating func report(
        _ entry: ObservedNotification, isIncomplete: Bool, at now: Duration
    ) {
        let appIdentifier = entry.attributes[.appIdentifier] ?? []
        let notification = FetchedNotification(
            event: entry.event, attributes: entry.attributes, appName: names[appIdentifier],
            isIncomplete: isIncomplete, age: now - entry.announced)
        let waits =
            !isIncomplete && !entry.event.category.isLiveCall && asksForNames != false
            && !names.isSettled(appIdentifier)
        guard waits else {
            reports.append(.fetched(notification))
            return
        }
        names.hold(
            notification, of: appIdentifier, at: now, until: now + SessionLimits.appName)
    }

    /// Reports all notifications that were not reported yet, and forgets all handles and app names.
    private mutating func closeBooks(at now: Duration) {
        giveUpAnswer(at: now)
        for held in names.release(at: now, where: { _ in true }) { reports.append(.fetched(held)) }
        for entry in shelf.removeAll() where !entry.isReported {
            giveUp([entry], at: now)
        }
        for held in names.release(at: now, where: { _ in true }) { reports.append(.fetched(held)) }
        names = AppNames()
        asksForNames = nil
    }

    /// Reports calls and notifications whose waiting time is over, and returns all reports.
    private mutating func flush(at now: Duration) -> [SessionReport] {
        for uid in shelf.overdueCalls(at: now) {
            guard let entry = shelf[uid] else { continue }
            giveUp(shelf.update(uid) { $0.wasReportedBare = true }, at: now)
            report(entry, isIncomplete: true, at: now)
        }
        if asksForNames == nil, let deadline = names.deadline, deadline <= now {
            asksForNames = false
        }
        for held in names.release(at: now, where: { _ in asksForNames == false }) {
            reports.append(.fetched(held))
        }
        defer { reports = [] }
        return reports
    }

    mutating func phoneIsReady() {
        enter(.ready)
    }

    mutating func enter(_ newState: SessionState) {
        guard state != newState else { return }
        state = newState
        reports.append(.state(newState))
    }
}
