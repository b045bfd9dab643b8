import ANCS
import Linux
import Notices

/// One-time codes that came lately, for those who ask for the newest.
struct RecentCodes {
    /// How long a code is told.
    static let lifetime: Duration = .seconds(120)
    /// Codes that are remembered; past that the oldest is forgotten.
    static let limit = 32

    /// A code and the notice that brought it.
    struct Entry {
        let code: String
        let notice: Notice
        /// When it came, by the clock that nobody sets.
        let came: Duration
    }

    private var entries: [Entry] = []

    /// Takes an event, and returns the code that is new with it.
    ///
    /// A code has come when this machine heard of it; one that was on the phone before has come when it was
    /// sent, as far as the phone says so.
    mutating func take(_ event: BoardEvent, at now: Duration) -> Entry? {
        guard case .notice(let change, let notice, let wall) = event,
            change == .added || change == .modified, let code = notice.code,
            !entries.contains(where: { $0.notice.id == notice.id && $0.code == code })
        else { return nil }
        var came = now
        if notice.flags.contains(.preExisting) {
            guard let sent = notice.moment(notAfter: wall) else { return nil }
            came = now - .milliseconds(wall.milliseconds - sent.milliseconds)
        }
        guard now - came <= Self.lifetime else { return nil }
        let entry = Entry(code: code, notice: notice, came: came)
        entries.append(entry)
        entries.removeFirst(max(0, entries.count - Self.limit))
        return notice.flags.contains(.preExisting) ? nil : entry
    }

    /// The newest that is still told.
    mutating func newest(at now: Duration) -> Entry? {
        entries.removeAll { now - $0.came > Self.lifetime }
        return entries.max { $0.came < $1.came }
    }
}

extension Notice {
    /// When the phone says it was sent, unless that is still to come.
    fileprivate func moment(notAfter now: WallTime) -> WallTime? {
        guard let date,
            let sent = WallTime(
                year: date.year, month: date.month, day: date.day, hour: date.hour,
                minute: date.minute, second: date.second),
            sent.milliseconds <= now.milliseconds
        else { return nil }
        return sent
    }
}
