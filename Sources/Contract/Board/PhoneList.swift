package import Linux
package import Notices

/// The phones of a bridge and what each was heard to do last, in the order in which they were heard of.
package struct PhoneList: Sendable {
    /// Phones that are kept; past that the one heard of longest ago is dropped.
    package static let limit = 16

    private(set) var entries: [(phone: PhoneName, state: PhoneState, time: WallTime)] = []

    /// No phone was heard of yet.
    package init() {}

    /// The last event of each.
    package var events: [BridgeEvent] { entries.map { .phone($0.state, $0.phone, at: $0.time) } }

    /// Takes what a phone does, and returns whether it did something else before or had another name.
    @discardableResult
    package mutating func put(
        _ phone: PhoneName, _ state: PhoneState, at time: WallTime
    ) -> Bool {
        let old = entries.firstIndex { $0.phone.key == phone.key }.map { entries.remove(at: $0) }
        entries.append((phone, state, time))
        if entries.count > Self.limit { entries.removeFirst() }
        return old?.state != state || old?.phone.name != phone.name
    }

    /// Takes another name of a phone, and returns whether it is one of these.
    @discardableResult
    package mutating func rename(_ phone: PhoneName, from old: String) -> Bool {
        let former = phone.formerKey(old)
        guard let index = entries.firstIndex(where: { $0.phone.key == former }) else {
            return false
        }
        entries[index].phone = phone
        entries = entries.enumerated().filter { $0 == index || $1.phone.key != phone.key }
            .map(\.element)
        return true
    }

    /// Calls each phone something else.
    mutating func renameAll(_ name: (String) -> String) {
        for index in entries.indices {
            entries[index].phone = entries[index].phone.called(name(entries[index].phone.name))
        }
    }
}

extension PhoneName {
    /// What a phone was known by before it was renamed.
    func formerKey(_ old: String) -> Key { id.map(Key.id) ?? .name(old) }
}
