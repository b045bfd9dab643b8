/// The events of notices from now on, as far as a client wants them.
package struct TailRequest: ControlRequest {
    package static let word = "tail"
    package static let right = ControlRight.read
    /// The most events that can be asked for with `recent`.
    package static let mostRecent = 1000

    /// So many of the latest events first.
    package var recent: Int
    /// Only these categories; all where there are none.
    package var categories: [String]
    /// Only these apps, by identifier or name; all where there are none.
    package var apps: [String]
    /// Only these phones; all where there are none.
    package var phones: [String]
    /// Raw Notification Source values too.
    package var source: Bool
    /// First all that holds, in place of the latest events.
    package var board: Bool
    /// How near beacons are as well, each at most once a second.
    package var range: Bool

    /// All events from now on, unless something else is said.
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
