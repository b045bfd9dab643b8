import Beacons
import Board
package import Linux
package import Notices

/// All that is known of a bridge's phones, things and persons, and what of that was told.
///
/// Events and time come in, messages come out: what holds is told where it is otherwise than it was told, what happens is told
/// once.
package struct HouseState: Sendable {
    /// Phones that are known at a time; past that none is added.
    package static let phoneLimit = 2_048

    /// How much of what holds is known.
    private enum Following {
        /// The bridge is gone, and nothing holds.
        case away
        /// It tells all that holds, and has not told all of it.
        case beginning
        /// All of it is known.
        case whole
    }

    /// What messages are made of.
    private enum Subject: Hashable {
        case bridge
        case phone(PhoneID)
    }

    /// What a person has chosen.
    package private(set) var options: HomeOptions
    /// Where it is told.
    package private(set) var topics: HomeTopics
    private var phones: [PhoneID: PhonePage] = [:]
    private var ids: [String: PhoneID] = [:]
    private var radio: RadioCondition?
    private var places = PlaceBook()
    private var midnight = WallTime(milliseconds: 0)
    private var following = Following.away
    private var changed: Set<Subject> = [.bridge]
    /// What was told last under each topic that is kept, but for phones' devices, which are long.
    private var told: [String: [UInt8]] = [:]
    /// What each phone's device was made of when it was told.
    private var toldDevices: [PhoneID: PhoneDevice.Facts] = [:]

    /// Nothing is known yet.
    package init(_ options: HomeOptions) {
        self.options = options
        topics = HomeTopics(options)
    }

    /// The phones that are known.
    package var phoneIDs: [PhoneID] { phones.keys.sorted { $0.description < $1.description } }

    /// Takes other choices into use; all that holds is told anew.
    ///
    /// - Returns: what takes back what is no more.
    package mutating func apply(_ options: HomeOptions) -> [HomeMessage] {
        let old = Retired.Choices(self.options)
        self.options = options
        topics = HomeTopics(options)
        if options.detail == .counts {
            for id in phones.keys { phones[id]?.forgetLast() }
        }
        tellAllAgain()
        return messages(retiring: Retired(from: old, to: Retired.Choices(options)))
            + lastWords(of: phoneIDs)
    }

    /// What takes back who called last, where that may not be told: the broker may keep it from a time when it might be.
    private func lastWords(of phones: some Sequence<PhoneID>) -> [HomeMessage] {
        guard options.detail == .counts else { return [] }
        return phones.map { HomeMessage(topics.phone($0, .last), [], .held) }
    }

    /// What takes back all that was told and is kept, also what an earlier run has told of these phones.
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

    /// How many there are.
    package var phoneCount: Int { phones.count }

    // MARK: What comes

    /// The bridge is there, perhaps again: all that holds comes anew.
    package mutating func begin() {
        following = .beginning
        forgetWhatHeld()
    }

    /// All that holds has come.
    ///
    /// - Returns: messages that clear the topics of items and people that the bridge no longer reports.
    @discardableResult
    package mutating func catchUp() -> [HomeMessage] {
        following = .whole
        changeAll()
        places.endUntold()
        return withdrawEndedPlaces()
    }

    /// The bridge is gone.
    package mutating func lose() {
        following = .away
        forgetWhatHeld()
        radio = nil
        changeAll()
    }

    private mutating func forgetWhatHeld() {
        for id in phones.keys {
            phones[id]?.beginAgain()
            phones[id]?.state = .disconnected
        }
        places.beginAgain()
    }

    private mutating func changeAll() {
        changed = Set(phones.keys.map(Subject.phone) + [.bridge])
    }

    private var isWhole: Bool { if case .whole = following { true } else { false } }

    /// Takes what holds or happens, and gives what there is to tell of it at once.
    ///
    /// - Parameter news: what of it is news; nil where it was so before, or was told.
    package mutating func take(
        _ event: BoardEvent, news: BoardEvent?, at time: WallTime
    ) -> [HomeMessage] {
        move(to: time)
        switch event {
        case .phone(let state, let phone, _):
            guard let id = phone.id, know(id, named: phone.name) else { return [] }
            phones[id]?.state = state
        case .renamed(let phone, let old, _):
            guard let id = phone.id ?? ids[old], know(id, named: phone.name) else { return [] }
            ids[old] = nil
            phones[id]?.name = phone.name
        case .radio(let condition, _, _):
            radio = condition
            changed.insert(.bridge)
        case .notice(let change, let notice, _):
            // What the host shows by itself is on no phone, and may have come from here.
            guard !notice.isShownText, let id = ids[notice.phone] else { return [] }
            phones[id]?.take(change, notice, midnight: midnight, detail: options.detail)
            changed.insert(.phone(id))
        case .beacon(let beacon, _):
            guard options.tellsBeacons else { return [] }
            if places.take(beacon) { changed.insert(.bridge) }
            return withdrawEndedPlaces() + (news.map(messages) ?? [])
        case .source, .listed: return []
        }
        return news.map(messages) ?? []
    }

    /// Messages that clear the topics of items and people that are gone, or have another name.
    private mutating func withdrawEndedPlaces() -> [HomeMessage] {
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
            retired.ofBridge.append(
                BridgeDevice.retired(slug: place.slug, isPerson: place.isPerson))
            messages.append(HomeMessage(topic, [], .held))
        }
        if places.places.isEmpty {
            retired.ofBridge.append(.init(key: BridgeDevice.beaconsKey, platform: "event"))
        }
        return self.messages(retiring: retired) + messages
    }

    /// Takes note of the time, with which days begin.
    package mutating func move(to time: WallTime) {
        let today = time.midnight
        guard today != midnight else { return }
        midnight = today
        for id in phones.keys {
            phones[id]?.beginDay()
            changed.insert(.phone(id))
        }
    }

    /// Takes what is known of the phones that are paired: those that are not are forgotten.
    ///
    /// - Returns: what takes back all that was told of those.
    package mutating func know(
        paired: [(id: PhoneID, name: String, battery: Int?)]
    ) -> [HomeMessage] {
        for phone in paired where know(phone.id, named: phone.name) {
            // A phone that is away says nothing of it; it has one as before.
            if let battery = phone.battery { phones[phone.id]?.battery = battery }
        }
        let gone = Set(phones.keys).subtracting(paired.map(\.id))
        return gone.flatMap { forget($0) }
    }

    /// Takes what a broker has kept of an earlier time, and gives what takes back what is no more.
    ///
    /// - Parameter info: what the bridge was then, as it told it.
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
            } else if topics.item(in: topic) != nil || topics.person(in: topic) != nil {
                let isKnown = options.tellsBeacons && places.topics(in: topics).contains(topic)
                guard !isKnown else { continue }
                messages.append(HomeMessage(topic, [], .held))
                let person = topics.person(in: topic)
                retired.ofBridge.append(
                    BridgeDevice.retired(
                        slug: person ?? topics.item(in: topic) ?? "", isPerson: person != nil))
            }
        }
        // A component that is there still would read what takes its state back.
        let kept = Set(keptTopics.compactMap { topics.phone(in: $0)?.id })
        return self.messages(retiring: retired) + devices(of: kept, info: info) + messages
            + lastWords(of: kept.filter { phones[$0] != nil })
    }

    /// What takes back the devices where Home Assistant looked for them at an earlier time, and looks no more.
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

    /// Tells Home Assistant what is no more; the message is not kept, since the one that is kept has nothing of it.
    private func messages(retiring retired: Retired) -> [HomeMessage] {
        var messages: [HomeMessage] = []
        if !retired.ofBridge.isEmpty, let topic = topics.discovery(of: topics.bridgeObject) {
            let device = BridgeDevice(options, topics, places)
            messages.append(
                HomeMessage(topic, device.message(retiring: retired.ofBridge), .moment))
        }
        guard !retired.ofPhones.isEmpty else { return messages }
        for (id, page) in phones {
            guard let topic = topics.discovery(of: topics.object(of: id)) else { continue }
            let device = PhoneDevice(
                options, topics, id: id, name: page.name, hasBattery: page.battery != nil)
            messages.append(
                HomeMessage(topic, device.message(retiring: retired.ofPhones), .moment))
        }
        return messages
    }

    /// Whether all is told that holds.
    package var isFollowing: Bool { isWhole }

    /// The phone of a name.
    func phoneID(named name: String) -> PhoneID? { ids[name] }

    private mutating func know(_ id: PhoneID, named name: String) -> Bool {
        if phones[id] == nil {
            guard phones.count < Self.phoneLimit else { return false }
            phones[id] = PhonePage(name: name)
            changed.insert(.bridge)
        }
        if let old = phones[id]?.name, old != name, ids[old] == id { ids[old] = nil }
        phones[id]?.name = name
        ids[name] = id
        changed.insert(.phone(id))
        return true
    }

    private mutating func forget(_ id: PhoneID) -> [HomeMessage] {
        if let page = phones.removeValue(forKey: id) {
            if ids[page.name] == id { ids[page.name] = nil }
            changed.insert(.bridge)
        }
        changed.remove(.phone(id))
        toldDevices[id] = nil
        var all = heldTopics(of: id)
        // First of all what Home Assistant would miss the others for.
        if let discovery = topics.discovery(of: topics.object(of: id)) {
            all.insert(discovery, at: 0)
        }
        for topic in all { told[topic] = nil }
        return all.map { HomeMessage($0, [], .held) }
    }

    // MARK: What holds

    /// Has all that holds be told once more, whatever was told before.
    package mutating func tellAllAgain() {
        told = [:]
        toldDevices = [:]
        changeAll()
    }

    /// What holds, as far as it is otherwise than it was told.
    package mutating func held() -> [HomeMessage] {
        // Half of what holds would be told as if it were all.
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

    /// Takes note that something is told, and says whether it is otherwise than it was told.
    private mutating func tell(_ message: HomeMessage) -> Bool {
        told.updateValue(message.payload, forKey: message.topic) != message.payload
    }

    /// A phone's device, where what it is made of is otherwise than it was told.
    private mutating func device(of page: PhonePage, _ id: PhoneID) -> HomeMessage? {
        guard let topic = topics.discovery(of: topics.object(of: id)) else { return nil }
        let device = PhoneDevice(
            options, topics, id: id, name: page.name, hasBattery: page.battery != nil)
        guard toldDevices.updateValue(device.facts, forKey: id) != device.facts else { return nil }
        return HomeMessage(topic, device.message(), .held)
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

    /// The radio of simulated phones says nothing of itself.
    static let simulated = "simulated"

    private var info: [UInt8] {
        BridgeInfo(options: options, phones: phoneIDs).message
    }

    private func held(of page: PhonePage, _ id: PhoneID) -> [HomeMessage] {
        var messages: [HomeMessage] = []
        func say(_ leaf: PhoneLeaf, _ payload: [UInt8], expiry: UInt32? = nil) {
            messages.append(HomeMessage(topics.phone(id, leaf), payload, .held, expiry: expiry))
        }
        let isReady = isWhole && page.state == .ready
        say(.link, Array(page.state.rawValue.utf8))
        say(.availability, Array((isReady ? "online" : "offline").utf8))
        let isRinging = isWhole && page.isRinging
        say(
            .ringing, Array((isRinging ? "ON" : "OFF").utf8),
            expiry: isRinging ? Self.ringSeconds : nil)
        // Until all has come again, nobody knows how many there are.
        if isWhole {
            say(.counts, page.counts)
            say(.can, page.can)
        }
        if let last = page.lastWords { say(.last, last) }
        if let battery = page.battery { say(.battery, Array("\(battery)".utf8)) }
        return messages
    }

    /// After how many seconds nobody is told of a ring any more.
    static let ringSeconds: UInt32 = 90

    // MARK: Acts

    /// What an act is about; nil where nothing on the phone is offered for it.
    package func notice(for wish: ActWish, on phone: PhoneID) -> NoticeID? {
        guard let page = phones[phone] else { return nil }
        guard let notice = wish.notice else { return page.newest(offering: wish.act) }
        return page.has(notice) ? notice : nil
    }

    /// Whether there is such a phone.
    package func isKnown(_ phone: PhoneID) -> Bool { phones[phone] != nil }
}
