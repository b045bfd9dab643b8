package import JSON

/// Answer of the bridge: the decoded value, and the object from which it was read.
package struct Answered<Answer: ControlAnswer>: Sendable {
    /// Members of the answer that this program knows.
    package let value: Answer
    /// The complete answer, including members added by later versions of the bridge.
    package let json: JSONValue

    /// Decodes an answer.
    package init(_ json: JSONValue) {
        self.json = json
        value = Answer(gently: json)
    }

    /// The object on a line of its own, for programs.
    package var line: String { json.answerLine }
}

/// Reason why a request to the bridge got no usable answer.
package enum AskFailure: Error, Hashable, Sendable {
    /// No bridge was reached, or it did not answer.
    case failed(ControlFailure)
    /// The bridge refused the request.
    case refused(ControlRefusal)

    /// Whether the client lacks the right.
    package var isNotAllowed: Bool {
        if case .refused(let refusal) = self { refusal.code == .notAllowed } else { false }
    }

    /// The error in words for users.
    package var sentence: String {
        switch self {
        case .failed(let failure): "\(failure)"
        case .refused(let refusal): refusal.sentence
        }
    }
}
