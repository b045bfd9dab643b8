import Linux
import Mosquitto

/// Broker connection for a command, which sends one request after another and waits for each answer.
@LoopActor
final class BrokerProbe {
    /// Time limit of an answer.
    private nonisolated static let patience: Duration = .seconds(5)

    private var connection: BrokerConnection?
    private var opening = Mailbox<BrokerFailure?>()
    private var answers: [Int: Mailbox<ReasonCode?>] = [:]
    private var expected: BrokerMessage?
    private var returned = Mailbox<Bool>()
    /// Retained messages of the broker, by topic.
    private(set) var kept: [String: [UInt8]] = [:]
    /// Reason for the end of the connection; nil if it has not ended.
    private(set) var failure: BrokerFailure?
    /// Number of received messages.
    private(set) var heard = 0

    /// Connects, with MQTT 3.1.1 if `mayBeOlder` and the broker has no newer version; returns the endpoint as used.
    func open(
        _ plan: BrokerEndpoint, mayBeOlder: Bool
    ) async -> Result<BrokerEndpoint, BrokerFailure> {
        guard let failure = await connect(plan) else { return .success(plan) }
        guard mayBeOlder, plan.version == .five, failure.mayBeVersion else {
            return .failure(failure)
        }
        var older = plan
        older.version = .three
        guard let second = await connect(older) else { return .success(older) }
        return .failure(second)
    }

    /// Subscribes to topics; returns the reason code of the broker, or nil if it does not answer.
    func subscribe(to topics: String) async -> ReasonCode? {
        await answer(to: connection?.subscribe(to: topics))
    }

    /// Publishes a message; returns the reason code of the broker, or nil if it does not answer.
    func publish(_ message: BrokerMessage) async -> ReasonCode? {
        await answer(to: connection?.publish(message))
    }

    /// Publishes a message; returns the reason code as `publish` does, and whether the broker delivers the message back.
    func comesBack(_ message: BrokerMessage) async -> (ReasonCode?, Bool) {
        expected = message
        returned = Mailbox()
        defer { expected = nil }
        let reason = await publish(message)
        if reason?.isRefusal ?? true { return (reason, false) }
        return (reason, await returned.next(within: Self.patience) ?? false)
    }

    /// Receives messages until none has come for this time, but at most for 60 times as long.
    func listen(untilSilentFor silence: Duration) async {
        for _ in 0..<60 {
            let before = heard
            await EventLoop.pause(silence)
            if heard == before { return }
        }
    }

    func close() {
        connection?.stop()
        connection = nil
    }

    private func connect(_ plan: BrokerEndpoint) async -> BrokerFailure? {
        opening = Mailbox()
        connection = BrokerConnection(plan, within: .seconds(10)) { [weak self] in self?.take($0) }
        return await opening.next() ?? nil
    }

    private func answer(to number: Int?) async -> ReasonCode? {
        guard let number else { return nil }
        let answer = Mailbox<ReasonCode?>()
        answers[number] = answer
        defer { answers[number] = nil }
        return await answer.next(within: Self.patience) ?? nil
    }

    private func take(_ news: BrokerConnection.News) {
        switch news {
        case .connected: opening.post(nil)
        case .acknowledged(let number, let reason), .subscribed(let number, let reason):
            answers[number]?.post(reason)
        case .received(let message):
            heard += 1
            if message.isRetained { kept[message.topic] = message.payload }
            if let expected, expected.topic == message.topic, expected.payload == message.payload {
                self.expected = nil
                returned.post(true)
            }
        case .ended(let failure):
            self.failure = failure
            opening.post(failure)
            for answer in answers.values { answer.post(nil) }
            returned.post(false)
        }
    }
}
