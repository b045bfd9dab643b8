package import Linux

/// A phone that has been here since the bridge began.
package struct StatusPhone: ControlAnswer {
    package var name = ""
    /// The address of its bond.
    package var bond = ""
    /// The short name that stays and names no person.
    package var phoneID = ""
    /// The word for its condition, and the same in words.
    package var state = ""
    package var words = ""
    /// Since when it is so.
    package var since: WallTime?
    /// Notifications that are on it.
    package var notices = 0
    /// Those of which the words are on their way.
    package var waiting = 0
    /// Those of which the words were never heard.
    package var leftOut = 0
    /// What further services of the phone say.
    package var facts: [PhoneFact] = []
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
        try fields.required("counters", &counters, .object())
    }

    /// How full the battery is, in percent, where the phone itself says so.
    package var battery: Int? { facts.first { $0.name == "battery" }?.value }
}

/// One number that a phone tells, such as how full its battery is.
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

/// What has gone over the link with a phone.
package struct PhoneCounters: ControlAnswer {
    package var sourceEvents = 0
    package var malformed = 0
    package var answers = 0
    package var foreignFragments = 0
    package var retracted = 0
    package var timeouts = 0
    package var refusals = 0
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
