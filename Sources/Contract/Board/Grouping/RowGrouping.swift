/// Criterion by which the rows of a board are grouped.
package enum RowGrouping: String, Hashable, Sendable, CaseIterable {
    case none
    /// Group by app and title, so that each sender or subject is one row.
    case thread
    /// Group by app.
    case app

    /// Returns the group of a row; nil if the row always stands alone.
    ///
    /// Missed calls and voicemail are grouped by caller in every mode except `none`.
    package func group(of row: BoardRow) -> RowGroup? {
        guard self != .none, let origin = row.origin else { return nil }
        let isByApp = self == .app && origin.kind == .other
        return RowGroup(
            phone: origin.phone, appID: origin.appID, who: isByApp ? nil : row.who,
            kind: origin.kind, isGone: row.isGone)
    }

    /// Replaces each group of rows by one row with the position and text of its newest member.
    ///
    /// - Parameter rows: newest first.
    /// - Parameter open: groups whose rows are not merged.
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
        // A row with several senders is named after its app; the sender comes before the text.
        guard self == .app, let app = row.origin?.app, rows.contains(where: { $0.who != row.who })
        else { return row }
        if row.who != app {
            row.text = row.text.isEmpty ? row.who : "\(row.who): \(row.text)"
            row.who = app
        }
        return row
    }
}
