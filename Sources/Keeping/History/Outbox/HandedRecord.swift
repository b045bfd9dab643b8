package import JSON
package import Notices

/// Record of an uploaded notification, as parsed for the central database or from it.
package struct HandedRecord: Sendable {
    /// The notification with its life cycle.
    package let stored: StoredNotice

    /// Parses a record of a batch; errors name the field and never contain content.
    package init(_ record: [UInt8]) throws(JSONError) {
        guard case .notice(let stored) = try HistoryLine.read(record) else {
            throw try JSONField(JSONValue(parsing: record)).error("must be a notification")
        }
        self.stored = stored
    }

    /// Returns the record of a notification, with its line feed; earlier texts are dropped if it is
    /// too long.
    package static func line(of stored: StoredNotice) -> [UInt8] {
        let record = HistoryLine.line(of: stored)
        guard record.count > OutboxBatch.recordLimit else { return record }
        return HistoryLine.line(of: stored.withoutEarlierWords)
    }
}

extension StoredNotice {
    /// The notification without earlier texts.
    fileprivate var withoutEarlierWords: StoredNotice {
        StoredNotice(
            notice: notice, bond: bond,
            life: life.map { LifeEvent(change: $0.change, at: $0.at, removal: $0.removal) },
            removedAt: removedAt, detail: detail)
    }

    /// Returns the notification with another phone name.
    package func onPhone(called name: String) -> StoredNotice {
        with { $0.phone = name }
    }

    /// Returns the notification with another id, for lists of several histories.
    package func known(as id: NoticeID) -> StoredNotice {
        with { $0.id = id }
    }

    private func with(_ change: (inout Notice) -> Void) -> StoredNotice {
        var notice = notice
        change(&notice)
        return StoredNotice(
            notice: notice, bond: bond, life: life, removedAt: removedAt, detail: detail)
    }
}
