internal import Linux
internal import Notices

/// The notices of a day, the newest first, as they are and as they are shown in quiet hours.
struct RowList: Sendable {
    private struct Kept: Sendable {
        var row: BoardRow
        /// The row as it was before quiet hours; nil where it came in them.
        var quietRow: BoardRow?
    }

    let limit: Int
    private var kept: [Kept] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// The rows, or those that quiet hours leave.
    func rows(inQuiet: Bool) -> [BoardRow] {
        inQuiet ? kept.compactMap(\.quietRow) : kept.map(\.row)
    }

    func contains(_ id: NoticeID) -> Bool {
        kept.contains { $0.row.id == id }
    }

    /// Puts a row in, in the place and with the time of the one there is already; says whether
    /// anything is other than before.
    ///
    /// - Parameter isDated: whether it has its place by its time, and not at the top.
    mutating func put(_ row: BoardRow, isHidden: Bool, isDated: Bool) -> Bool {
        var row = row
        if let index = kept.firstIndex(where: { $0.row.id == row.id }) {
            row.time = kept[index].row.time
            guard kept[index].row != row else { return false }
            kept[index].row = row
            if !isHidden { kept[index].quietRow = row }
            return true
        }
        let time = row.time.milliseconds
        let place =
            isDated ? kept.firstIndex { $0.row.time.milliseconds <= time } ?? kept.count : 0
        kept.insert(Kept(row: row, quietRow: isHidden ? nil : row), at: place)
        if kept.count > limit {
            // What is gone from the phone is missed least.
            kept.remove(at: kept.lastIndex { $0.row.isGone } ?? kept.count - 1)
        }
        return true
    }

    /// Notes that a notice is gone from its phone, and says whether a row that is shown changed.
    mutating func setGone(_ id: NoticeID, inQuiet: Bool) -> Bool {
        guard let index = kept.firstIndex(where: { $0.row.id == id }), !kept[index].row.isGone
        else { return false }
        kept[index].row.isGone = true
        kept[index].quietRow?.isGone = true
        return !inQuiet || kept[index].quietRow != nil
    }

    /// Drops a row, and says whether one that is shown went.
    mutating func forget(_ id: NoticeID, inQuiet: Bool) -> Bool {
        guard let index = kept.firstIndex(where: { $0.row.id == id }) else { return false }
        let old = kept.remove(at: index)
        return !inQuiet || old.quietRow != nil
    }

    /// Shows all there is, and says whether that is more than before.
    mutating func endQuiet() -> Bool {
        let hadMore = kept.contains { $0.quietRow != $0.row }
        for index in kept.indices { kept[index].quietRow = kept[index].row }
        return hadMore
    }

    /// Forgets what came before a moment and is gone, and says whether there was any.
    mutating func forgetGone(before moment: WallTime) -> Bool {
        let count = kept.count
        kept.removeAll { $0.row.isGone && $0.row.time.milliseconds < moment.milliseconds }
        return kept.count != count
    }
}
