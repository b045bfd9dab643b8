import AddOnRuntime
import Commands
import Contract
import Control
import Linux
import Mosquitto
import Notices

/// Between the bridge and the broker: what happens there is told here, and what is wanted here is done there.
@LoopActor
final class MQTTController {
    /// Home Assistants that begin are told all within this time, at a moment that chance chooses.
    private nonisolated static let birthSpread: Duration = .seconds(5)

    let frame: AddOnRunner
    private let version: String
    private let farewell: Duration
    /// Names this run of the program.
    private let instance: String
    /// Whether a broker has this run's information.
    private var hasToldInfo = false
    private var settings: MQTTSettings
    /// What takes the place of those once the broker has been told.
    private var coming: MQTTSettings?
    private var state: HomeState
    private let publisher: HomePublisher
    private var census: RetainedTopicScan?
    private var wishes: MessageActions?
    private var place: BrokerEndpoint?
    private var failure: String?
    private var trouble: String?
    private var bridgeFailure: String? = "begins"
    /// Events that the bridge has not told, since this was too slow.
    private var leftOut = 0
    private var hasAskedForPhones = false
    /// What the configuration has left out since it was read again, to be taken back once a broker is there.
    private var retiring: [HomeMessage] = []
    private let midnight = Alarm()
    private let birth = Alarm()

    /// - Parameter farewell: how long all that holds may take to leave in the end.
    init(
        _ settings: MQTTSettings, version: String, frame: AddOnRunner,
        farewell: Duration = .seconds(2)
    ) {
        self.settings = settings
        self.version = version
        self.farewell = farewell
        self.frame = frame
        instance = String(UInt32.random(in: .min ... .max), radix: 16)
        state = HomeState(settings.homeOptions(version: version, instance: instance))
        publisher = HomePublisher(limit: settings.waiting, age: settings.eventAge)
        state.move(to: .now)
        wakeAtMidnight()
    }

    /// How it is, before anything has happened.
    nonisolated static let beginning = AddOnReport(works: false, words: "begins")

    /// Connects.
    func connect() throws(Secret.Problem) {
        let will = HomeMessage(state.topics.status, "offline", .held)
        let plans = try BrokerEndpoints(settings, clientID: settings.client, will: will)
        place = nil
        failure = nil
        publisher.connect(BrokerLine(plans) { [weak self] in self?.take($0) })
        wishes = MessageActions(
            for: self, topics: state.topics, takesActs: settings.takesActs,
            takesTexts: settings.takesTexts)
        report()
    }

    /// Takes another configuration into use.
    ///
    /// - Returns: what keeps it from that; then the old one goes on.
    func apply(_ new: MQTTSettings) -> String? {
        do throws(Secret.Problem) {
            _ = try BrokerEndpoints(new, clientID: new.client, will: nil)
        } catch {
            return "\(error)"
        }
        guard new != coming ?? settings else { return nil }
        coming = new
        let options = new.homeOptions(version: version, instance: instance)
        // What was told where nobody looks any more would stay there for ever.
        let leaving = HomeTopics(options) != state.topics ? state.withdrawal() : []
        publisher.add(leaving)
        if leaving.isEmpty, new.hosts != settings.hosts {
            // A client that says goodbye leaves no will, and this one does not come back to this broker.
            publisher.add([HomeMessage(state.topics.status, "offline", .held)])
        }
        publisher.pump()
        Task.immediate { @LoopActor in
            let isTold = await publisher.deliver(within: farewell)
            guard coming == new else { return }
            take(new, options, retiring: isTold ? [] : leaving)
        }
        return nil
    }

    /// Goes on with another configuration.
    ///
    /// - Parameter leaving: messages for the broker once it is back.
    private func take(_ new: MQTTSettings, _ options: HomeOptions, retiring leaving: [HomeMessage])
    {
        settings = new
        coming = nil
        let retired = leaving + state.apply(options)
        publisher.limit(to: new.waiting, for: new.eventAge)
        do throws(Secret.Problem) {
            try connect()
            retiring += retired
        } catch {
            trouble = "\(error)"
        }
    }

    // MARK: The bridge

    /// Takes something of the bridge.
    func take(_ news: BridgeNews) {
        switch news {
        case .begun:
            state.begin()
            bridgeFailure = nil
        case .caughtUp:
            publisher.add(state.catchUp())
            askForPhones()
            flush()
        case .event(let event, let news):
            publisher.add(state.take(event, news: news, at: .now))
            flush()
        case .leftOut(let count):
            leftOut += count
            trouble = "the bridge left out \(count) events, since this program was too slow"
        case .status: askForPhones()
        case .lost(let failure):
            bridgeFailure = "\(failure)"
            state.lose()
            flush()
        case .bridges, .centreLost: break
        }
        report()
    }

    /// Asks who is paired, for batteries, and for whom to forget.
    private func askForPhones() {
        Task.immediate { @LoopActor in
            guard let status = try? await frame.ask(StatusRequest()).value else { return }
            let seen = PairedPhones(status: status)
            do throws(AskFailure) {
                take(seen.joined(by: try await frame.ask(PhonesRequest()).value))
            } catch {
                if case .refused = error { take(seen.joined(by: nil)) }
            }
        }
    }

    private func take(_ phones: PairedPhones) {
        guard state.isFollowing else { return }
        if phones.isComplete {
            publisher.add(state.know(paired: phones.phones))
            hasAskedForPhones = true
            finishCensus()
        }
        flush()
        report()
    }

