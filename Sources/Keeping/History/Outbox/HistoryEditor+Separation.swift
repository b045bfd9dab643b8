internal import Notices

extension HistoryEditor {
    /// Makes a copied history one of its own, which a centre does not know and gets from its beginning.
    ///
    /// Throws `taken` while a bridge has it.
    package static func separate(in folder: String) throws(HistoryError) {
        // Where there is no history, none is begun.
        let database = try Database.openExistingHistory(in: folder, durability: .full)
        // A bridge that hands over holds this, so that nothing goes out under the name of before.
        let lock = try HistoryFile.lock(in: folder)
        defer { extendLifetime(lock) }
        try HistoryError.translate { () throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                try database.script("DELETE FROM outbox; DELETE FROM unsent; DELETE FROM renaming;")
                try database.script(OutboxTable.row)
            }
        }
    }
}
