import Board
package import Linux
package import Notices

/// State of a bridge's phones, items, beacons and residents, and the part of it that was published.
///
/// Input are events and time, output are messages: changed states, and each event once.
package struct HomeState: Sendable {
    /// Limit of known phones; further ones are ignored.
    package static let phoneLimit = 2_048

    /// Completeness of the bridge's state.
    enum Following {
        /// The bridge is gone.
        case away
        /// The bridge is sending its snapshot.
        case beginning
        /// The snapshot is complete.
        case whole
    }

    /// Subject of messages.
    enum Subject: Hashable {
        case bridge
        case phone(PhoneID)
    }

    package private(set) var options: HomeOptions
    package private(set) var topics: HomeTopics
    var phones: [PhoneID: PublishedPhone] = [:]
    var radio: RadioCondition?
    var places = PlaceRegistry()
    private var midnight = WallTime(milliseconds: 0)
    var following = Following.away
    var changed: Set<Subject> = [.bridge]
    /// Last published payload of each retained topic, except for phones' discovery messages, which are long.
    var told: [String: [UInt8]] = [:]
    /// Facts in the last published discovery message of each phone.
    var toldDevices: [PhoneID: PhoneDevice.Facts] = [:]

    package init(_ options: HomeOptions) {
        self.options = options
        topics = HomeTopics(options)
    }

    /// Known phones, sorted.
    package var phoneIDs: [PhoneID] { phones.keys.sorted { $0.description < $1.description } }

    /// Applies changed options; all states are published again.
    ///
    /// - Returns: messages that remove components, and the last caller and app, if the new options exclude them.
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

    package var phoneCount: Int { phones.count }

    // MARK: Input

    /// Notes that the bridge is connected and begins a new snapshot.
    package mutating func begin() {
        following = .beginning
        forgetWhatHeld()
    }

    /// Notes that the snapshot is complete.
    ///
    /// - Returns: messages that clear the topics of items and residents that the bridge no longer reports.
    @discardableResult
    package mutating func catchUp() -> [HomeMessage] {
        following = .whole
        changeAll()
        places.endUntold()
        return withdrawEndedPlaces()
    }

    /// Notes that the bridge is gone.
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

    mutating func changeAll() {
        changed = Set(phones.keys.map(Subject.phone) + [.bridge])
    }

    var isWhole: Bool { if case .whole = following { true } else { false } }

    /// Applies an event, live or describing the current state, and returns the MQTT messages to publish.
    ///
    /// - Parameter news: the part of the event that is new; nil if the event only repeats the current state.
    package mutating func take(
        _ event: BridgeEvent, news: BridgeEvent?, at time: WallTime
    ) -> [HomeMessage] {
        move(to: time)
        switch event {
        case .phone(let state, let phone, _):
            guard let id = phone.id, know(id, named: phone.name) else { return [] }
            phones[id]?.state = state
        case .renamed(let phone, _, _):
            guard let id = phone.id, know(id, named: phone.name) else { return [] }
        case .battery(let level, let phone, _):
            guard let id = phone.id, know(id, named: phone.name) else { return [] }
            phones[id]?.battery = level
            changed.insert(.phone(id))
        case .radio(let condition, _, _):
            radio = condition
            changed.insert(.bridge)
        case .notice(let change, let notice, _):
            // Texts shown by the bridge itself are on no phone, and may come from this program.
            guard !notice.isShownText, let id = phoneID(of: notice) else { return [] }
            phones[id]?.take(change, notice, midnight: midnight, detail: options.detail)
            changed.insert(.phone(id))
        case .beacon(let beacon, _):
            guard options.tellsBeacons else { return [] }
            if places.take(beacon) { changed.insert(.bridge) }
            return withdrawEndedPlaces() + (news.map(messages) ?? [])
        case .media(let media, let phone, _):
            guard let id = phone.id, know(id, named: phone.name) else { return [] }
            phones[id]?.played = media
            if media != nil { phones[id]?.hasPlayer = true }
            changed.insert(.phone(id))
        case .source, .listed: return []
        }
        return news.map(messages) ?? []
    }

    /// Updates the time; at midnight each phone's count of missed calls today returns to 0.
    package mutating func move(to time: WallTime) {
        let today = time.midnight
        guard today != midnight else { return }
        midnight = today
        for id in phones.keys {
            phones[id]?.beginDay()
            changed.insert(.phone(id))
        }
    }

    /// Applies the list of paired phones; all others are deleted.
    ///
    /// - Returns: messages that clear the topics of deleted phones.
    package mutating func know(
        paired: [(id: PhoneID, name: String, battery: Int?)]
    ) -> [HomeMessage] {
        for phone in paired where know(phone.id, named: phone.name) {
            // A phone that is away reports no battery level; the last one stays.
            if let battery = phone.battery { phones[phone.id]?.battery = battery }
        }
        let gone = Set(phones.keys).subtracting(paired.map(\.id))
        return gone.flatMap { forget($0) }
    }

    /// Whether the snapshot is complete.
    package var isFollowing: Bool { isWhole }

    /// The phone of a notification; nil if it is not known.
    func phoneID(of notice: Notice) -> PhoneID? {
        notice.phoneID.flatMap { phones[$0] == nil ? nil : $0 }
    }

    private mutating func know(_ id: PhoneID, named name: String) -> Bool {
        if phones[id] == nil {
            guard phones.count < Self.phoneLimit else { return false }
            phones[id] = PublishedPhone(name: name)
            changed.insert(.bridge)
        }
        phones[id]?.name = name
        changed.insert(.phone(id))
        return true
    }

    // MARK: Actions

    /// Notification of an action; nil if no notification on the phone offers it.
    package func notice(for wish: ActionMessage, on phone: PhoneID) -> NoticeID? {
        guard let page = phones[phone] else { return nil }
        guard let notice = wish.notice else { return page.newest(offering: wish.act) }
        return page.has(notice) ? notice : nil
    }

    package func isKnown(_ phone: PhoneID) -> Bool { phones[phone] != nil }
}
