/// An action on a notification or on a call.
package struct ActRequest: ControlRequest {
    package typealias Answer = ActAnswer
    package static let word = "act"
    package static let right = ControlRight.act

    package enum Action: String, CaseIterable, Sendable {
        case answer
        case decline
        /// Clear a notification.
        case clear
    }

    package var action: Action
    /// The notification, by identifier or a suffix of it; nil for the newest one that supports the action.
    package var notice: String?

    package init(_ action: Action, notice: String? = nil) {
        self.action = action
        self.notice = notice
    }

    package static var blank: ActRequest { ActRequest(.clear) }

    /// A request that fits no notification: what the bridge answers shows whether the client has the right to act.
    package static var probe: ActRequest { ActRequest(.clear, notice: "0000000000000") }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("action", &action, .choice(of: "an action"))
        try fields.optional("notice", &notice, .name)
    }
}
