package import Contract
package import JSON

/// What the bridge answered: the value, and the object from which it was read.
package struct Answered<Answer: ControlAnswer>: Sendable {
    /// What this program understands of the answer.
    package let value: Answer
    /// All of the answer, with what a later bridge may have added.
    package let json: JSONValue

    /// Reads an answer.
    package init(_ json: JSONValue) {
        self.json = json
        value = Answer(gently: json)
    }

    /// The object as a line of its own, for programs.
    package var line: String { json.answerLine }
}

/// Why a question to the bridge has no answer to go on with.
package enum AskFailure: Error, Hashable, Sendable {
    /// There is no bridge, or none that answers.
    case failed(ControlFailure)
    /// The bridge does not do it.
    case refused(ControlRefusal)

    /// What is wrong, in words for people.
    package var sentence: String {
        switch self {
        case .failed(let failure): "\(failure)"
        case .refused(let refusal): refusal.sentence
        }
    }
}
