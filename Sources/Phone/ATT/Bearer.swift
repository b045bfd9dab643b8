/// Both sides of one bearer: a client, and perhaps a server for what the peer asks as a client.
///
/// The two share the MTU, whichever side it was that asked for it, and nothing else: a request of
/// the peer is answered while one of ours is outstanding, and before the client has begun.
package struct Bearer: Sendable {
    /// Our side that asks.
    package internal(set) var client: GATTClient
    /// Our side that answers; without one everything is refused.
    package internal(set) var server: GATTServer?
    /// Whether the link is encrypted with a key as long as keys can be; its owner says so, and the
    /// server goes by it.
    package var isSecure = false

    /// A bearer over which nothing has been sent.
    package init(_ client: GATTClient, server: GATTServer? = nil) {
        self.client = client
        self.server = server
    }

    /// Takes a PDU of the peer.
    ///
    /// - Parameter isEncrypted: asked before a request is refused because the link is not secure, in case it has become
    ///   that and its owner has not said so yet.
    package mutating func receive(
        _ pdu: [UInt8], at now: Duration, isEncrypted: () -> Bool = { false }
    ) -> [GATTAction] {
        guard let opcode = pdu.first.map(Opcode.init(rawValue:)), GATTServer.takes(opcode),
            server != nil, !client.hasEnded
        else { return client.receive(pdu, at: now) }
        var answer = server?.answer(pdu, mtu: client.mtu, isSecure: isSecure)
        if !isSecure, answer?.isRefusal(.insufficientAuthentication) == true, isEncrypted() {
            isSecure = true
            answer = server?.answer(pdu, mtu: client.mtu, isSecure: true)
        }
        return answer.map { [.send($0)] } ?? []
    }

    /// Lets the client begin.
    package mutating func start(at now: Duration) -> [GATTAction] {
        client.start(at: now)
    }

    /// Tells the client, before it begins, what was found at this peer the last time.
    package mutating func remember(_ known: KnownServices?) {
        client.remember(known)
    }

    /// Hands an operation to the client.
    package mutating func perform(
        _ operation: GATTOperation, as id: OperationID, at now: Duration
    ) -> [GATTAction] {
        client.perform(operation, as: id, at: now)
    }

    /// Takes note of a packet too long to be read.
    package mutating func receiveUnreadable(length: Int) -> [GATTAction] {
        client.receiveUnreadable(length: length)
    }

    /// Ends the bearer if the peer has not answered in time.
    package mutating func advance(to now: Duration) -> [GATTAction] {
        client.advance(to: now)
    }

    /// Ends the bearer, for what its owner has seen or wants.
    package mutating func end(because end: BearerEnd) -> [GATTAction] {
        client.end(because: end)
    }
}

extension [UInt8] {
    /// Whether this is an answer that refuses a request with an error.
    fileprivate func isRefusal(_ error: ErrorCode) -> Bool {
        first == Opcode.errorResponse.rawValue && last == error.rawValue
    }
}
