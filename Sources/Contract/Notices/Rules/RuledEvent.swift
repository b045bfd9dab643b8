/// An event, and what the first rule that is about it says.
package struct RuledEvent: Sendable {
    /// As it came.
    package let event: BridgeEvent
    /// The name of that rule; nil where none is about it.
    let rule: String?
    let action: RuleAction
    /// When the notice came, where it is about one: rules about hours look at this alone.
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
