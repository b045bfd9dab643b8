internal import Features
internal import Linux
internal import Notices
internal import Radio

/// The phones of a file.
struct CapturedPhones<Key: Hashable> {
    /// Phones that are told apart; further ones are passed over.
    static var limit: Int { 64 }

    private(set) var phones: [Key: PhoneReplay] = [:]
    private var order: [Key] = []
    private var ids = NoticeIDSource()
    private var earliest: Duration?
    private let further: FurtherFeatures
    /// What was asked and told of services of which nothing is made.
    private(set) var otherServices = 0

    init(_ further: FurtherFeatures) {
        self.further = further
    }

    /// Whether something is about a service of which something is made; counts what is not.
    mutating func needs(_ happening: Happening) -> Bool {
        guard let service = happening.service, service != .notifications,
            !further.needs.contains(where: { $0.service == service })
        else { return true }
        otherServices += 1
        return false
    }

    /// The phones in the order in which they came.
    var inOrder: [PhoneReplay] { order.compactMap { phones[$0] } }

    /// Makes room for a phone unless it is there; false where there are too many.
    mutating func add(_ key: Key, named name: @autoclosure () -> String) -> Bool {
        if phones[key] != nil { return true }
        guard phones.count < Self.limit else { return false }
        phones[key] = PhoneReplay(name: name(), further)
        order.append(key)
        return true
    }

    /// The phone goes by another key from now on.
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

    /// Does what falls due on any phone until some moment.
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

    /// Lets every phone go at the end of the file.
    mutating func finish(at moment: ReplayMoment) -> [BridgeEvent] {
        order.flatMap { take(.unlinked, of: $0, at: moment) }
    }

    private mutating func setEarliest() {
        earliest = phones.values.compactMap(\.nextDeadline).min()
    }
}
