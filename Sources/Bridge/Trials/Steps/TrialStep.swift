package import Radio

/// A step of the trials with a real phone: instructions for the user, and what is expected of the phone.
package struct TrialStep: Hashable, Sendable {
    /// Group of steps with the time that it takes, most important first.
    package enum Group: String, CaseIterable, Sendable {
        case first = "The first five minutes"
        case previews = "Previews and Focus, five minutes more"
        case returning = "Coming back, half an hour more"
        case shapes = "Pairing in each shape, ten minutes for each"
    }

    /// Expected behaviour.
    package enum Kind: Hashable, Sendable {
        /// The phone pairs and shares its notifications; nil stands for the current shape.
        case pairing(Shape?)
        /// One message arrives once, with or without its text, and marked as silent or not.
        case message(hasText: Bool, isSilent: Bool)
        /// One message arrives, and its removal on the phone is reported.
        case removal
        case call(CallEnd)
        /// The connection ends and returns a number of times.
        case absence(times: Int)
        /// The host is suspended, and the phone reconnects.
        case sleep
        /// The host is restarted, and the phone reconnects.
        case restart
    }

    /// Expected end of a call.
    package enum CallEnd: Hashable, Sendable {
        case unanswered
        /// The bridge answers it.
        case answered
        /// The bridge declines it.
        case declined
    }

    /// Identifier to type, also used in the report.
    package let name: String
    package let title: String
    package let group: Group
    package let kind: Kind
    /// Instructions for the user, one action each.
    package let instructions: [String]
    /// Word in the message that identifies it.
    package var word: String?

    /// Awaited event, for the last line of the terminal.
    package var awaited: String {
        switch kind {
        case .pairing: "the phone"
        case .message, .removal: "the message"
        case .call: "the call"
        case .absence, .restart: "the phone to come back"
        case .sleep: "the suspend"
        }
    }

    /// Returns the step with another number of absences.
    package func times(_ count: Int) -> TrialStep {
        guard case .absence = kind else { return self }
        return TrialStep(
            name: name, title: title, group: group, kind: .absence(times: count),
            instructions: instructions, word: word)
    }
}
