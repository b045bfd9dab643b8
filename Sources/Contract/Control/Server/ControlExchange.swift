package import JSON
package import Linux

/// One request of one client, which is answered exactly once, now or later.
///
/// If the last reference is released without an answer, the request is refused as failed.
@LoopActor
package final class ControlExchange {
    private let id: ControlID?
    private let client: ServedClient
    private var isAnswered = false
    /// Task that produces the answer.
    private var work: Task<Void, Never>?

    init(_ id: ControlID?, of client: ServedClient) {
        self.id = id
        self.client = client
    }

    isolated deinit {
        answer { ControlReply.refused($0, ControlRefusal(.failed, "the bridge gave no answer")) }
    }

    /// Credentials of the client.
    package var peer: PeerCredentials { client.peer }
    /// Number that distinguishes the client from others.
    package var clientNumber: UInt64 { client.number }
    /// Whether the client has disconnected, so that an answer is no longer needed.
    package var isGone: Bool { client.isGone }

    /// Sends a successful answer.
    package func done(_ value: some ControlAnswer) {
        done { value.writeFields(to: &$0) }
    }

    /// Registers the task that produces the answer, to be cancelled if the client disconnects.
    func isDone(by work: Task<Void, Never>) {
        if !isAnswered { self.work = work }
    }

    /// Cancels the task that produces the answer, after the client has disconnected.
    func leave() {
        work?.cancel()
    }

    /// Sends a successful answer with these members.
    package func done(_ members: (inout JSONWriter) -> Void = { _ in }) {
        answer { ControlReply.done($0, members) }
    }

    /// Sends a successful answer of any length; the caller limits how many of these a client can have open.
    package func doneAtLength(_ members: (inout JSONWriter) -> Void) {
        guard !isAnswered else { return }
        isAnswered = true
        client.answerAtLength(ObjectIdentifier(self), [share(ControlReply.done(id, members))])
    }

    /// Sends a successful answer of any length, with encoded members that can be shared between answers.
    package func doneAtLength(written members: SharedBytes) {
        guard !isAnswered else { return }
        isAnswered = true
        let parts = ControlReply.done(id, around: members).map { part in
            switch part {
            case .own(let bytes): share(bytes)
            case .shared(let bytes): bytes
            }
        }
        client.answerAtLength(ObjectIdentifier(self), parts)
    }

    /// Returns bytes that can be sent to several clients and are stored once.
    package func share(_ bytes: [UInt8]) -> SharedBytes {
        client.share(bytes)
    }

    /// Sends a refusal.
    package func refuse(_ refusal: ControlRefusal) {
        answer { ControlReply.refused($0, refusal) }
    }

    /// Sends the line of an event, such as a question, to this client only.
    ///
    /// The line is never dropped; a client without room for it is disconnected.
    package func tell(_ line: [UInt8]) {
        client.keep(line)
    }

    /// Sends a successful answer and these events, then follows with live events that pass the filter.
    ///
    /// - Parameter mark: line between `recent` and the live events, which is never dropped; nil for none.
    package func follow(
        recent: [SharedBytes] = [], upTo mark: [UInt8]? = nil,
        _ wants: @escaping @LoopActor (ControlTags) -> Bool
    ) {
        done()
        client.follow(recent: recent, wants)
        if let mark { client.keep(mark) }
    }

    /// Calls a handler once when the client disconnects, or immediately if it already has.
    ///
    /// - Parameter key: a later handler with the same key replaces an earlier one, which limits the number of handlers
    ///   of a long connection.
    package func whenGone(_ key: String, _ handler: @escaping @LoopActor () -> Void) {
        client.whenGone(key, handler)
    }

    private func answer(_ line: (ControlID?) -> [UInt8]) {
        guard !isAnswered else { return }
        isAnswered = true
        work = nil
        client.answer(ObjectIdentifier(self), line(id))
    }
}
