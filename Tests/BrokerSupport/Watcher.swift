package import Linux
package import Mosquitto
internal import Waiting

/// Somebody at the broker who writes down what is told.
@LoopActor
package final class Watcher {
    /// What was told, in its order.
    package private(set) var messages: [BrokerMessage] = []
    /// Whether it hears what is told.
    package private(set) var isOpen = false
    /// Hears of each message as it comes.
    package var hear: @LoopActor (BrokerMessage) -> Void = { _ in }
    private var connection: BrokerConnection?
    private let plan: BrokerEndpoint

    /// Somebody at a port of loopback.
    package convenience init(
        port: Int, _ id: String = "watcher", version: BrokerEndpoint.Version = .five
    ) {
        self.init(at: .host("127.0.0.1", port: port), id, version: version)
    }

    /// Somebody at a broker.
    package init(
        at place: BrokerEndpoint.Place, _ id: String = "watcher",
        version: BrokerEndpoint.Version = .five
    ) {
        // It misses nothing of what is told only because the machine is slow.
        var plan = BrokerEndpoint(place: place, clientID: id, keepAlive: .seconds(3_600))
        plan.version = version
        self.plan = plan
        connect()
    }

    private func connect() {
        connection = BrokerConnection(plan, within: Patience.limit) { [weak self] news in
            guard let self else { return }
            switch news {
            case .connected: _ = connection?.subscribe(to: "#")
            case .subscribed: isOpen = true
            case .received(let message):
                messages.append(message)
                hear(message)
            case .ended:
                isOpen = false
                EventLoop.shared.after(.milliseconds(50)) { [weak self] in self?.connect() }
            case .acknowledged: break
            }
        }
    }

    /// What was told last under a topic below the bridge's.
    package func last(_ topic: String, _ bridge: String = "hall") -> String? {
        messages.last { $0.topic == "callboard/\(bridge)/\(topic)" }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    /// How often something was told under a topic.
    package func count(_ topic: String) -> Int {
        messages.count { $0.topic == "callboard/hall/\(topic)" && !$0.isRetained }
    }

    /// Forgets what was told so far.
    package func forget() { messages = [] }

    /// Tells something itself.
    package func say(_ topic: String, _ text: String, isRetained: Bool = false) {
        _ = connection?.publish(
            BrokerMessage(
                topic: topic, payload: Array(text.utf8), isAcknowledged: true,
                isRetained: isRetained))
    }
}
