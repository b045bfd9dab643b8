import Board
import Formats
import Linux
import Notices

/// Output of `list`: current notifications, in the format for people each with its short name.
struct ListPage {
    private let events: [BridgeEvent]
    private let handles: [NoticeID: String]
    private let format: OutputFormat

    /// - Parameter limit: maximum number of notifications; nil for all.
    init(_ day: Day, limit: Int?, _ format: OutputFormat) {
        let listed = day.listed
        events = listed.prefix(limit ?? .max).map(\.event)
        handles = NoticeHandle.all(of: listed.map(\.notice.id))
        self.format = format
    }

    var isEmpty: Bool { events.isEmpty }

    /// - Parameters:
    ///   - columns: width of the terminal; nil if the output is not a terminal.
    ///   - now: current time; dates of today are omitted.
    func text(columns: Int?, isColored: Bool, at now: WallTime) -> String {
        var lines = format.make(isColored: isColored)
        guard format == .board else {
            let body = events.flatMap { lines.lines(for: $0, columns: nil) }
            return String(decoding: lines.header + body, as: UTF8.self)
        }
        let phones = Set(events.compactMap(\.phoneOfNotice))
        var board = MarkedBoard(isColored: isColored, showsPhone: phones.count > 1) { _ in [] }
        let width = (handles.values.map(\.count).max() ?? 0) + 2
        return events.map { event in
            let handle = event.noticeID.flatMap { handles[$0] } ?? ""
            let room = columns.map { max(1, $0 - width) }
            let text = String(
                decoding: Self.lines(for: event, columns: room, at: now, on: &board), as: UTF8.self)
            return Self.indented(text, by: width, beginning: handle)
        }.joined()
    }

    /// Formats an event: an unfinished call with its current state, everything else with its sent time.
    private static func lines(
        for event: BridgeEvent, columns: Int?, at now: WallTime, on board: inout MarkedBoard
    ) -> [UInt8] {
        guard let notice = event.notice, !notice.isUnfinishedCall else {
            return board.lines(for: event, columns: columns)
        }
        return board.lines(for: notice, at: notice.time, asOf: now, columns: columns)
    }

    /// Indents lines and puts a word before the first one.
    private static func indented(_ text: String, by width: Int, beginning word: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        return lines.enumerated().map { index, line in
            let start = index == 0 ? word : ""
            return start.padded(to: width) + line + "\n"
        }.joined()
    }
}

extension BridgeEvent {
    /// The notification of the event.
    var notice: Notice? {
        if case .notice(_, let notice, _) = self { notice } else { nil }
    }

    fileprivate var noticeID: NoticeID? { notice?.id }
    /// The phone of the notification; nil for a text of the host.
    fileprivate var phoneOfNotice: String? {
        notice.flatMap { $0.isShownText ? nil : $0.phone }
    }
}
