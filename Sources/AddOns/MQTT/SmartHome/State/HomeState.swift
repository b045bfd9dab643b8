import Board
package import Linux
package import Notices

/// All that is known of a bridge's phones, things and persons, and what of that was told.
///
/// Events and time come in, messages come out: what holds is told where it is otherwise than it was told, what happens is told
/// once.
package struct HomeState: Sendable {
    /// Phones that are known at a time; past that none is added.
    package static let phoneLimit = 2_048

    /// How much of what holds is known.
    enum Following {
        /// The bridge is gone, and nothing holds.
        case away
        /// It tells all that holds, and has not told all of it.
        case beginning
        /// All of it is known.
        case whole
    }

    /// What messages are made of.
    enum Subject: Hashable {
        case bridge
        case phone(PhoneID)
    }

    /// What a person has chosen.
    package private(set) var options: HomeOptions
    /// Where it is told.
    package private(set) var topics: HomeTopics
    var phones: [PhoneID: PublishedPhone] = [:]
    var radio: RadioCondition?
    var places = PlaceRegistry()
    private var midnight = WallTime(milliseconds: 0)
    var following = Following.away
    var changed: Set<Subject> = [.bridge]
    /// What was told last under each topic that is kept, but for phones' devices, which are long.
    var told: [String: [UInt8]] = [:]
    /// What each phone's device was made of when it was told.
    var toldDevices: [PhoneID: PhoneDevice.Facts] = [:]

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

    mutating func changeAll() {
        changed = Set(phones.keys.map(Subject.phone) + [.bridge])
    }

    var isWhole: Bool { if case .whole = following { true } else { false } }

    /// Takes what holds or happens, and gives what there is to tell of it at once.
    ///
    /// - Parameter news: what of it is news; nil where it was so before, or was told.
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
        case .radio(let condition, _, _):
            radio = condition
            changed.insert(.bridge)
        case .notice(let change, let notice, _):
            // What the host shows by itself is on no phone, and may have come from here.
            guard !notice.isShownText, let id = phoneID(of: notice) else { return [] }
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

    /// Whether all is told that holds.
    package var isFollowing: Bool { isWhole }

    /// The phone of a notice; nil if it is not known.
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

    // MARK: Acts

    /// What an act is about; nil where nothing on the phone is offered for it.
    package func notice(for wish: ActionMessage, on phone: PhoneID) -> NoticeID? {
        guard let page = phones[phone] else { return nil }
        guard let notice = wish.notice else { return page.newest(offering: wish.act) }
        return page.has(notice) ? notice : nil
    }

    /// Whether there is such a phone.
    package func isKnown(_ phone: PhoneID) -> Bool { phones[phone] != nil }
}
