import Linux
import Mosquitto

/// The way to a broker for whoever stays: of several the first that answers, and again whenever it is gone.
@LoopActor
final class BrokerLine {
    /// What comes.
    enum News {
        /// A broker has let this client in.
        case opened(BrokerEndpoint)
        /// Something over that connection.
        case heard(BrokerConnection.News)
        /// There is no connection, or not any more; it is tried again.
        ///
        /// Another client of the same name may be the reason: a broker lets in the newest, and not every one says so.
        case closed(BrokerFailure, isLikelyRival: Bool)
    }

    /// Pauses once all brokers have been tried, before chance makes them differ.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(60)
    /// How long another client of the same name is left alone, lest both throw each other out for ever.
    private nonisolated static let truce: Duration = .seconds(30)
    /// How long a connection has to last to be a good one.
    private nonisolated static let proven: Duration = .seconds(30)

    private let plans: BrokerEndpoints
    private let patience: Duration
    private let take: @LoopActor (News) -> Void
    private var connection: BrokerConnection?
    private var pause = GrowingPause(pauses)
    private let next = Alarm()
    private var index = 0
    /// Brokers that have only the older version.
    private var older: Set<BrokerEndpoint.Place> = []
    /// Whether the older version is tried because a broker ended the newer one without a word.
    private var triesOlder = false
    private var openedAt: Duration?
    /// How many connections in a row were ended without a reason soon after they had begun.
    private var shortLives = 0

    /// - Parameter patience: how long it may take until a broker has let this client in.
    init(
        _ plans: BrokerEndpoints, patience: Duration = BrokerConnection.patience,
        _ take: @escaping @LoopActor (News) -> Void
    ) {
        self.plans = plans
        self.patience = patience
        self.take = take
        next.set(after: .zero, for: self) { $0.connect() }
    }

    /// Whether a broker is there.
    var isOpen: Bool { connection?.isOpen ?? false }

    /// Sends a message; nil where it could not be sent.
    func publish(_ message: BrokerMessage) -> Int? { connection?.publish(message) }

    /// Has the broker send what is published under some topics.
    func subscribe(to topics: String) -> Int? { connection?.subscribe(to: topics) }

    /// Has it send that no more.
    func unsubscribe(from topics: String) { connection?.unsubscribe(from: topics) }

    /// Says goodbye and ends it; nothing comes any more.
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
            // A broker that says so has no other version; one that says nothing may only have stopped.
            if failure.isWordless { triesOlder = true } else { older.insert(plan.place) }
            return connect()
        }
        triesOlder = false
        // A broker whose packets cannot be read in the newer version is spoken to in the older one, which has less to get wrong.
        if plans.mayBeOlder, plan.version == .five, case .malformed = failure, failure.mayBeVersion
        {
            older.insert(plan.place)
        }
        take(.closed(failure, isLikelyRival: isRivalry(failure)))
        // Where one broker of several fails another may do; after the last of them it is time to wait.
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
