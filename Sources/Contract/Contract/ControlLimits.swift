/// What the control socket bears; `Docs/control.md` says what happens at each limit.
package enum ControlLimits {
    /// Clients at a time; a further one is told that the bridge is busy.
    package static let clients = 1024
    /// Clients of one user, unless it is root or the bridge's own user; a further one gets an error.
    package static let clientsOfUser = 64
    /// Further clients that are of root or of the bridge's own user, so that they can look what is wrong.
    package static let reserve = 8
    /// Clients that each add-on service may have however many others there are.
    package static let clientsOfService = 4
    /// Bytes that wait for all clients together: what they have not read, and have sent of requests.
    ///
    /// Then the clients of the user who has most of it are cut off, the largest first.
    package static let allWaiting = 64 << 20
    /// Eighths of it that all of it has to come down to then, so that not each further byte makes
    /// another look.
    package static let eighthsAfterRelief = 7
    /// Bytes of the rest of a line that a client still gets before the error that ends its connection.
    package static let restOfLine = 16 << 10
    /// Bytes that must have waited before memory is given back to the system after they have gone.
    package static let worthGivingBack = 4 << 20
    /// How long after that it is: what comes and goes at once is one mass.
    package static let givingBack = Duration.seconds(1)
    /// Work on requests of all clients together before it is the turn of everything else in the
    /// process, in small requests.
    package static let workPerRound = 8
    /// The work of a request for all that holds, or for what came last.
    package static let workOfTail = 4
    /// Bytes of a request that are as much work as a small one.
    package static let bytesOfWork = 4 << 10
    /// Descriptors that everything else in the process may need.
    package static let otherDescriptors = 256
    /// Bytes of a request's line; a client that sends a longer one is cut off.
    package static let requestLine = 64 << 10
    /// Lines in a row that are no requests; then the client is cut off.
    package static let mistakes = 8
    /// Requests of one client that wait for their answers; further ones are read later.
    package static let openRequests = 16
    /// Bytes that wait for a slow reader; events give way, the oldest first.
    package static let output = 256 << 10
    /// Bytes that wait of what an earlier `tail` asked for, beside those of the next one.
    package static let earlierEvents = 2 << 20
    /// Bytes of answers that wait for a slow reader; further requests are read later.
    package static let unreadAnswers = 64 << 10
    /// Bytes read from, or written to, one client before it is the others' turn.
    package static let portion = 16 << 10
    /// How long a client that is cut off may take to read why.
    package static let parting = Duration.seconds(2)
    /// How long no further client is accepted where the process has run out of descriptors.
    package static let pause = Duration.seconds(1)
    /// Bytes of a text in a request, such as a phone's name.
    package static let text = 256
    /// Bytes of a text that is to be shown.
    package static let shownText = 1024
    /// Bytes of the words that are looked for.
    package static let words = 1024
    /// Elements of a list in a request.
    package static let list = 64
    /// Bytes of a line from the bridge that a client bears.
    package static let eventLine = 4 << 20
    /// How long a client waits for the bridge to take the connection and say hello.
    package static let hello = Duration.seconds(5)
    /// How long a client waits for an answer unless it says otherwise.
    package static let answer = Duration.seconds(10)
}
