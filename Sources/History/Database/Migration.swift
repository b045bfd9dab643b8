/// One step from a form of the file to the next; a step that was released is never changed.
struct Migration: Sendable {
    /// What it brings, in a few words.
    let name: String
    let apply: @Sendable (Database) throws(DatabaseError) -> Void
}

extension Database {
    /// Brings the file to the form that this program knows, in one transaction.
    ///
    /// The number of the form is that of the steps that were taken.
    func migrate(_ steps: [Migration]) throws(HistoryError) {
        if try isCurrent(steps) { return }
        try HistoryError.translate { () throws(DatabaseError) in
            try transaction { () throws(DatabaseError) in
                // Another process may have been first.
                let form = max(0, Int(try number("PRAGMA user_version") ?? 0))
                for step in steps.dropFirst(form) { try step.apply(self) }
                try script("PRAGMA user_version = \(max(form, steps.count))")
            }
        }
        _ = try isCurrent(steps)
    }

    /// Whether the file has the form that this program knows; throws where it is a later one.
    func isCurrent(_ steps: [Migration]) throws(HistoryError) -> Bool {
        let form = try HistoryError.translate { () throws(DatabaseError) in
            Int(try number("PRAGMA user_version") ?? 0)
        }
        if form < 0 { throw .foreign }
        if form > steps.count { throw .newer(found: form, known: steps.count) }
        return form == steps.count
    }
}
