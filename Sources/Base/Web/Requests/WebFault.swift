/// An error in a request; the connection ends after the answer.
package struct WebFault: Error, Hashable, Sendable {
    /// Status of the answer.
    package let status: WebStatus
    /// A sentence that describes a valid request, without any received content.
    package let sentence: String

    init(_ status: WebStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    static func bad(_ sentence: String) -> WebFault { WebFault(.badRequest, sentence) }
}
