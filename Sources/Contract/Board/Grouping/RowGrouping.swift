/// Which rows of a board are folded into one.
package enum RowGrouping: String, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// Those of one app that are from one person, or about one thing: of the same title.
    case thread
    /// Those of one app.
    case app

    /// What a row has in common with those it may be folded with; nil where it always stands alone.
    ///
    /// Calls and voicemail belong to their caller, however the others are folded.
    package func group(of row: BoardRow) -> RowGroup? {
        guard self != .none, let origin = row.origin else { return nil }
        let isByApp = self == .app && origin.kind == .other
        return RowGroup(
            phone: origin.phone, appID: origin.appID, who: isByApp ? nil : row.who,
            kind: origin.kind, isGone: row.isGone)
    }

    /// Rows, the newest first, of which those of a group are one, in the place and with the words of the
    /// newest.
    ///
    /// - Parameter open: groups whose rows stand alone all the same.
    package func folded(_ rows: [BoardRow], open: Set<RowGroup> = []) -> [BoardRow] {
        guard self != .none else { return rows }
        let groups = rows.map { row in group(of: row).flatMap { open.contains($0) ? nil : $0 } }
        var members: [RowGroup: [BoardRow]] = [:]
        for (row, group) in zip(rows, groups) {
            if let group { members[group, default: []].append(row) }
        }
        var folded: [BoardRow] = []
        for (row, group) in zip(rows, groups) {
            guard let group, let all = members[group], all.count >= group.least else {
                folded.append(row)
                continue
            }
            if row.id == all.first?.id { folded.append(fold(all)) }
        }
        return folded
    }

    private func fold(_ rows: [BoardRow]) -> BoardRow {
        var row = rows[0]
        row.older = rows.dropFirst().flatMap { [$0.id] + $0.older }
        // What is of several people goes by its app, and says who before what.
        guard self == .app, let app = row.origin?.app, rows.contains(where: { $0.who != row.who })
        else { return row }
        if row.who != app {
            row.text = row.text.isEmpty ? row.who : "\(row.who): \(row.text)"
            row.who = app
        }
        return row
    }
}
