import Linux
import Mosquitto

/// Scan of a broker for retained messages of earlier runs, whose topics name phones, items and residents.
@LoopActor
final class RetainedTopicScan {
    /// Limit of remembered topics; further ones stay at the broker.
    private nonisolated static let limit = 4_096
    /// Limit of bytes of such a topic.
    ///
    /// Other clients may publish longer ones; this program's are shorter.
    private nonisolated static let topicLimit = 512
    /// Time for a broker to send its retained messages after it has acknowledged the subscriptions.
    private nonisolated static let patience: Duration = .seconds(2)

    /// Topics with a retained message.
    private(set) var topics: Set<String> = []
    /// Retained information about the bridge.
    private(set) var info: [UInt8]?
    /// Whether the scan is complete.
    private(set) var isOver = false
    private var open: Set<Int>
    private let done: @LoopActor () -> Void
    private let alarm = Alarm()

    /// - Parameters:
    ///   - open: packet numbers of the subscriptions that the broker has to acknowledge.
    ///   - done: called when the scan is complete.
    init(_ open: Set<Int>, _ done: @escaping @LoopActor () -> Void) {
        self.open = open
        self.done = done
        waitIfAnswered()
    }

    /// Notes that the broker has acknowledged a subscription, and sends its retained messages.
    func isAnswered(_ number: Int) {
        guard open.remove(number) != nil else { return }
        waitIfAnswered()
    }

    /// Handles a retained message; returns whether it belongs to the scan.
    func take(_ message: BrokerMessage, in topics: HomeTopics) -> Bool {
        if message.topic == topics.info {
            info = message.payload
            return true
        }
        guard topics.isOfScan(message.topic) else { return false }
        if self.topics.count < Self.limit, message.topic.utf8.count <= Self.topicLimit {
            self.topics.insert(message.topic)
        }
        return true
    }

    private func waitIfAnswered() {
        guard open.isEmpty, !isOver else { return }
        alarm.set(after: Self.patience) { [weak self] in
            self?.isOver = true
            self?.done()
        }
    }
}
