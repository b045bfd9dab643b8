import ANCS
import History
import Linux
import Notices
import PostgreSQL

/// A filter of notifications in a central database.
struct CentralFilter: Sendable {
    /// Times, phones, apps and categories, the limit and the order, as for a single history.
    var notices = HistoryFilter()
    /// Words that must match; nil for a list.
    var words: TextQuery?
    /// Only these sites; empty means all.
    var sites: [String] = []
    /// Only these bridges; empty means all.
    var bridges: [String] = []

    /// Values for `CentralStatements.filters`.
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

/// A notification in the central database, with its origin.
struct CentralNotice: Hashable, Sendable {
    /// ID of its history.
    let history: String
    let site: String
    let bridge: String
    /// Sort key of lists: the time of sending if known, otherwise of reception.
    let moment: Int64
    /// The notification under its phone's present name.
    let stored: StoredNotice

    var origin: NoticeOrigin { NoticeOrigin(site: site, bridge: bridge) }

    /// The notification with site and bridge in its phone's name, for display.
    var named: StoredNotice {
        stored.onPhone(
            called: Self.name(of: stored.notice.phone, site: site, bridge: bridge))
    }

    /// Display name of a phone of one of many bridges.
    static func name(of phone: String, site: String, bridge: String) -> String {
        "\(site)/\(bridge) \(phone)"
    }
}

extension CentralNotice {
    /// - Returns: nil for a record of a newer version.
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

/// A page of a list, and the position of the next one.
struct CentralListPage: Sendable {
    /// A position in a list.
    struct Place: Sendable {
        let moment: Int64
        let number: Int64
        let history: String
    }

    /// The notifications, in the order of the list.
    var notices: [CentralNotice] = []
    /// Number of further records, which only a newer version can read.
    var unread = 0
    /// Position after which the next page begins; nil on the last page.
    var next: Place?
}
