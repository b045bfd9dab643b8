/// Table of the battery levels of phones.
enum BatteryTable {
    // One tree without an index, so that a level costs as few writes as possible.
    static let form = """
        CREATE TABLE battery (
            phone INTEGER NOT NULL, at INTEGER NOT NULL, level INTEGER NOT NULL,
            PRIMARY KEY (phone, at)
        ) STRICT, WITHOUT ROWID;
        """

    /// Valid levels in percent.
    static let levels = 0...100

    /// Condition for rows that a calendar and a battery can have; other programs may have written
    /// others.
    static let valid =
        "at BETWEEN -\(latest) AND \(latest)"
        + " AND level BETWEEN \(levels.lowerBound) AND \(levels.upperBound)"

    /// Last millisecond of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// Levels of phones up to a time, newest first.
    static let last =
        "SELECT level FROM battery WHERE phone IN (SELECT number FROM phone WHERE bond = ?)"
        + " AND at <= ? ORDER BY at DESC LIMIT 1"

    static let insert =
        "INSERT INTO battery (phone, at, level) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
}
