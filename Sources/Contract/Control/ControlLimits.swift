/// Limits of the control socket; `Docs/reference/control.md` describes what happens at each.
package enum ControlLimits {
    /// Maximum number of clients at a time; further ones get a `busy` error.
    package static let clients = 1024
    /// Maximum number of clients of one user, except root and the bridge's own user; further ones get an error.
    package static let clientsOfUser = 64
    /// Additional clients reserved for root and the bridge's own user, for diagnosis.
    package static let reserve = 8
    /// Clients that each add-on service may always have, regardless of other clients.
    package static let clientsOfService = 4
    /// Bytes waiting for all clients together: unread output and buffered requests.
    ///
    /// At this limit the clients of the user with the largest share are disconnected, the largest first.
    package static let allWaiting = 64 << 20
    /// Eighths of `allWaiting` that remain after clients were disconnected, so that not every further byte disconnects one.
    package static let eighthsAfterRelief = 7
    /// Bytes of an unfinished line that a client still gets before the error that ends its connection.
    package static let restOfLine = 16 << 10
    /// Bytes that must have waited before freed memory is returned to the system.
    package static let worthGivingBack = 4 << 20
    /// Delay before freed memory is returned, so that it is returned once for several requests in a row.
    package static let givingBack = Duration.seconds(1)
    /// Work for requests of all clients per round of the event loop, in units of small requests.
    package static let workPerRound = 8
    /// Work of a `tail` request, in addition to that of any request.
    package static let workOfTail = 4
    /// Bytes of a request that count as one further unit of work.
    package static let bytesOfWork = 4 << 10
    /// Descriptors reserved for the rest of the process.
    package static let otherDescriptors = 256
    /// Bytes of a request line; a client that sends a longer one is disconnected.
    package static let requestLine = 64 << 10
    /// Consecutive invalid lines after which a client is disconnected.
    package static let mistakes = 8
    /// Unanswered requests of one client; further ones are read later.
    package static let openRequests = 16
    /// Bytes of output queued for a slow reader; beyond that the oldest events are dropped.
    package static let output = 256 << 10
    /// Bytes still queued from an earlier `tail`, in addition to those of the next one.
    package static let earlierEvents = 2 << 20
    /// Bytes of answers queued for a slow reader; beyond that no further requests are read.
    package static let unreadAnswers = 64 << 10
    /// Bytes read from or written to one client before the next client's turn.
    package static let portion = 16 << 10
    /// Time for a disconnected client to read the reason.
    package static let parting = Duration.seconds(2)
    /// Pause before new clients are accepted after the process has run out of descriptors.
    package static let pause = Duration.seconds(1)
    /// Bytes of a text in a request, such as a phone's name.
    package static let text = 256
    /// Bytes of a text to be shown.
    package static let shownText = 1024
    /// Bytes of a search text.
    package static let words = 1024
    /// Elements of a list in a request.
    package static let list = 64
    /// Bytes of a line from the bridge that a client accepts.
    package static let eventLine = 4 << 20
    /// Time for connecting and receiving the greeting of the bridge.
    package static let hello = Duration.seconds(5)
    /// Default time a client waits for an answer.
    package static let answer = Duration.seconds(10)
}
