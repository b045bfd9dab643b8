/// Status of an add-on service, reported by the service itself.
package struct AddOnRequest: ControlRequest {
    package static let word = "companion"
    package static let right = ControlRight.read
    private static let counts = 0...Int(Int32.max)

    /// Display name of the service.
    package var name: String
    /// Whether the service works.
    package var works: Bool
    /// Current activity, or the reason for a failure, without content of notifications.
    package var words: String
    /// Time of the last change, in the format of events; nil for now.
    package var since: String?
    /// Last error, without content of notifications.
    package var trouble: String?
    /// Number of items waiting to be passed on.
    package var waiting: Int
    /// Number of items dropped.
    package var lost: Int

    package init(
        name: String, works: Bool, words: String, since: String? = nil, trouble: String? = nil,
        waiting: Int = 0, lost: Int = 0
    ) {
        self.name = name
        self.works = works
        self.words = words
        self.since = since
        self.trouble = trouble
        self.waiting = waiting
        self.lost = lost
    }

    package static var blank: AddOnRequest {
        AddOnRequest(name: "", works: false, words: "")
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .name)
        try fields.required("works", &works, .truth)
        try fields.required("words", &words, .name)
        try fields.optional("since", &since, .name)
        try fields.optional("trouble", &trouble, .name)
        try fields.usual("waiting", &waiting, .whole(Self.counts), 0)
        try fields.usual("lost", &lost, .whole(Self.counts), 0)
    }
}
