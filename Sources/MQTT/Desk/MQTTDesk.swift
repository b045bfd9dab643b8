import CompanionSections
import Companions
import Contract
import Control
import Following
import Linux
import Mosquitto
import Notices
import SmartHome

/// Between the bridge and the broker: what happens there is told here, and what is wanted here is done there.
@LoopActor
final class MQTTDesk {
    /// Home Assistants that begin are told all within this time, at a moment that chance chooses.
    private nonisolated static let birthSpread: Duration = .seconds(5)

    /// Answers that are on their way; a further one is left out, lest nonsense fill the memory and hold up what is told.
    private nonisolated static let answerLimit = 64

    private let frame: CompanionFrame
    private let version: String
    private let farewell: Duration
    /// Names this run of the program.
    private let instance: String
    /// Whether a broker has this run's information.
    private var hasToldInfo = false
    private var settings: MQTTSettings
    /// What takes the place of those once the broker has been told.
    private var coming: MQTTSettings?
    private var state: HouseState
    private var outbox: Outbox
    private var line: BrokerLine?
    private var census: Census?
    private var wishes: WishDesk?
    private var place: BrokerPlan?
    private var failure: String?
    private var trouble: String?
    private var bridgeFailure: String? = "begins"
    /// Events that the bridge has not told, since this was too slow.
    private var leftOut = 0
    private var hasAskedForPhones = false
    /// The numbers of answers that the broker has not acknowledged.
    private var answers: Set<Int> = []
    /// What the configuration has left out since it was read again, to be taken back once a broker is there.
    private var retiring: [HomeMessage] = []
    private let midnight = Alarm()
    private let birth = Alarm()
    private let ending = Alarm()

    /// - Parameter farewell: how long all that holds may take to leave in the end.
    init(
        _ settings: MQTTSettings, version: String, frame: CompanionFrame,
        farewell: Duration = .seconds(2)
    ) {
        self.settings = settings
        self.version = version
        self.farewell = farewell
        self.frame = frame
        instance = String(UInt32.random(in: .min ... .max), radix: 16)
        state = HouseState(settings.homeOptions(version: version, instance: instance))
        outbox = Outbox(limit: settings.waiting, age: settings.eventAge)
        state.move(to: .now)
        wakeAtMidnight()
    }

    /// How it is, before anything has happened.
    nonisolated static let beginning = CompanionReport(works: false, words: "begins")

    /// Connects.
    func connect() throws(Secret.Problem) {
        let will = HomeMessage(state.topics.status, "offline", .held)
        let plans = try BrokerPlans(settings, clientID: settings.client, will: will)
        line?.stop()
        outbox.close()
        place = nil
        failure = nil
        answers = []
        line = BrokerLine(plans) { [weak self] in self?.take($0) }
        wishes = WishDesk(
            topics: state.topics, takesActs: settings.takesActs, takesTexts: settings.takesTexts,
            find: { [weak self] in self?.find($0, $1) ?? .failure(.noPhone) },
            act: { [weak self] in self?.frame.ask($0, $1) },
            show: { [weak self] in self?.frame.ask($0, $1) },
            answer: { [weak self] in self?.answer($0) })
        report()
    }

    /// Takes another configuration into use.
    ///
    /// - Returns: what keeps it from that; then the old one goes on.
    func apply(_ new: MQTTSettings) -> String? {
        do throws(Secret.Problem) {
            _ = try BrokerPlans(new, clientID: new.client, will: nil)
        } catch {
            return "\(error)"
        }
        guard new != coming ?? settings else { return nil }
        coming = new
        let options = new.homeOptions(version: version, instance: instance)
        // What was told where nobody looks any more would stay there for ever.
        let leaving = HomeTopics(options) != state.topics ? state.withdrawal() : []
        for message in leaving { send(message) }
        if leaving.isEmpty, new.hosts != settings.hosts {
            // Whoever says goodbye leaves no will, and nobody comes back to this broker.
            send(HomeMessage(state.topics.status, "offline", .held))
        }
        pump()
        waitUntilTold(until: EventLoop.now + farewell) { [weak self] in
            guard let self else { return }
            settings = new
            coming = nil
            // A broker that is away is told once it is back.
            let isTold = line?.isOpen ?? false && outbox.isEmpty
            let retired = (isTold ? [] : leaving) + state.apply(options)
            outbox.limit = new.waiting
            outbox.age = new.eventAge
            do throws(Secret.Problem) {
                try connect()
                retiring += retired
            } catch {
                trouble = "\(error)"
            }
        }
        return nil
    }

    // MARK: The bridge

