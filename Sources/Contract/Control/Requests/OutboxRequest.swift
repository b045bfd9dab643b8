/// Request for history that is not uploaded to the central database yet, or for the identity of the history.
package struct OutboxRequest: ControlRequest {
    package typealias Answer = OutboxAnswer
    package static let word = "outbox"
    package static let right = ControlRight.handOver
    package static let fieldNames = ["begin"] + OutboxOperation.fieldNames

    /// The next batch; nil for the identity of the history, which makes this client the uploader.
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

/// Request for the next batch, with receipts for earlier ones.
package struct OutboxOperation: WireShape {
    /// Valid batch sizes in notifications.
    package static let limits = 1...500

    /// Number of the last batch in the central database; confirms that the database knows the history.
    package var agreed: Int64?
    /// Number of a batch that the central database received.
    package var received: Int64?
    /// Whether the central database rejected the notifications of that batch.
    package var isRefused = false
    /// Maximum number of notifications of the next batch; nil for the default of the bridge.
    package var limit: Int?
    /// Seconds to wait if there is nothing to upload; nil to return at once.
    package var wait: Int?

    /// Creates a request for the next batch.
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
