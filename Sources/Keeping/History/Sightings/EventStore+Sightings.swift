internal import Linux
internal import Notices

extension EventStore {
    /// Stores a beacon event unless it exists; returns whether it is new.
    @discardableResult
    func add(_ news: BeaconNews, at time: WallTime) throws(DatabaseError) -> Bool {
        var phone: Int64?
        if let name = news.phone {
            phone = try names.phone(
                bond: name.bond ?? name.name, name: name.name, in: database)
        }
        try database.run(SightingTable.insert, SightingTable.values(news, at: time, phone: phone))
        return database.changes > 0
    }
}
