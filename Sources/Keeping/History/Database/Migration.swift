/// One step from a form of the file to the next; a step that was released is never changed.
struct Migration: Sendable {
    /// What it brings, in a few words.
    let name: String
    /// Does it, or the next portion of it, and says whether another is left.
    let apply: @Sendable (Database) throws(DatabaseError) -> Bool

    /// A step that is done at once.
    init(name: String, apply: @escaping @Sendable (Database) throws(DatabaseError) -> Void) {
        self.name = name
        self.apply = { (database) throws(DatabaseError) in
            try apply(database)
            return false
        }
    }

    /// A step that is done in portions, each of which is kept whatever becomes of the next.
    init(
        inPortions name: String,
        _ portion: @escaping @Sendable (Database) throws(DatabaseError) -> Bool
    ) {
        self.name = name
        apply = portion
    }
}

extension Database {
    /// Brings the file to the form that this program knows: in one transaction, or in one for each
    /// portion of a step that has some.
    ///
    /// The number of the form is that of the steps that were taken.
    func migrate(_ steps: [Migration]) throws(HistoryError) {
        while try !isCurrent(steps) {
            try HistoryError.translate { () throws(DatabaseError) in
                try transaction { () throws(DatabaseError) in try takeSteps(steps) }
            }
        }
    }

    /// Takes steps until one has more to do.
    private func takeSteps(_ steps: [Migration]) throws(DatabaseError) {
        // Another process may have been first.
        var form = max(0, Int(try number("PRAGMA user_version") ?? 0))
        for step in steps.dropFirst(form) {
            if try step.apply(self) { break }
            form += 1
        }
        try script("PRAGMA user_version = \(form)")
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
