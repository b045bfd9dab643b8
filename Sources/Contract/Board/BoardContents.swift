internal import ANCS
internal import Linux
internal import Notices

/// Contents of a board: rows of the day, newest first, places, and the number of notifications on the phones.
struct BoardContents: Sendable {
    /// Kind under which a notification is counted.
    private enum Kind: Int {
        case missed
        case voicemail
        case other
    }

    private(set) var rows: [BoardRow] = []
    var places = BeaconPlaces()
    /// Kind of each counted notification.
    private var kinds: [NoticeID: Kind] = [:]
    /// Number of notifications of each kind.
    private var numbers = [0, 0, 0]

    /// Number of notifications on the phones.
    var counts: BoardCounts {
        BoardCounts(missed: numbers[0], voicemail: numbers[1], others: numbers[2])
    }

    /// Returns whether a notification is counted or has a row.
    func contains(_ id: NoticeID) -> Bool { kinds[id] != nil || hasRow(id) }

    func hasRow(_ id: NoticeID) -> Bool { index(of: id) != nil }

    /// Returns whether a board would look the same with the other contents.
    func isShown(like other: Self) -> Bool {
        numbers == other.numbers && rows == other.rows && places.all == other.places.all
    }

    private func index(of id: NoticeID) -> Int? { rows.firstIndex { $0.id == id } }

    // Each mutating method below returns whether it changed anything.

    /// Inserts a row, or replaces the row of the same notification, which keeps its position and time.
    ///
    /// - Parameter isDated: whether the position follows from the time; otherwise the row goes on top.
    mutating func put(_ row: BoardRow, isDated: Bool) -> Bool {
        if let index = index(of: row.id) {
            var row = row
            row.time = rows[index].time
            guard rows[index] != row else { return false }
            rows[index] = row
            return true
        }
        let time = row.time.milliseconds
        let place =
            isDated ? rows.firstIndex { $0.time.milliseconds <= time } ?? rows.count : 0
        rows.insert(row, at: place)
        if rows.count > DayBoard.rowLimit {
            // Rows of notifications that are gone from the phone matter least.
            rows.remove(at: rows.lastIndex(where: \.isGone) ?? rows.count - 1)
        }
        return true
    }

    /// Counts a notification that is on its phone, replacing an earlier count of it.
    mutating func count(_ notice: Notice) -> Bool {
        // Phones keep no notification of a finished call unless it was missed.
        if notice.isOverCall { return false }
        let kind: Kind =
            notice.call != nil ? .missed : notice.category.id == .voicemail ? .voicemail : .other
        if kinds[notice.id] == kind { return false }
        let wasCounted = uncount(notice.id)
        guard kinds.count < DayBoard.countLimit else { return wasCounted }
        kinds[notice.id] = kind
        numbers[kind.rawValue] += 1
        return true
    }

    private mutating func uncount(_ id: NoticeID) -> Bool {
        guard let kind = kinds.removeValue(forKey: id) else { return false }
        numbers[kind.rawValue] -= 1
        return true
    }

    /// Marks a notification as gone from its phone.
    mutating func setGone(_ id: NoticeID) -> Bool {
        let wasCounted = uncount(id)
        guard let index = index(of: id), !rows[index].isGone else { return wasCounted }
        rows[index].isGone = true
        return true
    }

    /// Drops a notification.
    mutating func forget(_ id: NoticeID) -> Bool {
        let wasCounted = uncount(id)
        guard let index = index(of: id) else { return wasCounted }
        rows.remove(at: index)
        return true
    }

    /// Drops rows of notifications that are gone and older than a given time.
    mutating func forgetGone(before moment: WallTime) -> Bool {
        let count = rows.count
        rows.removeAll { $0.isGone && $0.time.milliseconds < moment.milliseconds }
        return rows.count != count
    }
}
