import Linux
import Mosquitto

/// A connection for a command that asks the broker one thing after the other, and waits for each answer.
@LoopActor
final class BrokerProbe {
    /// How long a broker may take to answer.
    private nonisolated static let patience: Duration = .seconds(5)

    private var connection: BrokerConnection?
    private var opening: CheckedContinuation<BrokerFailure?, Never>?
    private var answers: [Int: CheckedContinuation<ReasonCode?, Never>] = [:]
    private var expected: BrokerMessage?
    private var waiting: CheckedContinuation<Bool, Never>?
    private let alarm = Alarm()
    /// What the broker had kept, by topic.
    private(set) var kept: [String: [UInt8]] = [:]
    /// Why the connection ended; nil if it did not.
    private(set) var failure: BrokerFailure?
    /// How many messages have come.
    private(set) var heard = 0

    /// Connects; where the broker has no other version, with the older one if that is wanted.
    func open(
        _ plan: BrokerPlan, mayBeOlder: Bool
    ) async -> Result<BrokerPlan, BrokerFailure> {
        guard let failure = await connect(plan) else { return .success(plan) }
        guard mayBeOlder, plan.version == .five, failure.mayBeVersion else {
            return .failure(failure)
        }
        var older = plan
        older.version = .three
        guard let second = await connect(older) else { return .success(older) }
        return .failure(second)
    }

    /// Has the broker send what is published under some topics; nil where it does not answer.
    func subscribe(to topics: String) async -> ReasonCode? {
        await answer(to: connection?.subscribe(to: topics))
    }

    /// Sends a message; nil where the broker does not answer.
    func publish(_ message: BrokerMessage) async -> ReasonCode? {
        await answer(to: connection?.publish(message))
    }

    /// Sends a message and says whether it comes back.
    func comesBack(_ message: BrokerMessage) async -> (ReasonCode?, Bool) {
        expected = message
        defer { expected = nil }
        let reason = await publish(message)
        if reason?.isRefusal ?? true { return (reason, false) }
        guard expected != nil else { return (reason, true) }
        let isBack = await withCheckedContinuation { continuation in
            waiting = continuation
            alarm.set(after: Self.patience) { [weak self] in self?.finishWaiting(false) }
        }
        alarm.cancel()
        return (reason, isBack)
    }

    /// Lets the broker send what it has, until it is silent for some time.
    func listen(untilSilentFor silence: Duration) async {
        for _ in 0..<60 {
            let before = heard
            await withCheckedContinuation { continuation in
                EventLoop.shared.after(silence) { continuation.resume() }
            }
            if heard == before { return }
        }
    }

    /// Says goodbye.
    func close() {
        connection?.stop()
        connection = nil
    }

    private func connect(_ plan: BrokerPlan) async -> BrokerFailure? {
        await withCheckedContinuation { continuation in
            opening = continuation
            connection = BrokerConnection(plan, within: .seconds(10)) { [weak self] in
                self?.take($0)
            }
        }
    }

    private func answer(to number: Int?) async -> ReasonCode? {
        guard let number else { return nil }
        let alarm = Alarm()
        let reason = await withCheckedContinuation { continuation in
            answers[number] = continuation
            alarm.set(after: Self.patience) { [weak self] in
                self?.answers.removeValue(forKey: number)?.resume(returning: nil)
            }
        }
        alarm.cancel()
        return reason
    }

    private func finishWaiting(_ isBack: Bool) {
        waiting?.resume(returning: isBack)
        waiting = nil
    }

    private func take(_ news: BrokerConnection.News) {
        switch news {
        case .connected: finishOpening(nil)
        case .acknowledged(let number, let reason), .subscribed(let number, let reason):
            answers.removeValue(forKey: number)?.resume(returning: reason)
        case .received(let message):
            heard += 1
            if message.isRetained { kept[message.topic] = message.payload }
            if let expected, expected.topic == message.topic, expected.payload == message.payload {
                self.expected = nil
                finishWaiting(true)
            }
        case .ended(let failure):
            self.failure = failure
            finishOpening(failure)
            for continuation in answers.values { continuation.resume(returning: nil) }
            answers = [:]
            finishWaiting(false)
        }
    }

    private func finishOpening(_ failure: BrokerFailure?) {
        opening?.resume(returning: failure)
        opening = nil
    }
}
