internal import Linux
internal import Notices

/// Table of beacon events.
enum SightingTable {
    // The unique index prevents duplicates when an export is imported again.
    static let form = """
        CREATE TABLE sighting (
            number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, change TEXT NOT NULL,
            kind TEXT NOT NULL, name TEXT NOT NULL, region TEXT, picture TEXT, words TEXT,
            phone INTEGER, home INTEGER, zone TEXT NOT NULL, accuracy_cm INTEGER, signal INTEGER,
            beacon TEXT, heard INTEGER, reminder INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX sighting_moment ON sighting (at, kind, name, change);
        CREATE INDEX sighting_subject ON sighting (kind, name, at);
        """

    /// Columns in the order of reading.
    static let columns =
        "number, at, change, kind, name, region, picture, words, phone, home, zone, accuracy_cm,"
        + " signal, beacon, heard, reminder"

    static let insert =
        "INSERT INTO sighting (at, change, kind, name, region, picture, words, phone, home, zone,"
        + " accuracy_cm, signal, beacon, heard, reminder)"
        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"

    /// Largest distance in metres.
    static let farthest = 1e6
    /// Valid signal strengths in dBm; other programs may have written others.
    static let signals = -200...200

    /// Returns the values to insert.
    static func values(_ news: BeaconNews, at time: WallTime, phone: Int64?) -> [DatabaseValue] {
        let (item, region, isHome) = parts(of: news.subject)
        return [
            .integer(time.milliseconds), DatabaseValue(news.change.rawValue),
            DatabaseValue(news.subject.kind), DatabaseValue(news.subject.name),
            DatabaseValue(region), DatabaseValue(item?.picture), DatabaseValue(item?.words),
            DatabaseValue(phone), isHome.map { DatabaseValue($0) } ?? .null,
            DatabaseValue(news.zone.rawValue),
            DatabaseValue(news.accuracy.map { Int64((min(max($0, 0), farthest) * 100).rounded()) }),
            DatabaseValue(news.signal), DatabaseValue(news.beacon?.description),
            DatabaseValue(news.lastHeard?.milliseconds), DatabaseValue(news.isReminder),
        ]
    }

    private typealias Parts = (item: BeaconItem?, region: String?, isHome: Bool?)

    private static func parts(of subject: BeaconSubject) -> Parts {
        switch subject {
        case .region: (nil, nil, nil)
        case .item(let item, let region): (item, region, nil)
        case .person(_, _, let isHome): (nil, nil, isHome)
        }
    }

    /// Reads the event of a row; nil for unknown values, such as those of a later version.
    static func sighting(
        _ row: Row, _ phone: (Int64) throws(DatabaseError) -> PhoneRow
    ) throws(DatabaseError) -> Sighting? {
        guard let change = BeaconChange(rawValue: row.string(2)),
            let subject = try subject(row, phone)
        else { return nil }
        var news = BeaconNews(change, of: subject, zone: Zone(rawValue: row.string(10)) ?? .unknown)
        news.accuracy = row.optionalInteger(11).map { Double($0) / 100 }.flatMap { metres in
            (0...farthest).contains(metres) ? metres : nil
        }
        news.signal = row.optionalInteger(12).map { Int(clamping: $0) }.flatMap { signal in
            signals.contains(signal) ? signal : nil
        }
        news.beacon = row.isNull(13) ? nil : BeaconID(row.string(13))
        news.lastHeard = row.optionalInteger(14).map(WallTime.init(milliseconds:))
        news.isReminder = row.integer(15) != 0
        return Sighting(
            news, at: WallTime(milliseconds: row.integer(1)), number: row.integer(0))
    }

    private static func subject(
        _ row: Row, _ phone: (Int64) throws(DatabaseError) -> PhoneRow
    ) throws(DatabaseError) -> BeaconSubject? {
        let name = row.string(4)
        switch row.string(3) {
        case "beacon": return .region(name)
        case "item":
            let item = BeaconItem(
                name, picture: row.isNull(6) ? nil : row.string(6), words: row.string(7))
            return .item(item, region: row.string(5))
        case "presence":
            let phone = try row.optionalInteger(8).map { (number) throws(DatabaseError) in
                try phone(number)
            }
            return .person(
                name, phone: PhoneName(phone?.name ?? "", bond: phone?.bond),
                isHome: row.integer(9) != 0)
        default: return nil
        }
    }
}

extension DatabaseValue {
    init(_ text: String?) {
        self = text.map { DatabaseValue($0) } ?? .null
    }
}
