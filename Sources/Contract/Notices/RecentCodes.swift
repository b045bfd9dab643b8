internal import ANCS
package import Linux

/// One-time codes that came lately, for those who want the newest.
package struct RecentCodes: Sendable {
    /// How long a code is told.
    package static let lifetime: Duration = .seconds(120)
    /// Codes that are remembered, lest one be taken for new again; past that the oldest is forgotten.
    package static let limit = 32

    /// A code and the notice that brought it.
    package struct Entry: Sendable {
        /// The code itself: content, for whoever asked for it alone.
        package let code: String
        /// The notice that brought it.
        package let notice: Notice
        /// When it came, by the clock that nobody sets.
        package let came: Duration
    }

    private var entries: [Entry] = []

    /// No code has come yet.
    package init() {}

    /// Takes an event, and returns the code that is new with it.
    ///
    /// A code has come when the event was; one that was on the phone before has come when it was sent, and
    /// is none of the recent ones where that is not known.
    ///
    /// - Parameter wall: now, by the clock on the wall.
    package mutating func take(
        _ event: BridgeEvent, at now: Duration, wall: WallTime
    ) -> Entry? {
        guard case .notice(let change, let notice, let time) = event,
            change == .added || change == .modified, let code = notice.code,
            !entries.contains(where: { $0.notice.id == notice.id && $0.code == code })
        else { return nil }
        let isOld = notice.flags.contains(.preExisting)
        guard let moment = isOld ? notice.sent : time else { return nil }
        let age = Duration.milliseconds(max(0, wall.milliseconds - moment.milliseconds))
        let entry = Entry(code: code, notice: notice, came: now - age)
        entries.append(entry)
        entries.removeFirst(max(0, entries.count - Self.limit))
        return isOld || age > Self.lifetime ? nil : entry
    }

    /// The newest that is still told; of those of one moment the one that was heard last.
    package func newest(at now: Duration) -> Entry? {
        entries.reversed().filter { now - $0.came <= Self.lifetime }.max { $0.came < $1.came }
    }
}
