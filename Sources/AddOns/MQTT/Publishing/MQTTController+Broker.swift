import AddOnRuntime
import Commands
import Control
import Linux
import Mosquitto
import Notices

extension MQTTController {
    func take(_ news: BrokerLine.News) {
        switch news {
        case .opened(let plan): open(plan)
        case .closed(let failure, let isLikelyRival):
            place = nil
            scan = nil
            publisher.close()
            self.failure =
                "\(failure)"
                + (isLikelyRival
                    ? "; another client may use the ID \(settings.client), too: set client-id in "
                        + "[mqtt]"
                    : "")
            trouble = self.failure
        case .heard(.acknowledged(let number, let reason)):
            if publisher.isAcknowledged(number, reason) { hasToldInfo = true }
        case .heard(.subscribed(let number, let reason)):
            if reason.isRefusal {
                let topic = subscriptions[number] ?? "a topic"
                trouble = "the broker does not allow this user to read \(topic): \(reason.words)"
            }
            subscriptions[number] = nil
            scan?.isAnswered(number)
        case .heard(.received(let message)): hear(message)
        case .heard(.connected), .heard(.ended): break
        }
        report()
    }

    private func open(_ plan: BrokerEndpoint) {
        place = plan
        failure = nil
        subscriptions = [:]
        var wanted = state.topics.retained
        if let birth = state.topics.birth { wanted.append(birth) }
        if settings.takesActs { wanted.append(state.topics.acts) }
        if settings.takesTexts { wanted.append(state.topics.show) }
        var numbers: Set<Int> = []
        for topics in wanted {
            guard let number = publisher.subscribe(to: topics) else { continue }
            subscriptions[number] = topics
            if state.topics.retained.contains(topics) { numbers.insert(number) }
        }
        scan = RetainedTopicScan(numbers) { [weak self] in
            guard let self else { return }
            for topics in state.topics.retained where topics != state.topics.info {
                publisher.unsubscribe(from: topics)
            }
            finishScan()
        }
        // Current states follow later, and so replace withdrawals that are outdated.
        publisher.add(retiring)
        retiring = []
        state.tellAllAgain()
        flush()
        publisher.pump()
    }

    /// Deletes retained messages about phones, items and residents that no longer exist.
    ///
    /// Does nothing until the scan is complete and the bridge has reported its state and its paired phones.
    func finishScan() {
        guard let scan, scan.isOver, hasAskedForPhones, state.isFollowing else { return }
        publisher.add(state.takeBack(keptTopics: scan.topics, info: scan.info))
        self.scan = nil
        publisher.pump()
    }

    private func hear(_ message: BrokerMessage) {
        if message.topic == state.topics.info, isRival(message) {
            trouble =
                "another callboard-mqtt publishes a bridge with the name \(settings.bridgeName): "
                + "give each bridge its own name with bridge in [mqtt]"
        }
        if message.isRetained, scan?.take(message, in: state.topics) == true { return }
        if message.topic == state.topics.birth {
            // A retained message is older than this connection, on which all states have just been
            // published.
            guard !message.isRetained, message.payload == Array("online".utf8) else { return }
            let delay = Self.birthSpread * Double.random(in: 0...1)
            birth.set(after: delay) { [weak self] in
                self?.state.tellAllAgain()
                self?.flush()
            }
            return
        }
        if let words = wishes?.take(message) { trouble = words }
    }

    /// Whether another program publishes a bridge of this name.
    ///
    /// Until a broker has acknowledged a message of this run, a retained message is one of an earlier run.
    private func isRival(_ message: BrokerMessage) -> Bool {
        guard let instance = BridgeInfo.instance(in: message.payload), instance != self.instance
        else { return false }
        return !message.isRetained || hasToldInfo
    }
}
