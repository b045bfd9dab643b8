import ANCS
import History
import Linux
import Notices
import PostgreSQL

/// What a person wants to see of a centre.
struct CentralFilter: Sendable {
    /// What every command can choose, and the order.
    var notices = HistoryFilter()
    /// Words that must be there.
    var words: TextQuery?
    /// Only these sites; all where there are none.
    var sites: [String] = []
    /// Only these bridges; all where there are none.
    var bridges: [String] = []

    /// The same as `CentralStatements.filters` takes it.
    var values: [SQLValue] {
        [
            .text(words?.words), .texts(words?.phrases ?? []), .text(words?.literal),
            .texts(sites), .texts(bridges), .texts(notices.phones), .texts(notices.apps),
            .integers(notices.categories.map { Int64($0.id.rawValue) }.sorted()),
            .bool(notices.onlyCalls), .bool(notices.onlyMissed),
            .integer(notices.since?.milliseconds), .integer(notices.until?.milliseconds),
            .bool(notices.order == .sent),
        ]
    }
}

/// A notice as a centre has it, and where it came from.
struct CentralNotice: Hashable, Sendable {
    /// The name of its history.
    let history: String
    /// The site.
    let site: String
    /// The bridge.
    let bridge: String
    /// When it was sent or, where nobody knows, came: by this lists are sorted.
    let moment: Int64
    /// All that is known of it, under its phone's present name.
    let stored: StoredNotice

    /// Where it came from.
    var origin: NoticeOrigin { NoticeOrigin(site: site, bridge: bridge) }

    /// The same, its phone with where that is, as people are shown it.
    var named: StoredNotice {
        stored.onPhone(
            called: Self.name(of: stored.notice.phone, site: site, bridge: bridge))
    }

    /// What a phone is called among those of many bridges.
    static func name(of phone: String, site: String, bridge: String) -> String {
        "\(site)/\(bridge) \(phone)"
    }
}

extension CentralNotice {
    /// - Returns: nil for a record that only a later version understands.
    init?(_ row: ResultRow) throws(ServerFailure) {
        history = try row.value(0)
        site = try row.value(1)
        bridge = try row.value(2)
        moment = try row.value(6)
        let record: String = try row.value(7)
        guard let read = try? HandedRecord(Array(record.utf8)) else { return nil }
        stored = read.stored.onPhone(called: try row.value(4))
    }
}

/// Some of a list, and where it goes on.
struct CentralListPage: Sendable {
    /// A place in a list.
    struct Place: Sendable {
        let moment: Int64
        let number: Int64
        let history: String
    }

    /// The notices, in the order of the list.
    var notices: [CentralNotice] = []
    /// How many more there are, which only a later version understands.
    var unread = 0
    /// What the next page begins behind; nil where there is none.
    var next: Place?
}
