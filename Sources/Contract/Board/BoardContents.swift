internal import ANCS
internal import Linux
internal import Notices

/// What a board keeps of notices, items and people: the rows of the day, the newest first, and how many notices are on the
/// phones.
struct BoardContents: Sendable {
    /// What a notice is counted as.
    private enum Kind: Int {
        case missed
        case voicemail
        case other
    }

    private(set) var rows: [BoardRow] = []
    var places = BeaconPlaces()
    /// The notices that are counted.
    private var kinds: [NoticeID: Kind] = [:]
    /// How many there are of each kind.
    private var numbers = [0, 0, 0]

    /// How many notices are on the phones.
    var counts: BoardCounts {
        BoardCounts(missed: numbers[0], voicemail: numbers[1], others: numbers[2])
    }

    /// Whether a notice is counted or has a row.
    func contains(_ id: NoticeID) -> Bool { kinds[id] != nil || hasRow(id) }

    func hasRow(_ id: NoticeID) -> Bool { index(of: id) != nil }

    /// Whether a board shows the same of it.
    func isShown(like other: Self) -> Bool {
        numbers == other.numbers && rows == other.rows && places.all == other.places.all
    }

    private func index(of id: NoticeID) -> Int? { rows.firstIndex { $0.id == id } }

    // Each of these returns whether anything is other than before.

    /// Puts a row in, in the place and with the time of the one there is already.
    ///
    /// - Parameter isDated: whether it has its place by its time, and not at the top.
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
            // What is gone from the phone is missed least.
            rows.remove(at: rows.lastIndex(where: \.isGone) ?? rows.count - 1)
        }
        return true
    }

    /// Counts a notice that is on its phone, whatever it was before.
    mutating func count(_ notice: Notice) -> Bool {
        // A call that was not missed is nowhere once it is over.
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

    /// Notes that a notice is gone from its phone.
    mutating func setGone(_ id: NoticeID) -> Bool {
        let wasCounted = uncount(id)
        guard let index = index(of: id), !rows[index].isGone else { return wasCounted }
        rows[index].isGone = true
        return true
    }

    /// Drops a notice.
    mutating func forget(_ id: NoticeID) -> Bool {
        let wasCounted = uncount(id)
        guard let index = index(of: id) else { return wasCounted }
        rows.remove(at: index)
        return true
    }

    /// Forgets what came before a moment and is gone.
    mutating func forgetGone(before moment: WallTime) -> Bool {
        let count = rows.count
        rows.removeAll { $0.isGone && $0.time.milliseconds < moment.milliseconds }
        return rows.count != count
    }
}
