/// Something that is done to a notice, or to the call that rings.
package struct ActRequest: ControlRequest {
    package typealias Answer = ActAnswer
    package static let word = "act"
    package static let right = ControlRight.act

    /// What can be done to a notice.
    package enum Action: String, CaseIterable, Sendable {
        /// Takes a call.
        case answer
        /// Declines a call.
        case decline
        /// Takes a notice away.
        case clear
    }

    package var action: Action
    /// The notice, by its name or the end of that; nil for the newest to which this can be done.
    package var notice: String?

    package init(_ action: Action, notice: String? = nil) {
        self.action = action
        self.notice = notice
    }

    package static var blank: ActRequest { ActRequest(.clear) }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("action", &action, .choice(of: "an action"))
        try fields.optional("notice", &notice, .name)
    }
}
