/// Reason why a request was refused: a word for programs and a sentence for users.
package struct ControlRefusal: Error, Hashable, Sendable {
    /// Error word; another version of the bridge may use further ones.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// Spelling on the wire.
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The line is not a valid request.
        package static let badRequest = Code(rawValue: "bad_request")
        /// The line exceeds the limit for requests; the client is disconnected.
        package static let tooLong = Code(rawValue: "too_long")
        /// Too many consecutive lines were invalid; the client is disconnected.
        package static let garbage = Code(rawValue: "garbage")
        /// The client has no permission.
        package static let notAllowed = Code(rawValue: "not_allowed")
        /// There are too many clients, or another client's request of this kind is in progress.
        package static let busy = Code(rawValue: "busy")
        /// Too much output is unread, most of it by this client; the client is disconnected.
        package static let unread = Code(rawValue: "unread")
        /// The object named by the request does not exist.
        package static let notFound = Code(rawValue: "not_found")
        /// The name in the request matches more than one object.
        package static let ambiguous = Code(rawValue: "ambiguous")
        /// The bridge or the client's connection is ending, so that the request is not completed.
        package static let stopping = Code(rawValue: "stopping")
        /// The bridge tried and failed.
        package static let failed = Code(rawValue: "failed")
    }

    /// Word for programs.
    package let code: Code
    /// Sentence for users, without content of notifications.
    package let sentence: String

    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}
