/// Client side of one bearer.
///
/// It negotiates an MTU, finds one service and detects changes of it, and subscribes to, reads and
/// writes its characteristics.
///
/// It takes PDUs and time, and returns actions; time counts from any fixed start. One request is
/// outstanding at a time, as the protocol requires. Negotiation and discovery precede operations;
/// operations are performed in order.
package struct GATTClient: Sendable {
    /// Maximum length of a received PDU: the longest that a value can need, also offered by BlueZ.
    package static let ourMTU = 517
    /// Maximum length of a PDU for a peer without MTU exchange (Core specification, Vol 3 Part G
    /// 5.2.1).
    package static let defaultMTU = 23
    /// Maximum time for an answer of the peer (Core specification, Vol 3 Part F 3.3.3).
    package static let transactionTimeout: Duration = .seconds(30)
    /// Maximum time for the answer to the MTU request.
    ///
    /// Some peers never answer it. The remedy is a new link without that request, so waiting for
    /// the whole `transactionTimeout` gains nothing.
    package static let mtuTimeout: Duration = .seconds(10)
    /// Maximum length of an attribute value (Core specification, Vol 3 Part F 3.2.9).
    package static let maximumValueLength = 512
    /// Maximum number of waiting operations; a further one completes immediately as `queueFull`.
    package static let maximumWaitingOperations = 16

    let service: UUID
    let required: [UUID]
    var options: GATTClientOptions

    /// Maximum length of a PDU in either direction.
    package internal(set) var mtu = defaultMTU
    /// The first required service, while the peer offers it.
    package internal(set) var foundService: GATTService?
    /// Number of harmless protocol violations by the peer.
    package internal(set) var violationCount = 0
    /// Number of values without a subscription; a bonded peer may remember an earlier one.
    package internal(set) var unclaimedValueCount = 0
    package internal(set) var hasEnded = false

    var transaction: Transaction?
    /// State of the search for the first service.
    var lookup = Lookup()
    /// State of the search for the other services.
    var further = FurtherLookup()
    /// Whether the peer has already exchanged the MTU.
    var isMTUSettled = false

    var waiting: [PendingOperation] = []
    var current: PendingOperation?
    /// Whether the peer holds parts of a long value, which it would prepend to the next one.
    var hasPreparedParts = false
    /// Characteristics of subscriptions by value handle.
    var subscribed: [Handle: UUID] = [:]
    /// Characteristics that were subscribed when the services changed.
    ///
    /// A peer that kept such a subscription does not send values again when it is only repeated: it
    /// must be disabled first.
    var unsettled: Set<UUID> = []

    private var actions: [GATTAction] = []

    /// - Parameter required: the characteristics that the service must have to be accepted.
    package init(
        service: UUID, requiring required: [UUID], options: GATTClientOptions = GATTClientOptions()
    ) {
        self.service = service
        self.required = required
        self.options = options
        further.due = options.further
    }

    /// Other required services that the peer offers.
    package var furtherServices: [UUID: GATTService] { further.services }

    /// Time at which `advance` must be called.
    package var deadline: Duration? { transaction?.deadline }

    /// Request that the peer has not answered yet.
    package var outstandingRequest: Opcode? { transaction?.request }

    /// Number of operations not sent yet.
    package var waitingOperationCount: Int { waiting.count }

    /// Starts the conversation; to be called once.
    package mutating func start(at now: Duration) -> [GATTAction] {
        guard lookup.setup == .notStarted, !hasEnded else { return [] }
        lookup.setup = .exchangingMTU
        if isMTUSettled || !options.asksMTU { lookForServices() }
        sendNextRequest(at: now)
        return takeActions()
    }

    /// Handles a PDU of the peer.
    package mutating func receive(_ pdu: [UInt8], at now: Duration) -> [GATTAction] {
        guard !hasEnded else { return [] }
        dispatch(pdu)
        sendNextRequest(at: now)
        return takeActions()
    }

    /// Ends the bearer after a packet too long to be read, because it may have been the awaited
    /// response.
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

    /// Starts an operation, or queues it.
    package mutating func perform(
        _ operation: GATTOperation, as id: OperationID, at now: Duration
    ) -> [GATTAction] {
        guard !hasEnded else { return [] }
        enqueue(operation, as: id)
        sendNextRequest(at: now)
        return takeActions()
    }

    /// Ends the bearer at the owner's request.
    package mutating func end(because end: BearerEnd) -> [GATTAction] {
        self.end(end)
        return takeActions()
    }

    private mutating func takeActions() -> [GATTAction] {
        defer { actions = [] }
        return actions
    }

    // MARK: Shared parts

    mutating func send(_ pdu: some AttributePDU) {
        actions.append(.send(pdu.bytes))
    }

    mutating func report(_ event: GATTEvent) {
        actions.append(.report(event))
    }

    /// Reports a harmless violation of the protocol.
    mutating func tolerate(_ violation: Violation) {
        violationCount += 1
        report(.violated(violation))
    }

    /// Ends all work and the bearer.
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
