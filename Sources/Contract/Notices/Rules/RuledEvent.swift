/// An event with the first rule that matches it.
package struct RuledEvent: Sendable {
    /// The unchanged event.
    package let event: BridgeEvent
    /// Name of the matching rule; nil if there is none.
    let rule: String?
    let action: RuleAction
    /// Time of the notification's arrival, the only time that rules with hours consider.
    let arrival: MomentOfWeek?

    init(
        _ event: BridgeEvent, rule: String? = nil, action: RuleAction = .asItIs,
        arrival: MomentOfWeek? = nil
    ) {
        self.event = event
        self.rule = rule
        self.action = action
        self.arrival = arrival
    }
}
