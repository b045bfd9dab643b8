internal import Linux
internal import Notices

extension EventStore {
    /// Stores the battery level of a phone, unless it is the one before; returns whether it did.
    @discardableResult
    func add(
        _ level: Int, bond: String, phone: String, at time: WallTime
    ) throws(DatabaseError) -> Bool {
        let last = try database.number(
            BatteryTable.last, [DatabaseValue(bond), .integer(time.milliseconds)])
        guard last != Int64(level) else { return false }
        return try insert(level, bond: bond, phone: phone, at: time)
    }

    /// Stores an imported level unless there is one of the same time; returns whether it is new.
    func add(_ stored: StoredLevel) throws(DatabaseError) -> Bool {
        let name = stored.phone
        return try insert(
            stored.level, bond: name.bond ?? name.name, phone: name.name, at: stored.at)
    }

    private func insert(
        _ level: Int, bond: String, phone: String, at time: WallTime
    ) throws(DatabaseError) -> Bool {
        guard BatteryTable.levels.contains(level) else { return false }
        let number = try names.phone(bond: bond, name: phone, in: database)
        try database.run(
            BatteryTable.insert,
            [.integer(number), .integer(time.milliseconds), .integer(Int64(level))])
        return database.changes > 0
    }
}
