package import Linux

/// Phones paired with this host.
package struct PhonesAnswer: ControlAnswer {
    package var phones: [BondedPhone] = []

    package init() {}

    package init(_ phones: [BondedPhone]) {
        self.phones = phones
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("phones", &phones, .objects())
    }
}

/// A phone paired with this host.
package struct BondedPhone: ControlAnswer {
    package var address = ""
    /// Stable identifier without a personal name.
    package var phoneID = ""
    package var name = ""
    /// Whether the host still has its half of the bond; nil if unknown.
    package var isBonded: Bool?
    package var isConnected = false
    /// Battery level in percent.
    package var battery: Int?
    /// Name of the model under which it is sold, or its identifier.
    package var model: String?
    /// State in words, and the time of its last change; nil if the phone has not connected since the start.
    package var words: String?
    package var since: WallTime?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("address", &address, .text)
        try fields.required("phone_id", &phoneID, .text)
        try fields.required("name", &name, .text)
        try fields.optional("bonded", &isBonded, .truth)
        try fields.required("connected", &isConnected, .truth)
        try fields.optional("battery", &battery, .number)
        try fields.optional("model", &model, .text)
        try fields.optional("words", &words, .text)
        try fields.optional("since", &since, .moment)
    }
}

/// Outcome of a pairing window.
package struct PairAnswer: ControlAnswer {
    /// Whether a phone was paired.
    package var hasPaired = false

    package init() {}

    package init(hasPaired: Bool) {
        self.hasPaired = hasPaired
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("paired", &hasPaired, .truth)
    }
}
