import Linux
import Mosquitto

/// Permanent connection to the first of several brokers that answers, renewed after each loss.
@LoopActor
final class BrokerLine {
    /// An event of the connection.
    enum News {
        /// A broker accepted the connection.
        case opened(BrokerEndpoint)
        /// An event of the open connection.
        case heard(BrokerConnection.News)
        /// The connection failed or was lost; this object tries again.
        ///
        /// `isLikelyRival`: another client may have the same ID. A broker then closes the older connection, and not
        /// every broker gives that reason.
        case closed(BrokerFailure, isLikelyRival: Bool)
    }

    /// Pauses after all brokers have been tried; each is multiplied by a random factor from 0.5 to 1.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    /// Pause if another client has the same ID, so that the two do not disconnect each other continuously.
    private nonisolated static let truce: Duration = .seconds(30)
    /// Age at which a connection counts as stable.
    private nonisolated static let proven: Duration = .seconds(30)

    private let plans: BrokerEndpoints
    private let patience: Duration
    private let take: @LoopActor (News) -> Void
    private var connection: BrokerConnection?
    private var pause = GrowingPause(pauses)
    private let next = Alarm()
    private var index = 0
    /// Brokers that are known to have only MQTT 3.1.1, or whose MQTT 5 packets are invalid.
    private var older: Set<BrokerEndpoint.Place> = []
    /// Whether MQTT 3.1.1 is tried because a broker closed the newer connection without a reason.
    private var triesOlder = false
    private var openedAt: Duration?
    /// Number of consecutive connections that were closed early without a reason.
    private var shortLives = 0

    /// - Parameter patience: time limit until a broker accepts the connection.
    init(
        _ plans: BrokerEndpoints, patience: Duration = BrokerConnection.patience,
        _ take: @escaping @LoopActor (News) -> Void
    ) {
        self.plans = plans
        self.patience = patience
        self.take = take
        next.set(after: .zero, for: self) { $0.connect() }
    }

    var isOpen: Bool { connection?.isOpen ?? false }

    /// Publishes a message; nil if it could not be sent.
    func publish(_ message: BrokerMessage) -> Int? { connection?.publish(message) }

    /// Subscribes to topics.
    func subscribe(to topics: String) -> Int? { connection?.subscribe(to: topics) }

    /// Ends the subscription of topics.
    func unsubscribe(from topics: String) { connection?.unsubscribe(from: topics) }

    /// Disconnects; no further events follow.
    func stop() {
        next.cancel()
        connection?.stop()
        connection = nil
    }

    private func isRivalry(_ failure: BrokerFailure) -> Bool {
        if case .dismissed(_, .takenOver) = failure { return true }
        return shortLives > 1
    }

    private var plan: BrokerEndpoint {
        var plan = plans.plans[index % plans.plans.count]
        if plans.mayBeOlder, triesOlder || older.contains(plan.place) { plan.version = .three }
        return plan
    }

    private func connect() {
        let plan = plan
        openedAt = nil
        connection = BrokerConnection(plan, within: patience) { [weak self] news in
            guard let self else { return }
            switch news {
            case .connected:
                openedAt = EventLoop.now
                take(.opened(plan))
            case .ended(let failure): close(plan, failure)
            default: take(.heard(news))
            }
        }
    }

    private func close(_ plan: BrokerEndpoint, _ failure: BrokerFailure) {
        connection = nil
        let age = openedAt.map { EventLoop.now - $0 }
        let wasOpen = age != nil
        if let age, age >= Self.proven { pause.reset() }
        if case .lost = failure, let age, age < Self.proven {
            shortLives += 1
        } else {
            shortLives = 0
        }
        if !wasOpen, plans.mayBeOlder, plan.version == .five, failure.mayBeVersion {
            // A broker that refuses MQTT 5 with a reason does not have it. One that closes without a
            // reason may only be restarting, so MQTT 3.1.1 is tried just once.
            if failure.isWordless { triesOlder = true } else { older.insert(plan.place) }
            return connect()
        }
        triesOlder = false
        // If packets of a broker cannot be parsed in MQTT 5, the simpler MQTT 3.1.1 is used.
        if plans.mayBeOlder, plan.version == .five, case .malformed = failure, failure.mayBeVersion
        {
            older.insert(plan.place)
        }
        take(.closed(failure, isLikelyRival: isRivalry(failure)))
        // If one of several brokers fails, the next one is tried at once; after the last one comes
        // a pause.
        if wasOpen { index = 0 } else { index += 1 }
        let isRound = wasOpen || index % plans.plans.count == 0
        let wait: Duration
        if isRivalry(failure) {
            wait = max(Self.truce, pause.take())
        } else {
            wait = isRound ? pause.take() : .zero
        }
        next.set(after: wait * Double.random(in: 0.5...1), for: self) { $0.connect() }
    }
}
