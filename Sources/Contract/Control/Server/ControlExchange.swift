package import Contract
package import JSON
package import Linux

/// One request of one client, which is answered once, at once or later.
///
/// One that nobody answers is refused as failed when the last who knows of it lets it go.
@LoopActor
package final class ControlExchange {
    private let id: ControlID?
    private let client: ServedClient
    private var isAnswered = false
    /// What works on the answer.
    private var work: Task<Void, Never>?

    init(_ id: ControlID?, of client: ServedClient) {
        self.id = id
        self.client = client
    }

    isolated deinit {
        answer { ControlReply.refused($0, ControlRefusal(.failed, "the bridge gave no answer")) }
    }

    /// Who asks.
    package var peer: PeerCredentials { client.peer }
    /// Names the client, so that its requests can be told from those of others.
    package var clientNumber: UInt64 { client.number }
    /// Whether the client has gone, so that nobody waits for the answer any more.
    package var isGone: Bool { client.isGone }

    /// Answers that it was done.
    package func done(_ value: some ControlAnswer) {
        done { value.writeFields(to: &$0) }
    }

    /// Has a task cancelled that works on the answer when the client no longer waits for it.
    func isDone(by work: Task<Void, Never>) {
        if !isAnswered { self.work = work }
    }

    /// The client has gone.
    func leave() {
        work?.cancel()
    }

    /// Answers that it was done, with what there is to tell besides.
    package func done(_ members: (inout JSONWriter) -> Void = { _ in }) {
        answer { ControlReply.done($0, members) }
    }

    /// The same for an answer that may be longer than any other; who answers so sees to it that a client
    /// cannot have many of these open.
    package func doneAtLength(_ members: (inout JSONWriter) -> Void) {
        guard !isAnswered else { return }
        isAnswered = true
        client.answerAtLength(ObjectIdentifier(self), [share(ControlReply.done(id, members))])
    }

    /// The same with members that are written already and that other answers may have as well.
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

    /// Bytes that this client and others may be sent, and that are held once.
    package func share(_ bytes: [UInt8]) -> SharedBytes {
        client.share(bytes)
    }

    /// Answers that it was not done.
    package func refuse(_ refusal: ControlRefusal) {
        answer { ControlReply.refused($0, refusal) }
    }

    /// Sends this client alone the line of an event, such as a question; it is never lost on the way,
    /// and a client that has no room for it is cut off.
    package func tell(_ line: [UInt8]) {
        client.keep(line)
    }

    /// Answers that it was done, sends these events, and from now on those that the client wants.
    ///
    /// - Parameter mark: a line that stands between the two and is never lost.
    package func follow(
        recent: [SharedBytes] = [], upTo mark: [UInt8]? = nil,
        _ wants: @escaping @LoopActor (ControlTags) -> Bool
    ) {
        done()
        client.follow(recent: recent, wants)
        if let mark { client.keep(mark) }
    }

    /// Calls a handler once when the client has gone, at once where it has already.
    ///
    /// - Parameter key: a later handler of the same key takes the place of an earlier one, so that a client that stays for
    ///   weeks has only so many.
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
