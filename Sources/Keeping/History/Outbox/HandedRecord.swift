package import JSON
package import Notices

/// A notice as it was handed over, read again by whoever brings it to a centre, or has it from there.
package struct HandedRecord: Sendable {
    /// All that is known of the notice.
    package let stored: StoredNotice

    /// Reads the record of a batch; what is wrong is told by field, and never with a word of content.
    package init(_ record: [UInt8]) throws(JSONError) {
        guard case .notice(let stored) = try HistoryLine.read(record) else {
            throw try JSONField(JSONValue(parsing: record)).error("must be a notice")
        }
        self.stored = stored
    }

    /// The record of a notice, with its line feed; what it was earlier is left out where that would be too long.
    package static func line(of stored: StoredNotice) -> [UInt8] {
        let record = HistoryLine.line(of: stored)
        guard record.count > OutboxBatch.recordLimit else { return record }
        return HistoryLine.line(of: stored.withoutEarlierWords)
    }
}

extension StoredNotice {
    /// The same without the words that it had before.
    fileprivate var withoutEarlierWords: StoredNotice {
        StoredNotice(
            notice: notice, bond: bond,
            life: life.map { LifeEvent(change: $0.change, at: $0.at, removal: $0.removal) },
            removedAt: removedAt, detail: detail)
    }

    /// The same on a phone that is called otherwise now.
    package func onPhone(called name: String) -> StoredNotice {
        with { $0.phone = name }
    }

    /// The same by another name, where notices of several histories are beside each other.
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
