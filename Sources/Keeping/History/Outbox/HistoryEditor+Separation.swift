internal import Notices

extension HistoryEditor {
    /// Gives a copied history a new identity, so that it is uploaded to the central database from
    /// its beginning.
    ///
    /// Throws `taken` while a bridge uses the history.
    package static func separate(in folder: String) throws(HistoryError) {
        // A missing history is not created.
        let database = try Database.openExistingHistory(in: folder, durability: .full)
        // A bridge that uploads holds this lock, so that nothing is sent under the old identity.
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
