internal import ANCS
package import Linux

/// Recently received one-time codes.
package struct RecentCodes: Sendable {
    /// Time for which a code is offered.
    package static let lifetime: Duration = .seconds(120)
    /// Maximum number of codes remembered to avoid duplicates; beyond that the oldest is forgotten.
    package static let limit = 32

    /// A code and its notification.
    package struct Entry: Sendable {
        /// The code itself, which is confidential content.
        package let code: String
        /// Notification that contained the code.
        package let notice: Notice
        /// Time of arrival on the monotonic clock.
        package let came: Duration
    }

    private var entries: [Entry] = []

    package init() {}

    /// Remembers the code of an event and returns it if it is new; nil if it is known, too old or pre-existing.
    ///
    /// A code arrives at the time of its event. The code of a pre-existing notification arrives when that was sent, and
    /// is ignored if that is unknown.
    ///
    /// - Parameter wall: current time on the wall clock.
    package mutating func take(
        _ event: BridgeEvent, at now: Duration, wall: WallTime
    ) -> Entry? {
        guard case .notice(let change, let notice, let time) = event,
            change == .added || change == .modified, let code = notice.code,
            !entries.contains(where: { $0.notice.id == notice.id && $0.code == code })
        else { return nil }
        let isOld = notice.isPreExisting
        guard let moment = isOld ? notice.sent : time else { return nil }
        let age = Duration.milliseconds(max(0, wall.milliseconds - moment.milliseconds))
        let entry = Entry(code: code, notice: notice, came: now - age)
        entries.append(entry)
        entries.removeFirst(max(0, entries.count - Self.limit))
        return isOld || age > Self.lifetime ? nil : entry
    }

    /// Returns the newest code that is still offered; of equal times, the last one received.
    package func newest(at now: Duration) -> Entry? {
        entries.reversed().filter { now - $0.came <= Self.lifetime }.max { $0.came < $1.came }
    }
}
