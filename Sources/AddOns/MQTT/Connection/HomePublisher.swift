import Linux
import Mosquitto

/// Publisher of messages: queues them while the broker is away, sends them in order, and tracks acknowledgements.
@LoopActor
final class HomePublisher {
    /// Limit of answers to requests that the broker has not acknowledged.
    ///
    /// Further answers are dropped, so that many invalid requests neither fill the memory nor delay messages.
    private nonisolated static let answerLimit = 64

    private var outbox: Outbox
    private var line: BrokerLine?
    /// Packet numbers of unacknowledged answers.
    private var answers: Set<Int> = []
    /// Callback for when all messages are delivered, the connection is lost, or the time limit is reached.
    private var delivered: (@LoopActor () -> Void)?
    private let deadline = Alarm()
    /// The latest problem with a message, without content.
    private(set) var trouble: String?

    /// - Parameters:
    ///   - limit: maximum waiting events.
    ///   - age: maximum age of a waiting event.
    init(limit: Int, age: Duration) {
        outbox = Outbox(limit: limit, age: age)
    }

    var isOpen: Bool { line?.isOpen ?? false }
    /// Number of waiting events.
    var waiting: Int { outbox.waiting }
    /// Number of dropped events since the start.
    var lost: Int { outbox.lost }

    /// Changes the limits of waiting events.
    func limit(to count: Int, for age: Duration) {
        outbox.limit = count
        outbox.age = age
    }

    /// Returns and resets the latest problem.
    func takeTrouble() -> String? {
        defer { trouble = nil }
        return trouble
    }

    /// Switches to other brokers, or to another configuration of the same ones.
    func connect(_ line: BrokerLine) {
        self.line?.stop()
        close()
        self.line = line
    }

    /// Notes that the connection is lost.
    func close() {
        outbox.close()
        answers = []
        lookAtDelivery()
    }

    /// Disconnects from the broker; no further messages are sent.
    func stop() { line?.stop() }

    /// Subscribes to a topic filter; returns the number in the later event, nil if the request could not be sent.
    func subscribe(to topics: String) -> Int? { line?.subscribe(to: topics) }

    /// Ends the subscription of topics.
    func unsubscribe(from topics: String) { line?.unsubscribe(from: topics) }

    /// Queues messages; `pump` sends them.
    func add(_ messages: [HomeMessage]) {
        for message in messages { outbox.add(message, at: EventLoop.now, isOpen: isOpen) }
    }

    /// Sends an answer to a request at once; it is dropped if that fails.
    func answer(_ message: BrokerMessage) {
        guard answers.count < Self.answerLimit, let number = line?.publish(message) else { return }
        answers.insert(number)
    }

    /// Sends as many queued messages as possible.
    func pump() {
        defer { lookAtDelivery() }
        guard let line, line.isOpen else { return }
        let now = EventLoop.now
        while let message = outbox.next(at: now) {
            guard let number = line.publish(BrokerMessage(message)) else {
                guard line.isOpen else { return outbox.isCutOff(message, at: now) }
                outbox.isImpossible(message)
                trouble = "the broker does not accept a message as long as that of \(message.topic)"
                continue
            }
            outbox.isSent(message, as: number, at: now)
        }
    }

    /// Handles an acknowledgement or a refusal.
    ///
    /// - Returns: true for a queued message, false for an answer to a request.
    func isAcknowledged(_ number: Int, _ reason: ReasonCode) -> Bool {
        if answers.remove(number) != nil { return false }
        if let topic = outbox.isAcknowledged(number, isRefused: reason.isRefusal) {
            trouble = "the broker does not allow this user to publish \(topic): \(reason.words)"
        }
        pump()
        return true
    }

    /// Waits until all messages are delivered, the connection is lost, or the time limit is reached.
    ///
    /// - Returns: whether all messages are delivered.
    func deliver(within limit: Duration) async -> Bool {
        if isOpen, !outbox.isEmpty {
            deadline.set(after: limit, for: self) { $0.endWaiting() }
            await finished { done in
                endWaiting()
                delivered = done
            }
        }
        return isOpen && outbox.isEmpty
    }

    private func lookAtDelivery() {
        if !isOpen || outbox.isEmpty { endWaiting() }
    }

    private func endWaiting() {
        let done = delivered
        delivered = nil
        done?()
    }
}
