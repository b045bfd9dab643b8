/// A window in which a phone can pair.
package struct PairRequest: ControlRequest {
    package typealias Answer = PairAnswer
    package static let word = "pair"
    package static let right = ControlRight.act
    /// How long a window can be asked to be open.
    package static let seconds = 1...3600

    /// How pairing makes sure that it is the person's own phone.
    package enum Method: String, CaseIterable, Sendable {
        /// Both show a number that the person compares.
        case compare
        /// The person types a number on the phone.
        case passkey
        /// The person only says yes.
        case confirm
    }

    /// Nil leaves the choice to the bridge.
    package var method: Method?
    /// How long the window is open; nil leaves that to the bridge.
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

/// A person's answer to what pairing has asked.
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

/// The end of what is known of a phone, and of its bond.
package struct ForgetRequest: ControlRequest {
    package static let word = "forget"
    package static let right = ControlRight.act

    /// The phone, by its name or address.
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
