/// How a program is that works beside the bridge, told by itself.
package struct AddOnRequest: ControlRequest {
    package static let word = "companion"
    package static let right = ControlRight.read
    private static let counts = 0...Int(Int32.max)

    /// What people call it.
    package var name: String
    /// Whether it does its work.
    package var works: Bool
    /// What it does, or what keeps it from that, in words without content.
    package var words: String
    /// Since when that is so, as events have moments; nil for now.
    package var since: String?
    /// What went wrong last, in words without content.
    package var trouble: String?
    /// How much waits to be passed on.
    package var waiting: Int
    /// How much it could not pass on and left out.
    package var lost: Int

    /// A program that says this of itself.
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
