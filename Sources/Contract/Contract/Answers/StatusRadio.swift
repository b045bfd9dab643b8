package import Linux

/// The radio, or what stands in for one.
package struct StatusRadio: ControlAnswer {
    /// Which radio it is, such as `bluez` or `simulated`.
    package var kind = ""
    /// The word for its condition; `simulated` where there is no radio.
    package var state = ""
    /// The same in words.
    package var words = ""
    /// What is wrong.
    package var reason: String?
    /// What the host looks like to phones; nil where they are simulated.
    package var shape: String?
    /// Since when it is so.
    package var since: WallTime?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("kind", &kind, .text)
        try fields.required("state", &state, .text)
        try fields.required("words", &words, .text)
        try fields.optional("reason", &reason, .text)
        try fields.optional("shape", &shape, .text)
        try fields.optional("since", &since, .moment)
    }
}
