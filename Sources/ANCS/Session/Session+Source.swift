extension Session {
    /// Takes a Notification Source value.
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
        case .added, .modified: announce(event)
        case .removed: withdraw(event.uid, at: now)
        default: counters.malformedSourceEvents += 1
        }
    }

    /// Phones may send values before they confirm the subscription.
    private var listensToSource: Bool {
        switch phase {
        case .open, .subscribing(.notificationSource, _): true
        default: false
        }
    }

    private mutating func announce(_ event: SourceEvent) {
        if current?.fetches(event.uid) == true {
            // The answer on its way may be older than this change. The handle may also be used
            // anew, for something that has not been removed.
            current?.update = event
            current?.isRemoved = false
        } else {
            enqueue(WaitingList.Entry(event: event))
        }
    }

    private mutating func withdraw(_ uid: NotificationUID, at now: Duration) {
        _ = waiting.remove(uid)
        releaseHeld(at: now) { $0.event.uid == uid }
        if current?.fetches(uid) == true {
            // The text may still come; the removal is reported behind it.
            current?.update = nil
            current?.isRemoved = true
        } else {
            report(.removed(uid))
        }
    }
}
