/// What a centre has not got of the history yet, or by what it is to know the history first of all.
package struct OutboxRequest: ControlRequest {
    package typealias Answer = OutboxAnswer
    package static let word = "outbox"
    package static let right = ControlRight.handOver
    package static let fieldNames = ["begin"] + OutboxOperation.fieldNames

    /// The next batch; nil for the history's identity, from which on this client hands it over.
    package var wish: OutboxOperation?

    package init(_ wish: OutboxOperation?) {
        self.wish = wish
    }

    package static var blank: OutboxRequest { OutboxRequest(nil) }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        var begins = wish == nil
        try fields.usual("begin", &begins, .truth, false)
        try fields.refuse(
            "agreed", "received", "refused", "limit", "wait", while: begins,
            "cannot be given with begin")
        if begins {
            wish = nil
            return
        }
        var batch = wish ?? .blank
        try batch.visit(&fields)
        wish = batch
    }
}

/// What is wanted of what a centre has not got yet.
package struct OutboxOperation: WireShape {
    /// Notices that can be asked for at a time.
    package static let limits = 1...500

    /// That history and centre know each other now, and the number of the last batch that it has.
    package var agreed: Int64?
    /// The number of a batch that it has got.
    package var received: Int64?
    /// Whether the centre did not take the notices of that batch.
    package var isRefused = false
    /// Notices of the next batch at most; nil for as many as the bridge gives.
    package var limit: Int?
    /// How long to wait for something, where there is nothing; nil not to wait.
    package var wait: Int?

    /// The next batch.
    package init(
        agreed: Int64? = nil, received: Int64? = nil, limit: Int? = nil, wait: Int? = nil
    ) {
        self.agreed = agreed
        self.received = received
        self.limit = limit
        self.wait = wait
    }

    package static var blank: OutboxOperation { OutboxOperation() }

    package mutating func visit<Visitor: FieldVisitor>(
        _ fields: inout Visitor
    ) throws(Visitor.Failure) {
        try fields.optional("agreed", &agreed, .turn)
        try fields.optional("received", &received, .turn)
        try fields.usual("refused", &isRefused, .truth, false)
        try fields.optional("limit", &limit, .whole(Self.limits))
        try fields.optional("wait", &wait, .whole(CodeRequest.waitSeconds))
        try fields.refuse("refused", while: received == nil, "cannot be given without received")
    }
}
