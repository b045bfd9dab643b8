/// Request to open a pairing window.
package struct PairRequest: ControlRequest {
    package typealias Answer = PairAnswer
    package static let word = "pair"
    package static let right = ControlRight.act
    /// Valid durations of a window in seconds.
    package static let seconds = 1...3600

    /// Method by which the user confirms the right phone.
    package enum Method: String, CaseIterable, Sendable {
        /// Both devices show a number for comparison.
        case compare
        /// The user types a number on the phone.
        case passkey
        /// The user only confirms.
        case confirm
    }

    /// Pairing method; nil for the default of the bridge.
    package var method: Method?
    /// Duration of the window in seconds; nil for the default of the bridge.
    package var seconds: Int?

    package init(method: Method? = nil, seconds: Int? = nil) {
        self.method = method
        self.seconds = seconds
    }

    package static var blank: PairRequest { PairRequest() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("method", &method, .choice(of: "a method"))
        try fields.optional("seconds", &seconds, .whole(Self.seconds))
    }
}

/// The user's answer to a question during pairing.
package struct ReplyRequest: ControlRequest {
    package static let word = "reply"
    package static let right = ControlRight.act

    package var isYes: Bool

    package init(isYes: Bool) {
        self.isYes = isYes
    }

    package static var blank: ReplyRequest { ReplyRequest(isYes: false) }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("yes", &isYes, .truth)
    }
}

/// Request to forget a phone and delete its bond.
package struct ForgetRequest: ControlRequest {
    package static let word = "forget"
    package static let right = ControlRight.act

    /// Phone name or address.
    package var phone: String

    package init(phone: String) {
        self.phone = phone
    }

    package static var blank: ForgetRequest { ForgetRequest(phone: "") }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("phone", &phone, .name)
    }
}
