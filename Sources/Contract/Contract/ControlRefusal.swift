/// Why a request was not done: a word for programs and a sentence for people.
package struct ControlRefusal: Error, Hashable, Sendable {
    /// The word; the bridge may know further ones.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The word, as it stands in the line.
        package let rawValue: String

        /// A code by its word; any word is one.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The line was no request.
        package static let badRequest = Code(rawValue: "bad_request")
        /// The line was longer than a request may be, and the client is cut off.
        package static let tooLong = Code(rawValue: "too_long")
        /// Too many lines in a row were no requests, and the client is cut off.
        package static let garbage = Code(rawValue: "garbage")
        /// The client has no right to this.
        package static let notAllowed = Code(rawValue: "not_allowed")
        /// There are too many clients, or the bridge is doing this for another one.
        package static let busy = Code(rawValue: "busy")
        /// The bridge holds too much that clients have not read, most of it for this one, which is
        /// cut off.
        package static let unread = Code(rawValue: "unread")
        /// What the request names is not there.
        package static let notFound = Code(rawValue: "not_found")
        /// What the request names may be more than one thing.
        package static let ambiguous = Code(rawValue: "ambiguous")
        /// The bridge stops and will not do this any more.
        package static let stopping = Code(rawValue: "stopping")
        /// The bridge tried and could not.
        package static let failed = Code(rawValue: "failed")
    }

    /// The word for programs.
    package let code: Code
    /// The sentence for people, without content.
    package let sentence: String

    /// A refusal, by a word for programs and a sentence for people.
    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}
