internal import Notices

/// Cache of the row numbers of phones and apps, which adds missing rows.
struct NameTable {
    /// Limit of cached numbers.
    private static let limit = 1024

    /// Key of a cached row number, as bytes, because Swift takes equivalent Unicode texts as equal and the database does not.
    private struct Key: Hashable, Comparable {
        let identity: [UInt8]
        let name: [UInt8]?

        static func < (first: Key, second: Key) -> Bool {
            if first.identity != second.identity {
                return first.identity.lexicographicallyPrecedes(second.identity)
            }
            guard let name = second.name else { return false }
            return first.name?.lexicographicallyPrecedes(name) ?? true
        }
    }

    private var phones = UncommittedDictionary<Key, Int64>(limit: limit)
    private var apps = UncommittedDictionary<Key, Int64>(limit: limit)

    mutating func settle() {
        phones.settle()
        apps.settle()
    }

    mutating func abandon() {
        phones.abandon()
        apps.abandon()
    }

    /// Clears the cache.
    mutating func forgetAll() {
        phones = UncommittedDictionary(limit: Self.limit)
        apps = UncommittedDictionary(limit: Self.limit)
    }

    /// Returns the number of a phone; adds a row if required.
    mutating func phone(
        bond: String, name: String, in database: Database
    ) throws(DatabaseError) -> Int64 {
        let key = Key(identity: Array(bond.utf8), name: Array(name.utf8))
        if let number = phones[key] { return number }
        let values = [DatabaseValue(bond), DatabaseValue(name)]
        let number = try number(
            in: database, "SELECT number FROM phone WHERE bond = ? AND name = ?",
            "INSERT INTO phone (bond, name) VALUES (?, ?) RETURNING number", values)
        phones[key] = number
        return number
    }

    /// Returns the number of an app with a name; adds a row if required.
    mutating func app(
        _ identifier: Text, name: Text?, in database: Database
    ) throws(DatabaseError) -> Int64 {
        let key = Key(identity: identifier.bytes, name: name?.bytes)
        if let number = apps[key] { return number }
        let values = [DatabaseValue(identifier), DatabaseValue(name)]
        let number = try number(
            in: database, "SELECT number FROM app WHERE identifier = ? AND name IS ?",
            "INSERT INTO app (identifier, name) VALUES (?, ?) RETURNING number", values)
        apps[key] = number
        return number
    }

    private func number(
        in database: Database, _ look: String, _ insert: String, _ values: [DatabaseValue]
    ) throws(DatabaseError) -> Int64 {
        if let known = try database.number(look, values) { return known }
        // The row is returned before the statement is complete, so it is run to the end.
        var number: Int64 = 0
        try database.rows(insert, values) { (row) throws(DatabaseError) in
            number = row.integer(0)
            return true
        }
        return number
    }
}
