import Board
import Notices

/// Messages that clear retained topics which are no longer valid.
extension HomeState {
    /// Messages that clear the last caller and app of the phones, if the present `detail` forbids them.
    ///
    /// The broker may have retained them under an earlier configuration.
    func lastWords(of phones: some Sequence<PhoneID>) -> [HomeMessage] {
        guard options.detail == .counts else { return [] }
        return phones.map { HomeMessage(topics.phone($0, .last), [], .held) }
    }

    /// Messages that clear all retained topics, also those of an earlier run for these phones.
    package func withdrawal() -> [HomeMessage] {
        let own = [topics.info, topics.radio, topics.status]
        var all = Set(told.keys).union(own + phones.keys.flatMap(heldTopics))
        let objects = [topics.bridgeObject] + phones.keys.map(topics.object)
        all.formUnion(objects.compactMap(topics.discovery))
        return topics.inOrderOfWithdrawal(all).map { HomeMessage($0, [], .held) }
    }

    private func heldTopics(of id: PhoneID) -> [String] {
        PhoneLeaf.allCases.filter(\.isHeld).map { topics.phone(id, $0) }
    }

    /// Messages that clear the topics of items and residents that are gone, or have another name.
    mutating func withdrawEndedPlaces() -> [HomeMessage] {
        let ended = places.takeEnded()
        guard !ended.isEmpty else { return [] }
        changed.insert(.bridge)
        let kept = places.topics(in: topics)
        var retired = Retired()
        var messages: [HomeMessage] = []
        for place in ended {
            let topic = places.topic(of: place, in: topics)
            guard !kept.contains(topic) else { continue }
            told[topic] = nil
            retired.ofBridge.append(BridgeDevice.retired(place.kind, place.slug))
            messages.append(HomeMessage(topic, [], .held))
        }
        if places.places.isEmpty {
            retired.ofBridge.append(.init(key: BridgeDevice.beaconsKey, platform: "event"))
        }
        return self.messages(retiring: retired) + messages
    }

    /// Compares retained topics of an earlier run with the state, and returns messages that clear outdated ones.
    ///
    /// - Parameter info: retained information about the bridge.
    package mutating func takeBack(
        keptTopics: Set<String>, info: [UInt8]? = nil
    ) -> [HomeMessage] {
        var messages: [HomeMessage] = []
        let choices = Retired.Choices(options)
        let old = info.flatMap(Retired.Choices.init(toldAs:)) ?? choices
        var retired = Retired(from: old, to: choices)
        for topic in keptTopics.sorted() {
            if let (id, _) = topics.phone(in: topic) {
                if phones[id] == nil { messages += forget(id) }
            } else if let (kind, slug) = topics.place(in: topic) {
                let isKnown = options.tellsBeacons && places.topics(in: topics).contains(topic)
                guard !isKnown else { continue }
                messages.append(HomeMessage(topic, [], .held))
                retired.ofBridge.append(BridgeDevice.retired(kind, slug))
            }
        }
        // Components are removed first: an existing one would read the empty payload as its state.
        let kept = Set(keptTopics.compactMap { topics.phone(in: $0)?.id })
        return self.messages(retiring: retired) + devices(of: kept, info: info) + messages
            + lastWords(of: kept.filter { phones[$0] != nil })
    }

    /// Messages that clear discovery topics under an earlier prefix.
    private func devices(of kept: Set<PhoneID>, info: [UInt8]?) -> [HomeMessage] {
        guard let prefix = info.flatMap(BridgeInfo.discoveryPrefix),
            prefix != options.discoveryPrefix
        else { return [] }
        var old = options
        old.discoveryPrefix = prefix
        let there = HomeTopics(old)
        let objects = [topics.bridgeObject] + kept.map(topics.object).sorted()
        return objects.compactMap { there.discovery(of: $0) }.map { HomeMessage($0, [], .held) }
    }

    /// Messages that remove components from Home Assistant.
    ///
    /// These messages are not retained: the retained discovery message already omits the components.
    func messages(retiring retired: Retired) -> [HomeMessage] {
        var messages: [HomeMessage] = []
        if !retired.ofBridge.isEmpty, let topic = topics.discovery(of: topics.bridgeObject) {
            let device = BridgeDevice(options, topics, places)
            messages.append(
                HomeMessage(topic, device.message(retiring: retired.ofBridge), .moment))
        }
        guard !retired.ofPhones.isEmpty else { return messages }
        for (id, page) in phones {
            guard let topic = topics.discovery(of: topics.object(of: id)) else { continue }
            let device = phoneDevice(of: page, id)
            messages.append(
                HomeMessage(topic, device.message(retiring: retired.ofPhones), .moment))
        }
        return messages
    }

    mutating func forget(_ id: PhoneID) -> [HomeMessage] {
        if phones.removeValue(forKey: id) != nil { changed.insert(.bridge) }
        changed.remove(.phone(id))
        toldDevices[id] = nil
        var all = heldTopics(of: id)
        // The discovery topic is cleared first, so that Home Assistant does not miss the others.
        if let discovery = topics.discovery(of: topics.object(of: id)) {
            all.insert(discovery, at: 0)
        }
        for topic in all { told[topic] = nil }
        return all.map { HomeMessage($0, [], .held) }
    }
}
