/// Migration of the file from one schema version to the next; released migrations never change.
struct Migration: Sendable {
    /// Short description.
    let name: String
    /// Applies the migration or its next portion; returns whether another portion is left.
    let apply: @Sendable (Database) throws(DatabaseError) -> Bool

    /// Creates a migration in one step.
    init(name: String, apply: @escaping @Sendable (Database) throws(DatabaseError) -> Void) {
        self.name = name
        self.apply = { (database) throws(DatabaseError) in
            try apply(database)
            return false
        }
    }

    /// Creates a migration in portions, each committed separately.
    init(
        inPortions name: String,
        _ portion: @escaping @Sendable (Database) throws(DatabaseError) -> Bool
    ) {
        self.name = name
        apply = portion
    }
}

extension Database {
    /// Migrates the file to the current schema, in one transaction or in one per portion.
    ///
    /// The schema version is the number of applied migrations.
    func migrate(_ steps: [Migration]) throws(HistoryError) {
        while try !isCurrent(steps) {
            try HistoryError.translate { () throws(DatabaseError) in
                try transaction { () throws(DatabaseError) in try takeSteps(steps) }
            }
        }
    }

    /// Applies migrations until one has another portion left.
    private func takeSteps(_ steps: [Migration]) throws(DatabaseError) {
        // Another process may have migrated the file meanwhile.
        var form = max(0, Int(try number("PRAGMA user_version") ?? 0))
        for step in steps.dropFirst(form) {
            if try step.apply(self) { break }
            form += 1
        }
        try script("PRAGMA user_version = \(form)")
    }

    /// Whether the file has the current schema; throws if it has a later one.
    func isCurrent(_ steps: [Migration]) throws(HistoryError) -> Bool {
        let form = try HistoryError.translate { () throws(DatabaseError) in
            Int(try number("PRAGMA user_version") ?? 0)
        }
        if form < 0 { throw .foreign }
        if form > steps.count { throw .newer(found: form, known: steps.count) }
        return form == steps.count
    }
}
