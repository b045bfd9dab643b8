package import Linux
package import Notices

/// Phones of a bridge with their last state, least recently updated first.
package struct PhoneList: Sendable {
    /// Maximum number of phones kept; beyond that the least recently updated one is dropped.
    package static let limit = 16

    /// A phone with its last state, and its battery level while it is connected.
    struct Entry: Sendable {
        var phone: PhoneName
        var state: PhoneState
        var time: WallTime
        var battery: (level: Int, time: WallTime)?
        /// What it plays, as of a time by the wall clock and the monotonic clock.
        var media: (played: PlayedMedia, time: WallTime, clock: Duration)?
    }

    private(set) var entries: [Entry] = []

    package init() {}

    /// Last event of each phone.
    package var events: [BridgeEvent] {
        entries.flatMap { entry in
            let state = BridgeEvent.phone(entry.state, entry.phone, at: entry.time)
            let battery = entry.battery.map { BridgeEvent.battery($0, entry.phone, at: $1) }
            let media = entry.media.map {
                BridgeEvent.media($0.played, entry.phone, at: $0.time)
            }
            return [state] + [battery, media].compactMap(\.self)
        }
    }

    /// Sets the state of a phone and returns whether its state or name changed.
    @discardableResult
    package mutating func put(
        _ phone: PhoneName, _ state: PhoneState, at time: WallTime
    ) -> Bool {
        let old = entries.firstIndex { $0.phone.key == phone.key }.map { entries.remove(at: $0) }
        var entry = Entry(phone: phone, state: state, time: time)
        if state != .disconnected { (entry.battery, entry.media) = (old?.battery, old?.media) }
        entries.append(entry)
        if entries.count > Self.limit { entries.removeFirst() }
        return old?.state != state || old?.phone.name != phone.name
    }

    /// Sets the battery level of a phone in the list, and returns whether it changed.
    @discardableResult
    package mutating func put(_ phone: PhoneName, battery level: Int, at time: WallTime) -> Bool {
        guard let index = entries.firstIndex(where: { $0.phone.key == phone.key }) else {
            return false
        }
        let old = entries[index].battery
        entries[index].battery = (level, time)
        return old?.level != level
    }

    /// Sets what a phone in the list plays, and returns whether its state, texts or keys changed.
    ///
    /// - Parameter clock: the same time on the monotonic clock, for lists whose positions run on
    @discardableResult
    package mutating func put(
        _ phone: PhoneName, media: PlayedMedia?, at time: WallTime, clock: Duration = .zero
    ) -> Bool {
        guard let index = entries.firstIndex(where: { $0.phone.key == phone.key }) else {
            return false
        }
        let old = entries[index].media?.played
        entries[index].media = media.map { ($0, time, clock) }
        return old?.words != media?.words || old?.state != media?.state
            || old?.commands != media?.commands
    }

    /// What phones play, with the time as of which it holds; the least recently updated phone first.
    package var played: [(phone: PhoneName, media: PlayedMedia, time: WallTime)] {
        entries.compactMap { entry in entry.media.map { (entry.phone, $0.played, $0.time) } }
    }

    /// The phone whose state changed last, with its battery level if known; nil without phones.
    package var latest: (phone: PhoneName, state: PhoneState, battery: Int?)? {
        entries.last.map { ($0.phone, $0.state, $0.battery?.level) }
    }

    /// The player that commands without a phone are for: one that plays, else any; of several, that
    /// of the phone whose state changed last.
    package var player: PlayedMedia? {
        let players = played.map(\.media)
        return players.last(where: \.isPlaying) ?? players.last
    }

    /// Battery levels of the phones, with the time of the last report.
    package var batteries: [(phone: PhoneName, level: Int, time: WallTime)] {
        entries.compactMap { entry in entry.battery.map { (entry.phone, $0.level, $0.time) } }
    }

    /// Renames a phone and returns whether it is in the list.
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

    /// Replaces the name of each phone.
    mutating func renameAll(_ name: (String) -> String) {
        for index in entries.indices {
            entries[index].phone = entries[index].phone.called(name(entries[index].phone.name))
        }
    }
}
