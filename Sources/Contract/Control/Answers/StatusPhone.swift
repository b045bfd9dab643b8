package import Linux

/// A phone seen since the bridge started.
package struct StatusPhone: ControlAnswer {
    package var name = ""
    /// Address of the bond.
    package var bond = ""
    /// Stable identifier without a personal name.
    package var phoneID = ""
    /// State word for programs, and its description.
    package var state = ""
    package var words = ""
    /// Time of the last change of state.
    package var since: WallTime?
    /// Notifications on the phone.
    package var notices = 0
    /// Notifications whose texts are still being fetched.
    package var waiting = 0
    /// Notifications dropped because there were too many.
    package var leftOut = 0
    /// Values from additional services of the phone.
    package var facts: [PhoneFact] = []
    /// Name of the model under which it is sold, or its identifier.
    package var model: String?
    package var maker: String?
    /// Offset of its local time from UTC, such as `+01:00`.
    package var zone: String?
    /// Milliseconds by which its clock is ahead of the host's; negative if it is behind.
    package var clockLead: Int?
    /// Time at which its clock was read.
    package var clockRead: WallTime?
    package var counters = PhoneCounters()

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.required("bond", &bond, .text)
        try fields.required("phone_id", &phoneID, .text)
        try fields.required("state", &state, .text)
        try fields.required("words", &words, .text)
        try fields.optional("since", &since, .moment)
        try fields.required("notices", &notices, .number)
        try fields.required("waiting", &waiting, .number)
        try fields.required("left_out", &leftOut, .number)
        try fields.usual("facts", &facts, .objects(), [])
        try fields.optional("model", &model, .text)
        try fields.optional("maker", &maker, .text)
        try fields.optional("zone", &zone, .text)
        try fields.optional("clock_lead_ms", &clockLead, .number)
        try fields.optional("clock_read", &clockRead, .moment)
        try fields.required("counters", &counters, .object())
    }

    /// Battery level in percent, if the phone reports it.
    package var battery: Int? { facts.first { $0.name == "battery" }?.value }
}

/// A numeric value reported by a phone, such as its battery level.
package struct PhoneFact: ControlAnswer {
    package var name = ""
    package var value = 0

    package init() {}

    package init(name: String, value: Int) {
        self.name = name
        self.value = value
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("name", &name, .text)
        try fields.required("value", &value, .number)
    }
}

/// Counters of the link to a phone.
package struct PhoneCounters: ControlAnswer {
    package var sourceEvents = 0
    /// Notification Source values of another length, or with an unknown event.
    package var malformed = 0
    package var answers = 0
    /// Fragments that belonged to no request.
    package var foreignFragments = 0
    /// Notifications removed before they could be fetched.
    package var retracted = 0
    package var timeouts = 0
    package var refusals = 0
    /// Subscriptions that were renewed.
    package var renewals = 0

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("source_events", &sourceEvents, .number)
        try fields.required("malformed", &malformed, .number)
        try fields.required("answers", &answers, .number)
        try fields.required("foreign_fragments", &foreignFragments, .number)
        try fields.required("retracted", &retracted, .number)
        try fields.required("timeouts", &timeouts, .number)
        try fields.required("refusals", &refusals, .number)
        try fields.required("renewals", &renewals, .number)
    }
}
