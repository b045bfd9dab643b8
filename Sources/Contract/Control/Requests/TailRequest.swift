/// Request to follow the events of the bridge, with optional filters.
package struct TailRequest: ControlRequest {
    package static let word = "tail"
    package static let right = ControlRight.read
    /// Most past events that can be requested with `recent`.
    package static let mostRecent = 1000

    /// Number of past events sent first.
    package var recent: Int
    /// Categories to include; all if empty.
    package var categories: [String]
    /// Apps to include, by identifier or name; all if empty.
    package var apps: [String]
    /// Phones to include; all if empty.
    package var phones: [String]
    /// Whether to include raw Notification Source values.
    package var source: Bool
    /// Whether to send the current state first, in place of the latest events.
    package var board: Bool
    /// Whether to include distances of beacons, each at most once a second.
    package var range: Bool

    /// Creates a request for all events from now on by default.
    package init(
        recent: Int = 0, categories: [String] = [], apps: [String] = [],
        phones: [String] = [], source: Bool = false, board: Bool = false, range: Bool = false
    ) {
        self.recent = recent
        self.categories = categories
        self.apps = apps
        self.phones = phones
        self.source = source
        self.board = board
        self.range = range
    }

    package static var blank: TailRequest { TailRequest() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.usual("recent", &recent, .whole(0...Self.mostRecent), 0)
        try fields.usual("categories", &categories, .names, [])
        try fields.usual("apps", &apps, .names, [])
        try fields.usual("phones", &phones, .names, [])
        try fields.usual("source", &source, .truth, false)
        try fields.usual("board", &board, .truth, false)
        try fields.usual("range", &range, .truth, false)
        try fields.refuse("recent", while: board && recent > 0, "cannot be given with board")
    }
}
