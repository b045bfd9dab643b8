package import Board
package import Notices

/// Selected row of a changing list, with its position.
package struct RowChoice: Hashable, Sendable {
    /// Notification of the row; nil without a selection.
    package private(set) var id: NoticeID?
    private var index = 0
    /// Whether a snapshot is in progress, so that a missing row may still follow.
    private var isWaiting = false

    package init() {}

    /// Returns the position of the row; nil if none is selected or the row is missing.
    package func index(in rows: [BoardRow]) -> Int? {
        guard let id else { return nil }
        if index < rows.count, rows[index].id == id { return index }
        return rows.firstIndex { $0.has(id) }
    }

    /// Returns the row; nil if none is selected or the row is missing.
    package func row(in rows: [BoardRow]) -> BoardRow? {
        index(in: rows).map { rows[$0] }
    }

    /// Keeps the selection on its notification in a changed list, or on the row that took its
    /// place.
    mutating func settle(in rows: [BoardRow]) {
        guard id != nil, !rows.isEmpty else { return }
        let found = self.index(in: rows)
        if found != nil { isWaiting = false }
        guard !isWaiting else { return }
        index = found ?? min(index, rows.count - 1)
        id = rows[index].id
    }

    /// Keeps the selection on its notification during a new snapshot.
    mutating func wait() {
        isWaiting = true
    }

    /// Moves by a number of rows; the first move selects the first row.
    mutating func move(by step: Int, in rows: [BoardRow]) {
        guard !rows.isEmpty else { return }
        let old = self.index(in: rows)
        index = min(max(old.map { $0 + step } ?? 0, 0), rows.count - 1)
        id = rows[index].id
        isWaiting = false
    }

    /// Clears the selection.
    mutating func clear() {
        self = RowChoice()
    }
}
