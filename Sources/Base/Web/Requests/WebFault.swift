/// Why something that came is no request that can be answered; the connection ends after it.
package struct WebFault: Error, Hashable, Sendable {
    /// The status of the answer.
    package let status: WebStatus
    /// What would be right, as a sentence without a word of what came.
    package let sentence: String

    init(_ status: WebStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }

    static func bad(_ sentence: String) -> WebFault { WebFault(.badRequest, sentence) }
}
