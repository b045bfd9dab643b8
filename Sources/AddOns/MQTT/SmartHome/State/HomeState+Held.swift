import Notices

/// Messages of states that differ from the published ones.
extension HomeState {
    /// Marks all states as unpublished.
    package mutating func tellAllAgain() {
        told = [:]
        toldDevices = [:]
        changeAll()
    }

    /// Returns messages for all states that differ from the published ones.
    package mutating func held() -> [HomeMessage] {
        // While the snapshot is incomplete nothing is published: it would look like the whole
        // state.
        if case .beginning = following { return [] }
        let subjects = changed
        changed = []
        var messages: [HomeMessage] = []
        if subjects.contains(.bridge) { messages += heldOfBridge().filter { tell($0) } }
        for case .phone(let id) in subjects {
            guard let page = phones[id] else { continue }
            if let device = device(of: page, id) { messages.append(device) }
            messages += held(of: page, id).filter { tell($0) }
        }
        return messages
    }

    /// Remembers what was published, and returns whether it differs from what was published before.
    private mutating func tell(_ message: HomeMessage) -> Bool {
        told.updateValue(message.payload, forKey: message.topic) != message.payload
    }

    /// Discovery message of a phone, if its facts differ from the published ones.
    private mutating func device(of page: PublishedPhone, _ id: PhoneID) -> HomeMessage? {
        let device = phoneDevice(of: page, id)
        guard toldDevices.updateValue(device.facts, forKey: id) != device.facts,
            let topic = topics.discovery(of: topics.object(of: id))
        else { return nil }
        return HomeMessage(topic, device.message(), .held)
    }

    func phoneDevice(of page: PublishedPhone, _ id: PhoneID) -> PhoneDevice {
        PhoneDevice(
            options, topics, id: id, name: page.name, hasBattery: page.battery != nil,
            hasPlayer: page.hasPlayer)
    }

    private func heldOfBridge() -> [HomeMessage] {
        var messages: [HomeMessage] = []
        if let topic = topics.discovery(of: topics.bridgeObject) {
            let device = BridgeDevice(options, topics, places)
            messages.append(HomeMessage(topic, device.message(), .held))
        }
        messages.append(HomeMessage(topics.info, info, .held))
        if isWhole {
            messages.append(
                HomeMessage(topics.radio, radio?.rawValue ?? Self.simulated, .held))
            if options.tellsBeacons { messages += places.held(in: topics) }
        }
        messages.append(HomeMessage(topics.status, isWhole ? "online" : "offline", .held))
        return messages
    }

    /// State of the radio for simulated phones, which have none.
    static let simulated = "simulated"

    private var info: [UInt8] {
        BridgeInfo(options: options, phones: phoneIDs).message
    }

    private func held(of page: PublishedPhone, _ id: PhoneID) -> [HomeMessage] {
        var messages: [HomeMessage] = []
        let place = topics.phone(id)
        func say(_ leaf: PhoneLeaf, _ payload: [UInt8], expiry: UInt32? = nil) {
            messages.append(HomeMessage(place + leaf.rawValue, payload, .held, expiry: expiry))
        }
        let isReady = isWhole && page.state == .ready
        say(.link, Array(page.state.rawValue.utf8))
        say(.availability, Array((isReady ? "online" : "offline").utf8))
        let isRinging = isWhole && page.isRinging
        say(
            .ringing, Array((isRinging ? "ON" : "OFF").utf8),
            expiry: isRinging ? Self.ringSeconds : nil)
        // Until the snapshot is complete, the numbers are unknown.
        if isWhole {
            say(.media, page.media(options.detail))
            say(.counts, page.counts)
            say(.can, page.can)
        }
        if let last = page.lastWords { say(.last, last) }
        if let battery = page.battery { say(.battery, Array("\(battery)".utf8)) }
        return messages
    }

    /// Seconds after which a retained ring expires.
    static let ringSeconds: UInt32 = 90
}
