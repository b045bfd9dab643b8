import Contract
import Control
import Formats
import History
import JSON
import Linux

/// Something that the history can be asked.
protocol HistoryQuestion: Sendable {
    /// What is smaller and may be answered in time, where this was not.
    var advice: String { get }
    /// The answer where nothing was kept yet.
    var answerOfNothing: HistoryAnswer { get }

    /// The answer; nil where the time was over.
    func answer(
        from reader: HistoryReader, within patience: Duration
    ) throws(HistoryError) -> HistoryAnswer?
}

/// An answer that is written already, but for the braces around it.
struct HistoryAnswer: Sendable {
    private var writer = JSONWriter()

    /// The members, with commas between them.
    var members: [UInt8] { writer.bytes }

    /// Adds a member.
    mutating func add(_ key: String, _ write: (inout JSONWriter) -> Void) {
        writer.key(key)
        write(&writer)
    }
}

extension HistoryFilter {
    /// The notices of a time that a client names by moments, as events have them.
    init(since: String?, until: String?) throws(ControlRefusal) {
        self.init()
        self.since = try Self.moment(since, of: "since")
        self.until = try Self.moment(until, of: "until")
        if let start = self.since, let end = self.until,
            start.milliseconds >= end.milliseconds
        {
            throw ControlRefusal(.badRequest, "nothing is between since and until")
        }
    }

    private static func moment(
        _ text: String?, of field: String
    ) throws(ControlRefusal) -> WallTime? {
        guard let text else { return nil }
        if let moment = WallTime(timestamp: text) { return moment }
        throw ControlRefusal(
            .badRequest, "\(field) wants a moment such as 2026-03-02T10:04:02.375+01:00")
    }
}
