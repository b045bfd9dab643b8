/// Counters of the rules.
package struct StatusRules: ControlAnswer {
    package var shown = 0
    package var hidden = 0
    /// Notifications dropped; the members below count them by reason.
    package var leftOut = 0
    package var leftOutRule = 0
    package var leftOutQuietHours = 0
    package var leftOutDuplicate = 0
    package var leftOutRate = 0
    package var leftOutMuted = 0
    /// Pattern searches that were abandoned, which count as no match.
    package var givenUpSearches = 0
    /// Beacon events; nil if rules are only tried.
    package var shownBeacons: Int?
    package var leftOutBeacons: Int?
    /// Notifications that each rule matched; nil if rules are only tried.
    package var hits: [RuleHits]?

    package init() {}

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("shown", &shown, .number)
        try fields.required("hidden", &hidden, .number)
        try fields.required("left_out", &leftOut, .number)
        try fields.required("left_out_rule", &leftOutRule, .number)
        try fields.required("left_out_quiet_hours", &leftOutQuietHours, .number)
        try fields.required("left_out_duplicate", &leftOutDuplicate, .number)
        try fields.required("left_out_rate", &leftOutRate, .number)
        try fields.required("left_out_muted", &leftOutMuted, .number)
        try fields.required("given_up_searches", &givenUpSearches, .number)
        try fields.optional("shown_beacons", &shownBeacons, .number)
        try fields.optional("left_out_beacons", &leftOutBeacons, .number)
        try fields.optional("hits", &hits, .objects())
    }
}

/// Number of notifications that a rule matched.
package struct RuleHits: ControlAnswer {
    package var rule = ""
    package var count = 0

    package init() {}

    package init(rule: String, count: Int) {
        self.rule = rule
        self.count = count
    }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.required("rule", &rule, .text)
        try fields.required("count", &count, .number)
    }
}