    /// Takes something of the bridge.
    func take(_ news: BridgeNews) {
        switch news {
        case .begun:
            state.begin()
            bridgeFailure = nil
        case .caughtUp:
            for message in state.catchUp() { send(message) }
            askForPhones()
            flush()
        case .event(let event, let news):
            let messages = state.take(event, news: news, at: .now)
            for message in messages { send(message) }
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
        frame.ask(StatusRequest()) { [weak self] result in
            guard case .success(let status) = result else { return }
            let seen = PairedPhones(status: status.value)
            self?.frame.ask(PhonesRequest()) { [weak self] result in
                if case .failure(.failed) = result { return }
                self?.take(seen.joined(by: try? result.get().value))
            }
        }
    }

    private func take(_ phones: PairedPhones) {
        guard state.isFollowing else { return }
        if phones.isComplete {
            for message in state.know(paired: phones.phones) { send(message) }
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
            answers = []
            outbox.close()
            self.failure =
                "\(failure)"
                + (isLikelyRival
                    ? "; perhaps another client is called \(settings.client) as well: client-id in [mqtt]"
                    : "")
            trouble = self.failure
        case .heard(.acknowledged(let number, let reason)):
            if answers.remove(number) != nil { break }
            hasToldInfo = true
            let topic = outbox.isAcknowledged(number, isRefused: reason.isRefusal)
            if let topic {
                trouble = "the broker does not let this user publish \(topic): \(reason.words)"
            }
            pump()
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

    private func open(_ plan: BrokerPlan) {
        place = plan
        failure = nil
        subscriptions = [:]
        var wanted = state.topics.census
        if let birth = state.topics.birth { wanted.append(birth) }
        if settings.takesActs { wanted.append(state.topics.acts) }
        if settings.takesTexts { wanted.append(state.topics.show) }
        var numbers: Set<Int> = []
        for topics in wanted {
            guard let number = line?.subscribe(to: topics) else { continue }
            subscriptions[number] = topics
            if state.topics.census.contains(topics) { numbers.insert(number) }
        }
        census = Census(numbers) { [weak self] in
            guard let self else { return }
            for topics in state.topics.census where topics != state.topics.info {
                line?.unsubscribe(from: topics)
            }
            finishCensus()
        }
        // What holds now comes later, and so takes the place of what only went with an earlier choice.
        for message in retiring { send(message) }
        retiring = []
        state.tellAllAgain()
        flush()
        pump()
    }

    /// Takes back what the broker has kept of phones, things and persons that are no more, once that is known.
    private func finishCensus() {
        guard let census, census.isOver, hasAskedForPhones, state.isFollowing else { return }
        for message in state.takeBack(keptTopics: census.topics, info: census.info) {
            send(message)
        }
        self.census = nil
        pump()
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

    private func find(_ wish: ActWish, _ phone: PhoneID) -> Result<NoticeID, WishDesk.Absence> {
        guard state.isKnown(phone) else { return .failure(.noPhone) }
        return state.notice(for: wish, on: phone).map { .success($0) } ?? .failure(.noNotice)
    }

    private func answer(_ message: BrokerMessage) {
        // An answer is for whoever waits; one that cannot be sent now is of no use.
        guard answers.count < Self.answerLimit, let number = line?.publish(message) else { return }
        answers.insert(number)
    }

    // MARK: What is to be told

    private func send(_ message: HomeMessage) {
        outbox.add(message, at: EventLoop.now, isOpen: line?.isOpen ?? false)
    }

    private func flush() {
        // While all is taken back for another configuration nothing of it is told anew: it would stay there.
        guard line?.isOpen ?? false, coming == nil else { return }
        for message in state.held() { send(message) }
        pump()
    }

    private func pump() {
        guard let line, line.isOpen else { return }
        let now = EventLoop.now
        while let message = outbox.next(at: now) {
            guard let number = line.publish(BrokerMessage(message)) else {
                guard line.isOpen else { return outbox.isCutOff(message, at: now) }
                outbox.isImpossible(message)
                trouble = "the broker does not take messages as long as that of \(message.topic)"
                continue
            }
            outbox.isSent(message, as: number, at: now)
        }
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
        var report: CompanionReport
        if let place {
            let version = place.version == .five ? "MQTT 5" : "MQTT 3.1.1"
            let count = state.phoneCount
            let phones = count == 1 ? "1 phone" : "\(count) phones"
            report = CompanionReport(
                works: true, words: "connected to \(place.place), \(version), \(phones)")
            report.peer = .connected("\(place.place), \(version)")
        } else {
            let words = failure ?? "connecting to \(settings.hosts[0].text)"
            report = CompanionReport(works: false, words: words)
            report.peer = .failed(words)
        }
        if let bridgeFailure { report.words += "; the bridge: \(bridgeFailure)" }
        report.trouble = trouble ?? wishes?.trouble
        report.waiting = outbox.waiting
        report.lost = outbox.lost + leftOut
        frame.say(report)
    }

    // MARK: The end

    /// Says goodbye: nobody is to believe what held any more.
    func finish(_ done: @escaping @LoopActor () -> Void) {
        coming = nil
        state.lose()
        flush()
        let deadline = EventLoop.now + farewell
        waitUntilTold(until: deadline) { [weak self] in
            self?.line?.stop()
            done()
        }
    }

    private func waitUntilTold(
        until deadline: Duration, _ done: @escaping @LoopActor () -> Void
    ) {
        let isOver =
            !(line?.isOpen ?? false) || outbox.isEmpty || EventLoop.now >= deadline
        if isOver { return done() }
        ending.set(after: .milliseconds(10)) { [weak self] in
            guard let self else { return done() }
            waitUntilTold(until: deadline, done)
        }
    }
}
