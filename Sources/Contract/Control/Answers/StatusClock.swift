package import Linux

/// Setting of the host's clock by that of a phone.
package struct StatusClock: ControlAnswer {
    /// State for people.
    package var words = ""
    /// Time at which the clock was last set, and the milliseconds by which it moved; negative if it
    /// was set back.
    package var set: WallTime?
    package var moved: Int?
    /// Stable identifier of the phone by which it was set.
    package var phoneID: String?
    /// Reason why it cannot be set.
    package var problem: String?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("words", &words, .text)
        try fields.optional("set", &set, .moment)
        try fields.optional("moved_ms", &moved, .number)
        try fields.optional("phone_id", &phoneID, .text)
        try fields.optional("problem", &problem, .text)
    }
}
