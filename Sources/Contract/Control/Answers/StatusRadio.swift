package import Linux

/// Status of the radio, real or simulated.
package struct StatusRadio: ControlAnswer {
    /// Kind of radio, such as `bluez` or `simulated`.
    package var kind = ""
    /// State word for programs; `simulated` without a radio.
    package var state = ""
    /// Description of the state.
    package var words = ""
    /// Description of the error.
    package var reason: String?
    /// How the host appears to phones; nil if phones are simulated.
    package var shape: String?
    /// Time of the last change of state.
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
