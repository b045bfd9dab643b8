import Mosquitto

/// Queue of messages for the broker.
///
/// For states it keeps the newest of each topic; for events a bounded number with a maximum age. Momentary messages,
/// such as calls, do not wait for a connection.
struct Outbox {
    /// Maximum time that a momentary message waits for acknowledgements of earlier messages.
    static let moment: Duration = .seconds(5)
    /// Limit of momentary messages while the broker is slow; further ones are dropped.
    static let momentLimit = 256

    /// Limit of waiting events for a connected broker that is slow or frozen.
    static let slowLimit = 1_000

    private struct Waiting {
        var message: HomeMessage
        let since: Duration
    }

    private struct Sent {
        let message: HomeMessage
        let since: Duration
    }

    /// Limit of waiting events.
    var limit: Int
    /// Maximum age of a waiting event.
    var age: Duration
    /// Topics with an unsent state, in the order of sending; those before `heldStart` are sent.
    private var heldOrder: [String] = []
    private var heldStart = 0
    private var held: [String: HomeMessage] = [:]
    private var news: [Waiting] = []
    private var moments: [Waiting] = []
    private var sent: [Int: Sent] = [:]
    /// Number of dropped events since the start.
    private(set) var lost = 0

    init(limit: Int, age: Duration) {
        self.limit = limit
        self.age = age
    }

    /// Number of waiting events.
    var waiting: Int { news.count + moments.count }
    /// Whether no message is waiting or in flight.
    var isEmpty: Bool { held.isEmpty && news.isEmpty && moments.isEmpty && sent.isEmpty }

    /// Queues a message.
    ///
    /// - Parameter isOpen: whether the broker is connected.
    mutating func add(_ message: HomeMessage, at now: Duration, isOpen: Bool) {
        switch message.kind {
        case .held:
            // States are not kept while the broker is away: all are published when it is back.
            guard isOpen else { return }
            if held.updateValue(message, forKey: message.topic) == nil {
                heldOrder.append(message.topic)
            }
        case .news:
            news.append(Waiting(message: message, since: now))
            drop(news.count - (isOpen ? Self.slowLimit : limit))
        case .moment:
            guard isOpen, moments.count < Self.momentLimit else {
                lost += 1
                return
            }
            moments.append(Waiting(message: message, since: now))
        }
    }

    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        news.removeFirst(count)
        lost += count
    }

    /// Returns the next message to send; nil if there is none, or enough are in flight.
    mutating func next(at now: Duration) -> HomeMessage? {
        guard sent.count < BrokerConnection.inFlight else { return nil }
        while let first = moments.first {
            moments.removeFirst()
            if now - first.since <= Self.moment { return first.message }
            lost += 1
        }
        while heldStart < heldOrder.count {
            let topic = heldOrder[heldStart]
            heldStart += 1
            if let message = held.removeValue(forKey: topic) { return message }
        }
        heldOrder = []
        heldStart = 0
        while let first = news.first {
            news.removeFirst()
            let age = now - first.since
            guard age < self.age else {
                lost += 1
                continue
            }
            var message = first.message
            let seconds = UInt32(clamping: age.components.seconds)
            message.expiry = message.expiry.map { $0 > seconds ? $0 - seconds : 1 }
            return message
        }
        return nil
    }

    /// Notes that a message is in flight.
    mutating func isSent(_ message: HomeMessage, as number: Int, at now: Duration) {
        sent[number] = Sent(message: message, since: now)
    }

    /// Notes that a message could not be sent because the connection was just lost.
    ///
    /// The connection then reports its end, and `close` queues the message again if its kind may wait.
    mutating func isCutOff(_ message: HomeMessage, at now: Duration) {
        sent[.max] = Sent(message: message, since: now)
    }

    /// Notes that a message cannot be sent at all, since the broker accepts none that long.
    mutating func isImpossible(_ message: HomeMessage) {
        if message.kind != .held { lost += 1 }
    }

    /// Handles an acknowledgement or a refusal.
    ///
    /// - Returns: the topic of a refused message; nil for an acknowledged one.
    mutating func isAcknowledged(_ number: Int, isRefused: Bool) -> String? {
        guard let done = sent.removeValue(forKey: number), isRefused else { return nil }
        if done.message.kind != .held { lost += 1 }
        return done.message.topic
    }

    /// Notes that the connection is lost; unacknowledged events wait again, within their limits.
    mutating func close() {
        held = [:]
        heldOrder = []
        heldStart = 0
        lost += moments.count
        moments = []
        let unsure = sent.sorted { $0.key < $1.key }.map(\.value)
        sent = [:]
        lost += unsure.count { $0.message.kind == .moment }
        news.insert(
            contentsOf: unsure.filter { $0.message.kind == .news }
                .map { Waiting(message: $0.message, since: $0.since) }, at: 0)
        drop(news.count - limit)
    }
}

extension BrokerMessage {
    /// The MQTT message for a message of the bridge.
    init(_ message: HomeMessage) {
        self.init(
            topic: message.topic, payload: message.payload, isAcknowledged: true,
            isRetained: message.kind == .held, expiry: message.expiry)
    }
}
