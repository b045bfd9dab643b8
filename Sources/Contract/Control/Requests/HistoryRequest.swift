/// Request for a page of the history, newest notifications first.
package struct HistoryRequest: ControlRequest {
    package static let word = "history"
    package static let right = ControlRight.lookBack
    /// Valid page sizes.
    package static let limits = 1...200
    /// Default page size.
    package static let usualLimit = 50

    /// Treatment of one-time codes.
    package enum Codes: String, CaseIterable, Sendable {
        case show
        /// Show each character of a code as a dot, and exclude codes from searches.
        case hide
    }

    /// Search text as typed by the user; nil for all notifications.
    package var words: String?
    /// Start time, inclusive, in the format of events.
    package var since: String?
    /// End time, exclusive.
    package var until: String?
    /// Whether only calls are returned.
    package var calls: Bool
    /// Maximum number of notifications of the page; nil for the default of the bridge.
    package var limit: Int?
    /// Position after a previous page, taken from its answer.
    package var before: String?
    /// Treatment of one-time codes.
    package var codes: Codes

    /// Creates a request for the newest notifications by default.
    package init(
        words: String? = nil, since: String? = nil, until: String? = nil, calls: Bool = false,
        limit: Int? = nil, before: String? = nil, codes: Codes = .show
    ) {
        self.codes = codes
        self.words = words
        self.since = since
        self.until = until
        self.calls = calls
        self.limit = limit
        self.before = before
    }

    package static var blank: HistoryRequest { HistoryRequest() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("words", &words, .text(ofBytes: ControlLimits.words))
        try fields.optional("since", &since, .name)
        try fields.optional("until", &until, .name)
        try fields.usual("calls", &calls, .truth, false)
        try fields.optional("limit", &limit, .whole(Self.limits))
        try fields.optional("before", &before, .name)
        try fields.usual("codes", &codes, .choice(of: "a choice"), .show)
    }
}

/// Request for statistics of the history.
package struct StatisticsRequest: ControlRequest {
    package static let word = "stats"
    package static let right = ControlRight.lookBack

    /// Format of statistics.
    package enum Form: String, CaseIterable, Sendable {
        /// Numbers.
        case json
        /// A chart.
        case svg
        /// Only the number of notifications, and how many are not uploaded yet.
        case sizes
    }

    /// Start time in the format of events; nil for the beginning.
    package var since: String?
    /// End time; nil for now.
    package var until: String?
    /// Output format.
    package var form: Form

    /// Creates a request for statistics of the whole history as numbers by default.
    package init(since: String? = nil, until: String? = nil, as form: Form = .json) {
        self.since = since
        self.until = until
        self.form = form
    }

    package static var blank: StatisticsRequest { StatisticsRequest() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("since", &since, .name)
        try fields.optional("until", &until, .name)
        try fields.usual("as", &form, .choice(of: "a form"), .json)
    }
}
