extension SessionObserver {
    mutating func receiveData(_ fragment: [UInt8], at now: Duration) {
        guard !fragment.isEmpty else { return }
        switch answer?.append(fragment, at: now) {
        case nil, .foreign: counters.foreignFragments += 1
        case .waiting: break
        case .complete:
            counters.answers += 1
            phoneIsReady()
            settleAnswer(isWhole: true, at: now)
        }
    }

    /// Uses the received part of an answer that will not be completed.
    mutating func giveUpAnswer(at now: Duration) {
        guard answer != nil else { return }
        counters.timeouts += 1
        settleAnswer(isWhole: false, at: now)
    }

    private mutating func settleAnswer(isWhole: Bool, at now: Duration) {
        guard let answer else { return }
        self.answer = nil
        let attributes = answer.accumulator.attributes
        switch answer.subject {
        case .notification(let uid):
            if isWhole || !attributes.isEmpty {
                tell(uid, attributes, isWhole: isWhole, at: now)
            }
            if answer.isRemoved { takeAway(uid, at: now) }
        case .app(let appIdentifier):
            settleName(of: appIdentifier, attributes[.appIdentifier])
        }
    }

    private mutating func tell(
        _ uid: NotificationUID, _ attributes: Attributes, isWhole: Bool, at now: Duration
    ) {
        if shelf[uid] == nil {
            // Announced before the observation started.
            let event = SourceEvent(
                event: .added, flags: .preExisting, category: .other, categoryCount: 0, uid: uid)
            giveUp(shelf.announce(event, at: now), at: now)
        }
        let surplus = shelf.update(uid) { entry in
            entry.attributes = attributes.completed(by: entry.attributes)
            entry.isReported = true
        }
        if let entry = shelf[uid] ?? surplus.first(where: { $0.event.uid == uid }) {
            report(entry, isIncomplete: !isWhole || entry.isIncomplete, at: now)
        }
        giveUp(surplus, at: now)
    }

    private mutating func settleName(of appIdentifier: [UInt8], _ name: [UInt8]?) {
        names.want(appIdentifier)
        _ = names.popWanted()
        // A name beyond the limit is not remembered.
        if names.isSettled(appIdentifier), names[appIdentifier] == nil { return }
        let name = name?.isEmpty == false ? name : nil
        names.settle(appIdentifier, name: name)
        if let name { reports.append(.named(appIdentifier: appIdentifier, name: name)) }
    }

    mutating func refuse(
        _ request: ObservedRequest, _ error: WriteError, at now: Duration
    ) {
        counters.refusals += 1
        if error.isOfService { phoneIsReady() } else if let state = error.state { enter(state) }
        switch request {
        case .notificationAttributes(let uid, _):
            let isRemoved = answer?.isRemoved == true
            answer = nil
            guard error == .invalidParameter else {
                if isRemoved { takeAway(uid, at: now) }
                return
            }
            counters.retracted += 1
            let entry = shelf.remove(uid)
            if let entry, entry.isSilentCall { report(entry, isIncomplete: true, at: now) }
            if isRemoved || entry?.event.category.isLiveCall == true {
                reports.append(.removed(uid))
            }
        case .appAttributes(let appIdentifier, _):
            answer = nil
            settleName(of: appIdentifier, nil)
        case .perform(let action, let uid):
            reports.append(.performed(action, uid, .refused(error)))
        }
    }
}
