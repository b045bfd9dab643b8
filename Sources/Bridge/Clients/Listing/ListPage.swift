import Board
import Formats
import Linux
import Notices

/// What `list` prints: the events of what is there, for people each with its short name in front.
struct ListPage {
    private let events: [BridgeEvent]
    private let handles: [NoticeID: String]
    private let format: OutputFormat

    /// - Parameter limit: so many of the first; all without it.
    init(_ day: Day, limit: Int?, _ format: OutputFormat) {
        let listed = day.listed
        events = listed.prefix(limit ?? .max).map(\.event)
        handles = NoticeHandle.all(of: listed.map(\.notice.id))
        self.format = format
    }

    var isEmpty: Bool { events.isEmpty }

    /// - Parameters:
    ///   - columns: how wide a line may be, where somebody looks at it on a screen.
    ///   - now: the moment whose day is not told.
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

    /// The lines of an event: a call as it goes on, all else with the time when it was sent.
    private static func lines(
        for event: BridgeEvent, columns: Int?, at now: WallTime, on board: inout MarkedBoard
    ) -> [UInt8] {
        guard let notice = event.notice, !notice.isUnfinishedCall else {
            return board.lines(for: event, columns: columns)
        }
        return board.lines(for: notice, at: notice.time, asOf: now, columns: columns)
    }

    /// The lines further right, the first with a word in front.
    private static func indented(_ text: String, by width: Int, beginning word: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        return lines.enumerated().map { index, line in
            let start = index == 0 ? word : ""
            return start.padded(to: width) + line + "\n"
        }.joined()
    }
}

extension BridgeEvent {
    /// The notice that it is about.
    var notice: Notice? {
        if case .notice(_, let notice, _) = self { notice } else { nil }
    }

    fileprivate var noticeID: NoticeID? { notice?.id }
    /// The phone of the notice that it is about; none where that is a text of the host's own.
    fileprivate var phoneOfNotice: String? {
        notice.flatMap { $0.isShownText ? nil : $0.phone }
    }
}
