/// The client's side of one bearer: agrees on an MTU, finds one service and learns when it changes,
/// subscribes to its characteristics and writes them.
///
/// PDUs and time come in, actions go out; time counts from any fixed start. One request is
/// outstanding at a time, as the protocol demands. Agreeing and discovering go before operations;
/// operations go in the order in which they were asked for.
package struct GATTClient: Sendable {
    /// The longest PDU we take: the longest a value can need, and what BlueZ offers.
    package static let ourMTU = 517
    /// The longest PDU a peer takes that has said nothing (Core specification, Vol 3 Part G 5.2.1).
    package static let defaultMTU = 23
    /// How long a peer may take to answer (Core specification, Vol 3 Part F 3.3.3).
    package static let transactionTimeout: Duration = .seconds(30)
    /// How long a peer may take to answer the MTU request.
    ///
    /// Some never do. What helps is a new link without that request, so nothing is gained by waiting
    /// for the whole `transactionTimeout`.
    package static let mtuTimeout: Duration = .seconds(10)
    /// The longest value an attribute can have (Core specification, Vol 3 Part F 3.2.9).
    package static let maximumValueLength = 512
    /// Operations that may wait; one more completes at once as `queueFull`.
    package static let maximumWaitingOperations = 16

    let service: UUID
    let required: [UUID]
    var options: GATTClientOptions

    /// The length that no PDU may exceed, in either direction.
    package internal(set) var mtu = defaultMTU
    /// The service as it was found, while the peer offers it.
    package internal(set) var foundService: GATTService?
    /// Rules that the peer has broken without harm.
    package internal(set) var violationCount = 0
    /// Values that came for no subscription; a bonded peer may remember an earlier one.
    package internal(set) var unclaimedValueCount = 0
    /// Whether the bearer has ended.
    package internal(set) var hasEnded = false

    var transaction: Transaction?
    /// What is known of the peer's services, and how far the search for the first is.
    var lookup = Lookup()
    /// The same of the other services that are needed.
    var further = FurtherLookup()
    /// Whether the peer has settled the MTU itself.
    var isMTUSettled = false

    var waiting: [PendingOperation] = []
    var current: PendingOperation?
    /// Whether the peer holds parts of a long value, which it would put before the next one.
    var hasPreparedParts = false
    /// Value handles of subscribed characteristics.
    var subscribed: [Handle: UUID] = [:]
    /// Characteristics that were subscribed to when the services changed.
    ///
    /// A peer that has kept such a subscription begins nothing anew when it is made again.
    var unsettled: Set<UUID> = []

    private var actions: [GATTAction] = []

    /// - Parameter required: the characteristics without which the service is not the one meant.
    package init(
        service: UUID, requiring required: [UUID], options: GATTClientOptions = GATTClientOptions()
    ) {
        self.service = service
        self.required = required
        self.options = options
        further.due = options.further
    }

    /// The other services that are needed, where the peer offers them.
    package var furtherServices: [UUID: GATTService] { further.services }

    /// When `advance` must be called, if nothing happens before.
    package var deadline: Duration? { transaction?.deadline }

    /// The request that the peer has not answered yet.
    package var outstandingRequest: Opcode? { transaction?.request }

    /// Operations that have not been sent yet.
    package var waitingOperationCount: Int { waiting.count }

    /// Begins to talk to the peer; once.
    package mutating func start(at now: Duration) -> [GATTAction] {
        guard lookup.setup == .notStarted, !hasEnded else { return [] }
        lookup.setup = .exchangingMTU
        if isMTUSettled || !options.asksMTU { lookForServices() }
        sendNextRequest(at: now)
        return takeActions()
    }

    /// Takes a PDU of the peer.
    package mutating func receive(_ pdu: [UInt8], at now: Duration) -> [GATTAction] {
        guard !hasEnded else { return [] }
        dispatch(pdu)
        sendNextRequest(at: now)
        return takeActions()
    }

    /// Takes note of a packet too long for us to read: whether it was the awaited response cannot
    /// be known any more.
    package mutating func receiveUnreadable(length: Int) -> [GATTAction] {
        end(.violated(.tooLong(length: length, mtu: mtu)))
        return takeActions()
    }

    /// Ends the bearer if the peer has not answered in time: after that no request may be sent.
    package mutating func advance(to now: Duration) -> [GATTAction] {
        guard let transaction, now >= transaction.deadline else { return [] }
        end(.timedOut(transaction.request))
        return takeActions()
    }

    /// Begins an operation, or lets it wait for its turn.
    package mutating func perform(
        _ operation: GATTOperation, as id: OperationID, at now: Duration
    ) -> [GATTAction] {
        guard !hasEnded else { return [] }
        enqueue(operation, as: id)
        sendNextRequest(at: now)
        return takeActions()
    }

    /// Ends the bearer, for what its owner has seen or wants.
    package mutating func end(because end: BearerEnd) -> [GATTAction] {
        self.end(end)
        return takeActions()
    }

    private mutating func takeActions() -> [GATTAction] {
        defer { actions = [] }
        return actions
    }

    // MARK: What the parts of the client share

    mutating func send(_ pdu: some AttributePDU) {
        actions.append(.send(pdu.bytes))
    }

    mutating func report(_ event: GATTEvent) {
        actions.append(.report(event))
    }

    /// Takes note of a broken rule that does no harm.
    mutating func tolerate(_ violation: Violation) {
        violationCount += 1
        report(.violated(violation))
    }

    /// Ends everything that goes on, and the bearer.
    mutating func end(_ end: BearerEnd) {
        guard !hasEnded else { return }
        hasEnded = true
        transaction = nil
        lookup.discovery = nil
        foundService = nil
        further.services = [:]
        further.discovery = nil
        subscribed = [:]
        abandonOperations(as: .bearerEnded)
        report(.ended(end))
    }
}
