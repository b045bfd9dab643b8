internal import Linux
internal import Notices

extension EventStore {
    func link(_ event: HistoryEvent, isUp: Bool) throws(DatabaseError) {
        let key = event.bond + "\u{0}" + event.phone
        var isKnown = false
        if let number = links[key] {
            try database.run(
                "UPDATE link SET ended = max(ended, ?) WHERE number = ?",
                [.integer(event.at.milliseconds), .integer(number)])
            // The row may have been deleted.
            isKnown = database.changes > 0
            if !isUp { links[key] = nil }
        }
        if isUp, !isKnown {
            let phone = try names.phone(bond: event.bond, name: event.phone, in: database)
            let time = DatabaseValue.integer(event.at.milliseconds)
            try database.run(
                "INSERT INTO link (phone, began, ended) VALUES (?, ?, ?)",
                [.integer(phone), time, time])
            links[key] = try database.number("SELECT last_insert_rowid()")
        }
    }

    /// Renames a phone's rows from earlier runs if they have exactly one name that differs from the
    /// current one.
    ///
    /// The phone may have been renamed while the bridge was not running.
    func meet(_ event: HistoryEvent) throws(DatabaseError) {
        guard met[event.bond] == nil else { return }
        met[event.bond] = event.phone
        if case .renamed = event.content { return }
        var names: [String] = []
        try database.rows(
            "SELECT name FROM phone WHERE bond = ? LIMIT 2", [DatabaseValue(event.bond)]
        ) { row in
            names.append(row.text(0).string)
            return true
        }
        if names.count == 1, names[0] != event.phone { try rename(names[0], event) }
    }

    /// Renames a phone's rows.
    ///
    /// If the phone already has rows with the new name, both names are kept.
    func rename(_ old: String, _ event: HistoryEvent) throws(DatabaseError) {
        let (bond, new) = (DatabaseValue(event.bond), DatabaseValue(event.phone))
        let known = try database.number(
            "SELECT count(*) FROM phone WHERE bond = ? AND name = ?", [bond, new])
        if known == 0 {
            try database.run(
                "UPDATE phone SET name = ? WHERE bond = ? AND name = ?",
                [new, bond, DatabaseValue(old)])
            if database.changes > 0 {
                try database.noteRenaming(bond: bond, was: DatabaseValue(old), name: new)
            }
            names.forgetAll()
        }
        let (before, key) = (event.bond + "\u{0}" + old, event.bond + "\u{0}" + event.phone)
        if let link = links[before] {
            links[key] = link
            links[before] = nil
        }
    }

    /// Updates the end of the current links, so that a killed program loses little of them.
    func extendLinks(to time: WallTime) throws(DatabaseError) {
        for number in links.all.values {
            try database.run(
                "UPDATE link SET ended = max(ended, ?) WHERE number = ?",
                [.integer(time.milliseconds), .integer(number)])
        }
    }
}
