extension Phone {
    /// Handles a packet of the host.
    mutating func receive(_ packet: [UInt8], at now: Moment) {
        countPacket()
        guard link?.drop == nil, !holds(packet, at: now) else { return }
        answer(packet, at: now)
    }

    /// Answers a packet of the host.
    mutating func answer(_ packet: [UInt8], at now: Moment) {
        followPlayer(to: now.time)
        let selected = selectedValue(at: now.time)
        link?.server.computed[.media(.entityAttribute)] = selected
        if let clock = behaviour.clock {
            link?.server.computed[.time] = .success(clock.time(at: now.wall))
            link?.server.computed[.zone] = clock.zoneValue
        }
        guard let delay = link?.server.delay(over: packet),
            let reply = link?.server.receive(packet)
        else { return }
        let due = now.time + delay.drawn(with: &random)
        switch reply {
        case .nothing: break
        case .send(let packet): link?.outbox.respond(packet, due: due)
        case .write(let request): perform(request, from: due, at: now)
        case .confirmed: link?.outbox.confirmIndication()
        }
    }

    private mutating func perform(
        _ request: QueuedWrites, from start: Duration, at now: Moment
    ) {
        let due = start + behaviour.writeDelay.drawn(with: &random)
        var response = request.acceptance
        for write in request.writes {
            switch write.target {
            case .configuration(let characteristic, _):
                configure(characteristic, as: write.configuration ?? 0)
            case .value(.controlPoint):
                if behaviour.isMute { return }
                do throws(SimulatedAttributeError) {
                    try command(write.value, responseDue: due, at: now)
                } catch {
                    response = request.refusal(of: write, because: error)
                }
            case .value(.media(let characteristic)):
                do throws(SimulatedAttributeError) {
                    try self.write(write.value, to: characteristic, at: now.time)
                } catch {
                    response = request.refusal(of: write, because: error)
                }
            case .value(let characteristic): keep(write.value, as: characteristic)
            }
            // Writes after a refused one are not performed.
            if response != request.acceptance { break }
        }
        if let response { link?.outbox.respond(response, due: due) }
    }

    private mutating func configure(_ characteristic: LiveCharacteristic, as value: UInt16) {
        guard let wasSubscribed = link?.server.isSubscribed(to: characteristic) else { return }
        link?.server.configure(characteristic, as: value)
        let isSubscribed = value != 0
        switch characteristic {
        case .notificationSource:
            if isSubscribed, behaviour.source == .stopped {
                behaviour.source = .working
                beginSession()
            } else if isSubscribed, !wasSubscribed {
                beginSession()
            } else if !isSubscribed {
                endSession()
            }
        case .dataSource:
            if !isSubscribed { forgetAnswers() }
        case .media(let part): subscribe(to: part, isSubscribed, before: wasSubscribed)
        case .serviceChanged, .controlPoint, .further: break
        }
        if isSubscribed { sendWaitingValues() }
    }

    private mutating func beginSession() {
        store.beginSession(behaviour.numbering, firstUID: behaviour.firstUID)
        link?.outbox.forgetAnnouncements()
        link?.isSessionOpen = true
        announceExisting()
    }

    private mutating func endSession() {
        link?.outbox.forgetAnnouncements()
        link?.isSessionOpen = false
        forgetAnswers()
    }

    private mutating func forgetAnswers() {
        link?.outbox.forgetAnswers()
        link?.heldAnswer = nil
    }

    /// Announces existing notifications according to the behaviour.
    mutating func announceExisting() {
        let mark: NotificationFlags = behaviour.announcement == .unmarked ? [] : .preExisting
        for (index, serial) in store.serials.enumerated() {
            switch behaviour.announcement {
            case .all, .unmarked: break
            case .some: if index % 2 == 1 { continue }
            case .none: return
            }
            announce(.added, serial, extraFlags: mark)
        }
    }

    /// Announces an event of a notification that is in the store.
    mutating func announce(
        _ event: NotificationEvent, _ serial: NotificationStore.Serial,
        extraFlags: NotificationFlags = []
    ) {
        guard let notification = store[serial], let uid = store.uid(of: serial) else { return }
        announce(
            store.sourceValue(event, notification, uid: uid, extraFlags: extraFlags))
    }

    private mutating func announce(_ value: [UInt8]) {
        guard link?.isSessionOpen == true, behaviour.isSharing, behaviour.source == .working,
            let packet = link?.server.notification(of: .notificationSource, value)
        else { return }
        link?.outbox.announce(packet)
    }

    /// Adds a notification and announces it.
    mutating func add(_ notification: StoredNotification) {
        announce(.added, store.add(notification))
    }

    /// Removes a notification and announces that.
    mutating func remove(_ serial: NotificationStore.Serial) {
        guard let notification = store[serial] else { return }
        let uid = store.uid(of: serial)
        store.remove(serial)
        if let uid { announce(store.sourceValue(.removed, notification, uid: uid)) }
    }
}