    // MARK: The broker

    private func take(_ news: BrokerLine.News) {
        switch news {
        case .opened(let plan): open(plan)
        case .closed(let failure, let isLikelyRival):
            place = nil
            census = nil
            publisher.close()
            self.failure =
                "\(failure)"
                + (isLikelyRival
                    ? "; perhaps another client is called \(settings.client) as well: client-id in [mqtt]"
                    : "")
            trouble = self.failure
        case .heard(.acknowledged(let number, let reason)):
            if publisher.isAcknowledged(number, reason) { hasToldInfo = true }
        case .heard(.subscribed(let number, let reason)):
            if reason.isRefusal {
                let topic = subscriptions[number] ?? "a topic"
                trouble = "the broker does not let this user read \(topic): \(reason.words)"
            }
            subscriptions[number] = nil
            census?.isAnswered(number)
        case .heard(.received(let message)): hear(message)
        case .heard(.connected), .heard(.ended): break
        }
        report()
    }

    /// Which topics a number of the connection is about.
    private var subscriptions: [Int: String] = [:]

    private func open(_ plan: BrokerEndpoint) {
        place = plan
        failure = nil
        subscriptions = [:]
        var wanted = state.topics.census
        if let birth = state.topics.birth { wanted.append(birth) }
        if settings.takesActs { wanted.append(state.topics.acts) }
        if settings.takesTexts { wanted.append(state.topics.show) }
        var numbers: Set<Int> = []
        for topics in wanted {
            guard let number = publisher.subscribe(to: topics) else { continue }
            subscriptions[number] = topics
            if state.topics.census.contains(topics) { numbers.insert(number) }
        }
        census = RetainedTopicScan(numbers) { [weak self] in
            guard let self else { return }
            for topics in state.topics.census where topics != state.topics.info {
                publisher.unsubscribe(from: topics)
            }
            finishCensus()
        }
        // What holds now comes later, and so takes the place of what only went with an earlier choice.
        publisher.add(retiring)
        retiring = []
        state.tellAllAgain()
        flush()
        publisher.pump()
    }

    /// Takes back what the broker has kept of phones, things and persons that are no more, once that is known.
    private func finishCensus() {
        guard let census, census.isOver, hasAskedForPhones, state.isFollowing else { return }
        publisher.add(state.takeBack(keptTopics: census.topics, info: census.info))
        self.census = nil
        publisher.pump()
    }

    private func hear(_ message: BrokerMessage) {
        if message.topic == state.topics.info, isRival(message) {
            trouble =
                "another callboard-mqtt tells of a bridge of the name \(settings.bridgeName): "
                + "give each a name of its own with bridge = in [mqtt]"
        }
        if message.isRetained, census?.take(message, in: state.topics) == true { return }
        if message.topic == state.topics.birth {
            // One that was kept is from before this connection, on which all has just been told.
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

    /// Whether another program tells of a bridge of this name: what was kept from before this run is of an earlier one.
    private func isRival(_ message: BrokerMessage) -> Bool {
        guard let instance = BridgeInfo.instance(in: message.payload), instance != self.instance
        else { return false }
        return !message.isRetained || hasToldInfo
    }

    // MARK: Wishes

    /// The notice that an act is about.
    func find(_ wish: ActionMessage, _ phone: PhoneID) -> Result<NoticeID, MessageActions.Absence> {
        guard state.isKnown(phone) else { return .failure(.noPhone) }
        return state.notice(for: wish, on: phone).map { .success($0) } ?? .failure(.noNotice)
    }

    /// Sends the answer to a message.
    func answer(_ message: BrokerMessage) { publisher.answer(message) }

    // MARK: What is to be told

    private func flush() {
        // While all is taken back for another configuration nothing of it is told anew: it would stay there.
        guard publisher.isOpen, coming == nil else { return }
        publisher.add(state.held())
        publisher.pump()
    }

    private func wakeAtMidnight() {
        let now = WallTime.now
        let wait = Duration.milliseconds(now.nextMidnight.milliseconds - now.milliseconds)
        midnight.set(after: wait + .milliseconds(50)) { [weak self] in
            guard let self else { return }
            state.move(to: .now)
            flush()
            wakeAtMidnight()
        }
    }

    private func report() {
        var report: AddOnReport
        if let place {
            let version = place.version == .five ? "MQTT 5" : "MQTT 3.1.1"
            let count = state.phoneCount
            let phones = count == 1 ? "1 phone" : "\(count) phones"
            report = AddOnReport(
                works: true, words: "connected to \(place.place), \(version), \(phones)")
            report.peer = .connected("\(place.place), \(version)")
        } else {
            let words = failure ?? "connecting to \(settings.hosts[0].text)"
            report = AddOnReport(works: false, words: words)
            report.peer = .failed(words)
        }
        if let bridgeFailure { report.words += "; the bridge: \(bridgeFailure)" }
        trouble = publisher.takeTrouble() ?? trouble
        report.trouble = trouble ?? wishes?.trouble
        report.waiting = publisher.waiting
        report.lost = publisher.lost + leftOut
        frame.say(report)
    }

    // MARK: The end

    /// Says goodbye: what was told holds no more.
    func finish() async {
        coming = nil
        state.lose()
        flush()
        _ = await publisher.deliver(within: farewell)
        publisher.stop()
    }
}
