import Linux
import Mosquitto

/// Brings messages to a broker: what is kept while it is away, is sent when there is room, and is known to have arrived.
@LoopActor
final class HomePublisher {
    /// Answers that are on their way; a further one is left out, so that nonsense neither fills the memory nor delays messages.
    private nonisolated static let answerLimit = 64

    private var outbox: Outbox
    private var line: BrokerLine?
    /// The numbers of answers that the broker has not acknowledged.
    private var answers: Set<Int> = []
    /// Called once the broker has all of it, is gone, or the time for that is over.
    private var delivered: (@LoopActor () -> Void)?
    private let deadline = Alarm()
    /// The latest problem with a message, in words without content.
    private(set) var trouble: String?

    /// - Parameters:
    ///   - limit: how many events wait at most.
    ///   - age: how long each waits.
    init(limit: Int, age: Duration) {
        outbox = Outbox(limit: limit, age: age)
    }

    /// Whether a broker is there.
    var isOpen: Bool { line?.isOpen ?? false }
    /// How many events wait.
    var waiting: Int { outbox.waiting }
    /// How many events were left out since the beginning.
    var lost: Int { outbox.lost }

    /// Keeps so many events for so long from now on.
    func limit(to count: Int, for age: Duration) {
        outbox.limit = count
        outbox.age = age
    }

    /// Gives the latest problem once.
    func takeTrouble() -> String? {
        defer { trouble = nil }
        return trouble
    }

    /// Speaks to other brokers from now on, or to the same with another configuration.
    func connect(_ line: BrokerLine) {
        self.line?.stop()
        close()
        self.line = line
    }

    /// The broker is gone.
    func close() {
        outbox.close()
        answers = []
        lookAtDelivery()
    }

    /// Says goodbye to the broker; nothing is sent any more.
    func stop() { line?.stop() }

    /// Has the broker send what is published under some topics.
    func subscribe(to topics: String) -> Int? { line?.subscribe(to: topics) }

    /// Has it send that no more.
    func unsubscribe(from topics: String) { line?.unsubscribe(from: topics) }

    /// Keeps messages for the broker, which are sent by `pump`.
    func add(_ messages: [HomeMessage]) {
        for message in messages { outbox.add(message, at: EventLoop.now, isOpen: isOpen) }
    }

    /// Sends an answer, which is only of use now.
    func answer(_ message: BrokerMessage) {
        guard answers.count < Self.answerLimit, let number = line?.publish(message) else { return }
        answers.insert(number)
    }

    /// Sends what there is room for.
    func pump() {
        defer { lookAtDelivery() }
        guard let line, line.isOpen else { return }
        let now = EventLoop.now
        while let message = outbox.next(at: now) {
            guard let number = line.publish(BrokerMessage(message)) else {
                guard line.isOpen else { return outbox.isCutOff(message, at: now) }
                outbox.isImpossible(message)
                trouble = "the broker does not take messages as long as that of \(message.topic)"
                continue
            }
            outbox.isSent(message, as: number, at: now)
        }
    }

    /// The broker has a message or refuses it.
    ///
    /// - Returns: whether it was one of the bridge's messages, and not an answer.
    func isAcknowledged(_ number: Int, _ reason: ReasonCode) -> Bool {
        if answers.remove(number) != nil { return false }
        if let topic = outbox.isAcknowledged(number, isRefused: reason.isRefusal) {
            trouble = "the broker does not let this user publish \(topic): \(reason.words)"
        }
        pump()
        return true
    }

    /// Waits until the broker has all of it, is gone, or a time has passed.
    ///
    /// - Returns: whether the broker has all of it.
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
