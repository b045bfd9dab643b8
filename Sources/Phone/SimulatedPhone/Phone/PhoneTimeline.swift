extension Phone {
    /// Adds a notification as often as the scenario specifies.
    mutating func add(_ addition: Scenario.Addition, at now: Moment) {
        for number in 1...addition.count {
            var notification = StoredNotification(name: addition.name)
            addition.text.apply(to: &notification, at: now, on: behaviour.clock)
            if addition.count > 1 { notification.title += Array(" \(number)".utf8) }
            add(notification)
        }
    }

    /// Changes all notifications with a name, and announces that.
    mutating func modify(_ name: String, _ change: NotificationText, at now: Moment) {
        for serial in store.serials(named: name) {
            store.modify(serial) { [clock = behaviour.clock] notification in
                change.apply(to: &notification, at: now, on: clock)
            }
            announce(.modified, serial)
        }
    }

    /// Removes all notifications with a name.
    mutating func remove(_ name: String) {
        for serial in store.serials(named: name) { remove(serial) }
    }

    /// Restores the initial behaviour and the initial notifications; those that still exist are not
    /// changed.
    mutating func beginAgain(
        with existing: [Scenario.Addition], behaving behaviour: Behaviour, at now: Moment
    ) {
        actedOn = []
        let names = Set(existing.map(\.name))
        for serial in store.serials where !names.contains(store[serial]?.name ?? "") {
            remove(serial)
        }
        for addition in existing where store.serials(named: addition.name).isEmpty {
            add(addition, at: now)
        }
        change([{ $0 = behaviour }], at: now)
    }

    /// Changes the behaviour.
    mutating func change(_ changes: [Behaviour.Change], at now: Moment) {
        let before = behaviour
        for change in changes { change(&behaviour) }
        link?.server.ownMTU = behaviour.mtu
        link?.server.protectionError = behaviour.protectionError
        link?.server.answersMTU = behaviour.answersMTU
        // Packets are counted from the time at which `drop` was set.
        if before.drop == nil, behaviour.drop != nil { link?.packets = 0 }
        if before.media.changes != behaviour.media.changes { forcedTrack = nil }
        showServices(since: before)
        if before.clock != behaviour.clock, let clock = behaviour.clock {
            tell(clock.time(at: now.wall), of: .time)
        }
        // Notifications that arrived meanwhile are announced as existing ones.
        if !before.isSharing, behaviour.isSharing, link?.isSessionOpen == true {
            announceExisting()
        }
    }
}
