extension Phone {
    /// Adds or removes services, as iPhones do at any time, and sends new values.
    mutating func showServices(since before: Behaviour) {
        guard link != nil else { return }
        if before.hasService, !behaviour.hasService { forgetSession() }
        showTable()
        if before.hasService != behaviour.hasService {
            tellOfChange(in: behaviour.model.notifications)
        }
        for (old, new) in zip(before.services, behaviour.services) {
            if old.isThere != new.isThere { tellOfChange(in: new) }
            if !new.isThere, new.type == ServiceDefinition.media.type { link?.media = MediaLink() }
            for (was, characteristic) in zip(old.characteristics, new.characteristics) {
                let live = new.live(characteristic)
                if !new.isThere {
                    link?.server.configure(live, as: 0)
                } else if was.changes != characteristic.changes {
                    tell(characteristic.value, of: live)
                }
            }
        }
    }

    /// Stores a value written by the host.
    mutating func keep(_ value: [UInt8], as characteristic: LiveCharacteristic) {
        for (index, service) in behaviour.services.enumerated() {
            guard
                let place = service.characteristics.firstIndex(where: {
                    service.live($0) == characteristic
                })
            else { continue }
            behaviour.services[index].characteristics[place].value = value
            showTable()
        }
    }

    private mutating func showTable() {
        let table = table
        link?.server.table = table
    }

    private mutating func forgetSession() {
        link?.isSessionOpen = false
        link?.heldAnswer = nil
        link?.outbox.forgetAnnouncements()
        link?.outbox.forgetAnswers()
        link?.server.configure(.notificationSource, as: 0)
        link?.server.configure(.dataSource, as: 0)
    }

    private mutating func tellOfChange(in service: ServiceDefinition) {
        let handles = service.later(by: shift).handles
        var range: [UInt8] = []
        range.append(word: handles.lowerBound)
        range.append(word: handles.upperBound)
        tell(range, of: .serviceChanged)
    }

    /// Sends a value to a subscribed host, as a notification or an indication.
    mutating func tell(_ value: [UInt8], of characteristic: LiveCharacteristic) {
        guard let server = link?.server else { return }
        let configuration = server.configuration(of: characteristic)
        if configuration & 1 != 0 {
            server.notification(of: characteristic, value).map { link?.outbox.tell($0) }
        } else if configuration & 2 != 0 {
            server.indication(of: characteristic, value).map { link?.outbox.indicate($0) }
        }
    }
}
