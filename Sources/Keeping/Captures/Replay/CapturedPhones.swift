internal import Features
internal import Linux
internal import Notices
internal import Radio

/// The phones of a file.
struct CapturedPhones<Key: Hashable> {
    /// Limit of phones; further phones are skipped.
    static var limit: Int { 64 }

    private(set) var phones: [Key: PhoneReplay] = [:]
    private var order: [Key] = []
    private var ids = NoticeIDSource()
    private var earliest: Duration?
    private let further: FurtherFeatures
    /// Requests and values of services that are not evaluated.
    private(set) var otherServices = 0

    init(_ further: FurtherFeatures) {
        self.further = further
    }

    /// Whether the event's service is evaluated; counts the events for which it is not.
    mutating func needs(_ happening: Happening) -> Bool {
        guard let service = happening.service, service != .notifications,
            !further.needs.contains(where: { $0.service == service })
        else { return true }
        otherServices += 1
        return false
    }

    /// The phones in order of first appearance.
    var inOrder: [PhoneReplay] { order.compactMap { phones[$0] } }

    /// Adds a phone unless it exists; false if the limit is reached.
    mutating func add(_ key: Key, named name: @autoclosure () -> String) -> Bool {
        if phones[key] != nil { return true }
        guard phones.count < Self.limit else { return false }
        phones[key] = PhoneReplay(name: name(), further)
        order.append(key)
        return true
    }

    /// Changes the key of a phone.
    mutating func rename(_ key: Key, to newKey: Key) {
        guard phones[newKey] == nil, let phone = phones.removeValue(forKey: key) else { return }
        phones[newKey] = phone
        order = order.map { $0 == key ? newKey : $0 }
    }

    mutating func take(_ happening: Happening, of key: Key, at moment: ReplayMoment)
        -> [BridgeEvent]
    {
        guard let events = phones[key]?.take(happening, at: moment, ids: &ids) else { return [] }
        setEarliest()
        return events
    }

    /// Processes the deadlines of all phones up to a time.
    mutating func advance(to moment: ReplayMoment) -> [BridgeEvent] {
        guard let earliest, earliest <= moment.time else { return [] }
        let due = order.compactMap { key in
            phones[key]?.nextDeadline.map { (key: key, deadline: $0) }
        }
        var events: [BridgeEvent] = []
        for (key, _) in due.sorted(by: { $0.deadline < $1.deadline }) {
            events += phones[key]?.advance(to: moment, ids: &ids) ?? []
        }
        setEarliest()
        return events
    }

    /// Ends the links of all phones at the end of the file.
    mutating func finish(at moment: ReplayMoment) -> [BridgeEvent] {
        order.flatMap { take(.unlinked, of: $0, at: moment) }
    }

    private mutating func setEarliest() {
        earliest = phones.values.compactMap(\.nextDeadline).min()
    }
}
