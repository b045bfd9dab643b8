import Control
import Formats
import History
import JSON
import Linux

/// Query on the history.
protocol HistoryQuestion: Sendable {
    /// What to ask for instead after a timeout, as in "ask for less time".
    var advice: String { get }
    /// Answer if no history exists yet.
    var answerOfNothing: HistoryAnswer { get }

    /// Returns the answer; nil if the time limit was exceeded.
    func answer(
        from reader: HistoryReader, within patience: Duration
    ) throws(HistoryError) -> HistoryAnswer?
}

/// An answer as JSON members without the surrounding braces.
struct HistoryAnswer: Sendable {
    private var writer = JSONWriter()

    /// Members, separated by commas.
    var members: [UInt8] { writer.bytes }

    /// Adds a member.
    mutating func add(_ key: String, _ write: (inout JSONWriter) -> Void) {
        writer.key(key)
        write(&writer)
    }
}

extension HistoryFilter {
    /// Creates the filter for a period between two timestamps.
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
            .badRequest, "\(field) must be a time such as 2026-03-02T10:04:02.375+01:00")
    }
}
