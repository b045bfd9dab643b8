package import Board
package import Notices

/// The row that somebody chose in a list that changes, and its place.
package struct RowChoice: Hashable, Sendable {
    /// The notice of the row; nil where none was chosen.
    package private(set) var id: NoticeID?
    private var index = 0
    /// Whether the list is told anew, so that rows are missing that may come.
    private var isWaiting = false

    /// Nothing is chosen.
    package init() {}

    /// Where the row stands; nil where none was chosen or it is not there.
    package func index(in rows: [BoardRow]) -> Int? {
        guard let id else { return nil }
        if index < rows.count, rows[index].id == id { return index }
        return rows.firstIndex { $0.has(id) }
    }

    /// The row; nil where none was chosen or it is not there.
    package func row(in rows: [BoardRow]) -> BoardRow? {
        index(in: rows).map { rows[$0] }
    }

    /// Stays with its notice in a list that has changed; where that went, with the row in its place.
    mutating func settle(in rows: [BoardRow]) {
        guard id != nil, !rows.isEmpty else { return }
        let found = self.index(in: rows)
        if found != nil { isWaiting = false }
        guard !isWaiting else { return }
        index = found ?? min(index, rows.count - 1)
        id = rows[index].id
    }

    /// Stays with its notice alone, in a list that is told anew.
    mutating func wait() {
        isWaiting = true
    }

    /// Moves by so many rows; the first move chooses the first row.
    mutating func move(by step: Int, in rows: [BoardRow]) {
        guard !rows.isEmpty else { return }
        let old = self.index(in: rows)
        index = min(max(old.map { $0 + step } ?? 0, 0), rows.count - 1)
        id = rows[index].id
        isWaiting = false
    }

    /// Chooses nothing.
    mutating func clear() {
        self = RowChoice()
    }
}
