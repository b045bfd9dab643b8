/// Notices that were kept: a page of them, the newest first.
package struct HistoryRequest: ControlRequest {
    package static let word = "history"
    package static let right = ControlRight.lookBack
    /// Notices that can be asked for at a time.
    package static let limits = 1...200
    /// Notices of a page where nobody says how many.
    package static let usualLimit = 50

    /// What becomes of one-time codes.
    package enum Codes: String, CaseIterable, Sendable {
        /// They are there as they came.
        case show
        /// Each character of one is a dot, and no search finds a notice by one.
        case hide
    }

    /// What they must have in them, as a person types it; nil for all.
    package var words: String?
    /// Not those before this moment, as events have moments.
    package var since: String?
    /// Only those before this moment.
    package var until: String?
    /// Only calls.
    package var calls: Bool
    /// So many at most; nil for as many as the bridge gives.
    package var limit: Int?
    /// Only what follows a page, as that page's answer has it.
    package var before: String?
    /// What becomes of one-time codes.
    package var codes: Codes

    /// The newest of all, unless something else is said.
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

/// What the notices that were kept come to.
package struct StatisticsRequest: ControlRequest {
    package static let word = "stats"
    package static let right = ControlRight.lookBack

    /// How statistics are written.
    package enum Form: String, CaseIterable, Sendable {
        /// As numbers.
        case json
        /// As a picture.
        case svg
        /// Only how many notices there are, and how many of them a centre has not got yet.
        case sizes
    }

    /// From this moment on, as events have moments; nil for the beginning.
    package var since: String?
    /// Up to this moment; nil for now.
    package var until: String?
    /// How they are to be written.
    package var form: Form

    /// Those of everything as numbers, unless something else is said.
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
