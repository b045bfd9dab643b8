import Mosquitto

/// What is still to be told to the broker.
///
/// Of what holds it is the newest of each topic; of what has happened, a bounded number, each as long as it is worth anything. Of
/// calls nothing waits.
struct Outbox {
    /// How long what is only for the moment may wait for others that are on their way.
    static let moment: Duration = .seconds(5)
    /// What happens at one moment at most while the broker is slow; further news of calls is left out.
    static let momentLimit = 256

    /// How many events wait at most for a broker that is there and slow, which may be frozen.
    static let slowLimit = 1_000

    private struct Waiting {
        var message: HomeMessage
        let since: Duration
    }

    private struct Sent {
        let message: HomeMessage
        let since: Duration
    }

    /// How many events wait at most.
    var limit: Int
    /// How long an event waits at most.
    var age: Duration
    /// Topics whose newest is still to be told, in the order in which they came.
    private var heldOrder: [String] = []
    private var heldStart = 0
    private var held: [String: HomeMessage] = [:]
    private var news: [Waiting] = []
    private var moments: [Waiting] = []
    private var sent: [Int: Sent] = [:]
    /// How many events were left out since the beginning.
    private(set) var lost = 0

    init(limit: Int, age: Duration) {
        self.limit = limit
        self.age = age
    }

    /// How many events wait.
    var waiting: Int { news.count + moments.count }
    /// Whether nothing is on its way or to be told.
    var isEmpty: Bool { held.isEmpty && news.isEmpty && moments.isEmpty && sent.isEmpty }

    /// Takes something to tell.
    ///
    /// - Parameter isOpen: whether the broker is there.
    mutating func add(_ message: HomeMessage, at now: Duration, isOpen: Bool) {
        switch message.kind {
        case .held:
            // While the broker is away nothing is kept of it: all that holds is told then.
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

    /// What is to be sent next; nil where there is nothing, or enough is on its way.
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

    /// A message is on its way under a number.
    mutating func isSent(_ message: HomeMessage, as number: Int, at now: Duration) {
        sent[number] = Sent(message: message, since: now)
    }

    /// A message could not be sent since the broker has just gone; `close` follows, and decides what becomes of it.
    mutating func isCutOff(_ message: HomeMessage, at now: Duration) {
        sent[.max] = Sent(message: message, since: now)
    }

    /// A message could not be sent, and cannot be.
    mutating func isImpossible(_ message: HomeMessage) {
        if message.kind != .held { lost += 1 }
    }

    /// The broker has a message, or refuses it.
    ///
    /// - Returns: the topic of a message that was refused.
    mutating func isAcknowledged(_ number: Int, isRefused: Bool) -> String? {
        guard let done = sent.removeValue(forKey: number), isRefused else { return nil }
        if done.message.kind != .held { lost += 1 }
        return done.message.topic
    }

    /// The broker is gone: what it has not acknowledged waits again, as far as it may.
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
    /// A message as the broker gets it.
    init(_ message: HomeMessage) {
        self.init(
            topic: message.topic, payload: message.payload, isAcknowledged: true,
            isRetained: message.kind == .held, expiry: message.expiry)
    }
}
