package import Linux

/// A request that waits for its answer; one that nobody answers is answered as failed.
@LoopActor
package final class WebExchange {
    private weak let connection: WebConnection?
    private let hasBody: Bool
    private var isAnswered = false
    /// Whose share of long answers the answer counts for; nil for all strangers together.
    package var holder: String?
    /// Called if the client goes before the answer.
    package var gone: (@LoopActor () -> Void)?

    init(_ connection: WebConnection, hasBody: Bool) {
        self.connection = connection
        self.hasBody = hasBody
    }

    isolated deinit {
        if !isAnswered { answer(WebResponse(.failed, "this was not answered")) }
    }

    /// Whether there is still somebody to answer to.
    package var isOpen: Bool { connection?.isGone == false }

    /// Answers, once.
    package func answer(_ response: WebResponse) {
        guard !isAnswered else { return }
        isAnswered = true
        gone = nil
        connection?.answer(response, hasBody: hasBody, for: holder)
    }

    /// Answers with a stream that goes on until somebody ends it; nil where nobody is there any more, or where
    /// only the head of an answer was asked for.
    package func stream(_ response: WebResponse) -> WebStream? {
        guard !isAnswered else { return nil }
        guard hasBody else {
            answer(response)
            return nil
        }
        isAnswered = true
        gone = nil
        return connection?.stream(response)
    }
}

/// An answer that goes on.
@LoopActor
package final class WebStream {
    private weak let connection: WebConnection?
    /// What is called once nobody reads it any more.
    package var gone: (@LoopActor () -> Void)?

    init(_ connection: WebConnection) {
        self.connection = connection
    }

    /// Whether somebody may still read it.
    package var isOpen: Bool { connection?.isGone == false }

    /// Sends more of it; a reader who leaves too much unread is cut off.
    package func send(_ bytes: [UInt8]) {
        connection?.send(bytes)
    }

    /// Ends it, when all was sent.
    package func end() {
        connection?.part()
    }
}
