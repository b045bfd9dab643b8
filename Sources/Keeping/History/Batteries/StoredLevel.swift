package import Linux
package import Notices

/// Stored battery level of a phone, which is valid until the next one.
package struct StoredLevel: Hashable, Sendable {
    package let phone: PhoneName
    /// Level in percent.
    package let level: Int
    package let at: WallTime

    package init(_ level: Int, of phone: PhoneName, at time: WallTime) {
        self.level = level
        self.phone = phone
        at = time
    }

    /// The corresponding bridge event.
    package var event: BridgeEvent { .battery(level, phone, at: at) }
}

/// Selection of battery levels.
package struct BatteryFilter: Hashable, Sendable {
    /// Earliest time, inclusive.
    package var since: WallTime?
    /// Latest time, exclusive.
    package var until: WallTime?
    /// Phones, by name or bond, ignoring case; empty for all.
    package var phones: [String] = []

    /// Creates a filter that includes everything.
    package init() {}

    package init(since: WallTime?, until: WallTime?, phones: [String]) {
        (self.since, self.until, self.phones) = (since, until, phones)
    }
}
