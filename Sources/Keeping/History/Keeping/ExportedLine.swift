package import JSON
package import Notices

/// Line of an export, for callers without a history to import into.
package struct ExportedLine: Sendable {
    /// The first line of every export.
    package static var header: [UInt8] { HistoryLine.header() }

    /// Returns the line of a notification, with its line feed.
    package static func line(of stored: StoredNotice, from origin: NoticeOrigin) -> [UInt8] {
        HistoryLine.line(of: stored, from: origin)
    }

    /// The notification; nil for other lines.
    package let stored: StoredNotice?
    /// Whether this is the first line of an export.
    package let isHeader: Bool
    /// Site in the line, if any.
    package let site: String?
    /// Bridge in the line, if any.
    package let bridge: String?

    /// Parses a line; errors name the field and never contain content.
    package init(_ line: [UInt8]) throws(JSONError) {
        let fields = try HistoryLine.fields(of: line)
        let content = try HistoryLine.read(fields)
        if case .header = content { isHeader = true } else { isHeader = false }
        guard case .notice(let stored) = content else {
            (stored, site, bridge) = (nil, nil, nil)
            return
        }
        self.stored = stored
        site = try fields["site"]?.string()
        bridge = try fields["bridge"]?.string()
    }
}
