package import JSON
package import Notices

/// A line of an export, for whoever has no history to take it into.
package struct ExportedLine: Sendable {
    /// The first line of every export.
    package static var header: [UInt8] { HistoryLine.header() }

    /// The line of a notice, with its line feed.
    package static func line(of stored: StoredNotice, from origin: NoticeOrigin) -> [UInt8] {
        HistoryLine.line(of: stored, from: origin)
    }

    /// The notice; nil for a line of something else.
    package let stored: StoredNotice?
    /// Whether it is the line that stands before all others.
    package let isHeader: Bool
    /// The site that the line names.
    package let site: String?
    /// The bridge that the line names.
    package let bridge: String?

    /// Reads a line; what is wrong is told by field, and never with a word of content.
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
