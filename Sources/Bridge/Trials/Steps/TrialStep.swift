package import Radio

/// One step of the trials with a real phone: what a person does, and what is expected of the phone.
package struct TrialStep: Hashable, Sendable {
    /// How much time a person needs for the steps up to here; the most important steps come first.
    package enum Group: String, CaseIterable, Sendable {
        case first = "The first five minutes"
        case previews = "Previews and Focus, five minutes more"
        case returning = "Coming back, half an hour more"
        case shapes = "Pairing in each shape, ten minutes for each"
    }

    /// What is expected.
    package enum Kind: Hashable, Sendable {
        /// The phone pairs and shares its notifications; nil stands for the shape that the host has now.
        case pairing(Shape?)
        /// One message arrives once, with or without its text, and marked as silent or not.
        case message(hasText: Bool, isSilent: Bool)
        /// One message arrives, and its removal on the phone is reported.
        case removal
        /// A call.
        case call(CallEnd)
        /// The connection ends and comes back so many times.
        case absence(times: Int)
        /// The host is suspended, and the phone comes back.
        case sleep
        /// The host is restarted, and the phone comes back.
        case restart
    }

    /// How a call ends.
    package enum CallEnd: Hashable, Sendable {
        case unanswered
        /// The bridge answers it.
        case answered
        /// The bridge declines it.
        case declined
    }

    /// The word that a person types for it, and that the report has.
    package let name: String
    package let title: String
    package let group: Group
    package let kind: Kind
    /// What the person does, a line for each thing.
    package let instructions: [String]
    /// A word that the message contains, by which it is recognised.
    package var word: String?

    /// What is waited for, on the last line of the terminal.
    package var awaited: String {
        switch kind {
        case .pairing: "the phone"
        case .message, .removal: "the message"
        case .call: "the call"
        case .absence, .restart: "the phone to come back"
        case .sleep: "the suspend"
        }
    }

    /// The same step for another number of absences.
    package func times(_ count: Int) -> TrialStep {
        guard case .absence = kind else { return self }
        return TrialStep(
            name: name, title: title, group: group, kind: .absence(times: count),
            instructions: instructions, word: word)
    }
}
