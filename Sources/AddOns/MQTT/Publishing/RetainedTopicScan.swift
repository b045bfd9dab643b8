import Linux
import Mosquitto

/// What a broker has kept of an earlier time: which phones, things and persons it knows.
@LoopActor
final class RetainedTopicScan {
    /// Topics that are remembered; further ones stay as they are.
    private nonisolated static let limit = 4_096
    /// Bytes of such a topic at most: whoever may publish there may call it anything, and we are briefer.
    private nonisolated static let topicLimit = 512
    /// How long a broker may take to send what it has kept, after it has said that it will.
    private nonisolated static let patience: Duration = .seconds(2)

    /// What was kept.
    private(set) var topics: Set<String> = []
    /// What the bridge was.
    private(set) var info: [UInt8]?
    /// Whether all of it has come.
    private(set) var isOver = false
    private var open: Set<Int>
    private let done: @LoopActor () -> Void
    private let alarm = Alarm()

    /// - Parameter open: the numbers of the questions.
    init(_ open: Set<Int>, _ done: @escaping @LoopActor () -> Void) {
        self.open = open
        self.done = done
        waitIfAnswered()
    }

    /// The broker has answered a question, and sends what it has.
    func isAnswered(_ number: Int) {
        guard open.remove(number) != nil else { return }
        waitIfAnswered()
    }

    /// Takes a message that was kept, and says whether it is one of these.
    func take(_ message: BrokerMessage, in topics: HomeTopics) -> Bool {
        if message.topic == topics.info {
            info = message.payload
            return true
        }
        guard topics.isOfCensus(message.topic) else { return false }
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
