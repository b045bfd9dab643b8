package import Linux

extension NoticeBook {
    /// Forgets the zone, which may be another one by the next reading.
    package mutating func forgetZone() {
        zone = nil
    }

    /// Sets the zone of the phone, for the dates of its notifications.
    ///
    /// Notifications that were received before the zone was known are reported as modified if
    /// their time changes.
    ///
    /// - Parameter offsetMinutes: offset from UTC in minutes
    package mutating func setZone(_ offsetMinutes: Int, wall: WallTime) -> [BridgeEvent] {
        guard zone != offsetMinutes else { return [] }
        zone = offsetMinutes
        for notice in notices where notice.dateOffset == nil {
            if entries[notice.id]?.notice.judgeSent(offsetMinutes: offsetMinutes) == true {
                report(.modified, notice.id, wall: wall)
            }
        }
        for uid in held.keys { _ = held[uid]?.notice.judgeSent(offsetMinutes: offsetMinutes) }
        defer { events.removeAll() }
        return events
    }
}
