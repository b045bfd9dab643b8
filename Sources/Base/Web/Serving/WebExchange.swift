package import Linux

/// A request that waits for its response; one that is never answered gets a failure.
@LoopActor
package final class WebExchange {
    private weak let connection: WebConnection?
    private let hasBody: Bool
    private var isAnswered = false
    /// Token whose share of long responses is used; nil for all anonymous clients together.
    package var holder: String?
    /// Called if the client disconnects before the response.
    package var gone: (@LoopActor () -> Void)?

    init(_ connection: WebConnection, hasBody: Bool) {
        self.connection = connection
        self.hasBody = hasBody
    }

    isolated deinit {
        if !isAnswered { answer(WebResponse(.failed, "the server did not answer this request")) }
    }

    /// Whether the client is still connected.
    package var isOpen: Bool { connection?.isGone == false }

    /// Sends the response; only the first counts.
    package func answer(_ response: WebResponse) {
        guard !isAnswered else { return }
        isAnswered = true
        gone = nil
        connection?.answer(response, hasBody: hasBody, for: holder)
    }

    /// Starts a stream, which continues until it is ended; nil if the client is gone or sent a HEAD
    /// request.
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

/// A continuous response.
@LoopActor
package final class WebStream {
    private weak let connection: WebConnection?
    /// Called when the reader is gone.
    package var gone: (@LoopActor () -> Void)?

    init(_ connection: WebConnection) {
        self.connection = connection
    }

    /// Whether the client is still connected.
    package var isOpen: Bool { connection?.isGone == false }

    /// Sends bytes; a reader that leaves too much unread is disconnected.
    package func send(_ bytes: [UInt8]) {
        connection?.send(bytes)
    }

    /// Ends the stream after all bytes are sent.
    package func end() {
        connection?.part()
    }
}
