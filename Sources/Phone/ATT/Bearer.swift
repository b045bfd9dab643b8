/// Both sides of one bearer: a client, and optionally a server for the peer's requests.
///
/// The two share only the MTU, whichever side requested it. A request of the peer is answered while
/// a request of this side is outstanding, and before the client has started.
package struct Bearer: Sendable {
    package internal(set) var client: GATTClient
    /// Server of this side; if nil, all requests are refused.
    package internal(set) var server: GATTServer?
    /// Whether the link is encrypted with a key of maximum length.
    ///
    /// The owner sets it, and the server depends on it.
    package var isSecure = false

    package init(_ client: GATTClient, server: GATTServer? = nil) {
        self.client = client
        self.server = server
    }

    /// Handles a PDU of the peer.
    ///
    /// - Parameter isEncrypted: called before a request is refused because the link is not secure,
    ///   in case the owner has not yet set `isSecure`.
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

    /// Starts the client.
    package mutating func start(at now: Duration) -> [GATTAction] {
        client.start(at: now)
    }

    /// Sets the services found at this peer the last time; to be called before the client starts.
    package mutating func remember(_ known: KnownServices?) {
        client.remember(known)
    }

    /// Performs an operation of the client.
    package mutating func perform(
        _ operation: GATTOperation, as id: OperationID, at now: Duration
    ) -> [GATTAction] {
        client.perform(operation, as: id, at: now)
    }

    /// Handles a packet too long to be read.
    package mutating func receiveUnreadable(length: Int) -> [GATTAction] {
        client.receiveUnreadable(length: length)
    }

    /// Ends the bearer if the peer has not answered in time.
    package mutating func advance(to now: Duration) -> [GATTAction] {
        client.advance(to: now)
    }

    /// Ends the bearer at the owner's request.
    package mutating func end(because end: BearerEnd) -> [GATTAction] {
        client.end(because: end)
    }
}

extension [UInt8] {
    /// Returns whether this is an error response with the code.
    fileprivate func isRefusal(_ error: ErrorCode) -> Bool {
        first == Opcode.errorResponse.rawValue && last == error.rawValue
    }
}
