package import JSON
internal import Notices

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
}

extension StoredNotice {
    /// The same on a phone that is called otherwise now.
    package func onPhone(called name: String) -> StoredNotice {
        var notice = notice
        notice.phone = name
        return StoredNotice(
            notice: notice, bond: bond, life: life, removedAt: removedAt, detail: detail)
    }
}
