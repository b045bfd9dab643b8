extension Session {
    /// Handles a Notification Source value.
    mutating func receiveSource(_ value: [UInt8], at now: Duration) {
        guard listensToSource else { return }
        guard let event = try? SourceEvent(parsing: value) else {
            counters.malformedSourceEvents += 1
            return
        }
        counters.sourceEvents += 1
        liveness.heard(at: now)
        retry.hasten()
        report(.source(event))
        switch event.event {
        case .added, .modified: announce(WaitingList.Entry(event, at: now))
        case .removed: withdraw(event.uid, at: now)
        default: counters.malformedSourceEvents += 1
        }
    }

    /// Whether values are accepted: phones may send them before they confirm the subscription.
    private var listensToSource: Bool {
        switch phase {
        case .open, .subscribing(.notificationSource, _): true
        default: false
        }
    }

    private mutating func announce(_ entry: WaitingList.Entry) {
        if current?.fetches(entry.event.uid) == true {
            // The answer in progress may be older than this change. After a removal the handle is
            // reused for another notification.
            current?.update = entry
        } else {
            enqueue(entry)
        }
    }

    private mutating func withdraw(_ uid: NotificationUID, at now: Duration) {
        var waited = waiting.remove(uid)?.entry
        releaseHeld(at: now) { $0.event.uid == uid }
        guard current?.fetches(uid) == true else {
            if let call = waited?.takeBare(at: now, isUrgent: true) { reportBare([call]) }
            report(.removed(uid))
            return
        }
        if current?.isOver == true,
            let call = current?.update?.takeBare(at: now, isUrgent: true)
        {
            reportBare([call])
        }
        // The text may still arrive; the removal is reported after it.
        current?.remove()
        endReportedCall()
    }

    /// Reports calls whose texts have not arrived in time.
    ///
    /// - Parameter isUrgent: whether there is no time left to wait.
    mutating func reportBare(at now: Duration, isUrgent: Bool = false) {
        reportBare(current?.takeBare(at: now, isUrgent: isUrgent) ?? [])
        endReportedCall()
        reportBare(waiting.takeBare(at: now, isUrgent: isUrgent))
    }

    mutating func reportBare(_ calls: [FetchedNotification]) {
        for call in calls { report(.fetched(call)) }
    }

    /// Reports immediately the end of a call that was already reported.
    private mutating func endReportedCall() {
        guard let request = current, request.isRemoved, let entry = request.fetched,
            entry.event.category.isLiveCall, entry.bareDeadline == nil
        else { return }
        current?.end()
        report(.removed(entry.event.uid))
    }
}
