extension Phone {
    /// Puts a notification into the list as often as the scenario says.
    mutating func add(_ addition: Scenario.Addition, at now: Moment) {
        for number in 1...addition.count {
            var notification = StoredNotification(name: addition.name)
            addition.text.apply(to: &notification, at: now)
            if addition.count > 1 { notification.title += Array(" \(number)".utf8) }
            add(notification)
        }
    }

    /// Changes every notification of a name and tells the host.
    mutating func modify(_ name: String, _ change: NotificationText, at now: Moment) {
        for serial in store.serials(named: name) {
            store.modify(serial) { notification in change.apply(to: &notification, at: now) }
            announce(.modified, serial)
        }
    }

    /// Removes every notification of a name.
    mutating func remove(_ name: String) {
        for serial in store.serials(named: name) { remove(serial) }
    }

    /// Has what was there at first, and nothing else; what stayed since then is left as it is.
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
        change([{ $0 = behaviour }])
    }

    /// Behaves differently from now on.
    mutating func change(_ changes: [Behaviour.Change]) {
        let before = behaviour
        for change in changes { change(&behaviour) }
        link?.server.ownMTU = behaviour.mtu
        link?.server.protectionError = behaviour.protectionError
        link?.server.answersMTU = behaviour.answersMTU
        // A link breaks so many packets after this was set.
        if before.drop == nil, behaviour.drop != nil { link?.packets = 0 }
        showServices(since: before)
        // What came in the meantime is then told as what was there already.
        if !before.isSharing, behaviour.isSharing, link?.isSessionOpen == true {
            announceExisting()
        }
    }
}
