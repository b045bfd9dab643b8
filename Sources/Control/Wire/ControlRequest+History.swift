import JSON

extension ControlRequest {
    /// Which notices that were kept a client wants: a page of them, the newest first.
    package struct History: Hashable, Sendable {
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

        /// The newest of all, unless something else is said.
        package init(
            words: String? = nil, since: String? = nil, until: String? = nil, calls: Bool = false,
            limit: Int? = nil, before: String? = nil
        ) {
            self.words = words
            self.since = since
            self.until = until
            self.calls = calls
            self.limit = limit
            self.before = before
        }

        /// Notices that can be asked for at a time.
        package static let limits = 1...200
        /// Notices of a page where nobody says how many.
        package static let usualLimit = 50
    }

    /// Of which time a client wants statistics, and how.
    package struct Statistics: Hashable, Sendable {
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

        /// How statistics are written.
        package enum Form: String, CaseIterable, Sendable {
            /// As numbers.
            case json
            /// As a picture.
            case svg
            /// Only how many notices there are, and how many of them a centre has not got yet.
            case sizes
        }
    }
}

extension ControlRequest.History {
    init(_ fields: JSONFields) throws(JSONError) {
        self.init(
            words: try fields["words"]?.text(ofBytes: ControlLimits.words),
            since: try fields["since"]?.name(),
            until: try fields["until"]?.name(),
            calls: try fields["calls"]?.bool() ?? false,
            limit: try fields["limit"]?.integer(in: Self.limits),
            before: try fields["before"]?.name())
    }

    func write(to writer: inout JSONWriter) {
        if let words { writer.member("words", words) }
        if let since { writer.member("since", since) }
        if let until { writer.member("until", until) }
        if calls { writer.member("calls", true) }
        if let limit { writer.member("limit", limit) }
        if let before { writer.member("before", before) }
    }
}

extension ControlRequest.Statistics {
    init(_ fields: JSONFields) throws(JSONError) {
        self.init(
            since: try fields["since"]?.name(), until: try fields["until"]?.name(),
            as: try fields["as"]?.choice(
                of: "a form", among: Form.allCases.map { ($0.rawValue, $0) }) ?? .json)
    }

    func write(to writer: inout JSONWriter) {
        if let since { writer.member("since", since) }
        if let until { writer.member("until", until) }
        if form != .json { writer.member("as", form.rawValue) }
    }
}
