import AddOnRuntime
import Commands
import Control
import Linux
import Mosquitto
import Notices

/// Controller between bridge and broker: publishes events and states, and executes actions from topics.
@LoopActor
final class MQTTController {
    /// Maximum random delay before all states are published after a start of Home Assistant.
    nonisolated static let birthSpread: Duration = .seconds(5)

    let frame: AddOnRunner
    private let version: String
    private let farewell: Duration
    /// Random ID of this run of the program.
    let instance: String
    /// Whether a broker has acknowledged a message of this run.
    var hasToldInfo = false
    var settings: MQTTSettings
    /// New settings, which are applied once messages for the previous ones are delivered; nil if there are none.
    private var coming: MQTTSettings?
    var state: HomeState
    let publisher: HomePublisher
    var scan: RetainedTopicScan?
    var wishes: MessageActions?
    var place: BrokerEndpoint?
    var failure: String?
    var trouble: String?
    private var bridgeFailure: String? = "begins"
    /// Events dropped by the bridge because this program was too slow.
    private var leftOut = 0
    var hasAskedForPhones = false
    /// Messages that clear topics of an earlier configuration, to publish once a broker is connected.
    var retiring: [HomeMessage] = []
    private let midnight = Alarm()
    let birth = Alarm()

    /// Topics of pending subscriptions, by packet number.
    var subscriptions: [Int: String] = [:]

    /// - Parameter farewell: time limit for publishing the last states at the end.
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

    /// Status before the first connection.
    nonisolated static let beginning = AddOnReport(works: false, words: "begins")

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

    /// Applies a new configuration.
    ///
    /// - Returns: the error, with which the previous configuration stays active; nil if the new one is valid.
    func apply(_ new: MQTTSettings) -> String? {
        do throws(Secret.Problem) {
            _ = try BrokerEndpoints(new, clientID: new.client, will: nil)
        } catch {
            return "\(error)"
        }
        guard new != coming ?? settings else { return nil }
        coming = new
        let options = new.homeOptions(version: version, instance: instance)
        // Retained messages below topics that are no longer used would stay there forever.
        let leaving = HomeTopics(options) != state.topics ? state.withdrawal() : []
        publisher.add(leaving)
        if leaving.isEmpty, new.hosts != settings.hosts {
            // A regular disconnect discards the will, and this client does not come back to this
            // broker.
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

    /// Switches to another configuration.
    ///
    /// - Parameter leaving: messages that clear topics of the previous configuration and are not delivered yet.
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

    /// Handles an event of the bridge.
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
            trouble = "the bridge dropped \(count) events, because this program was too slow"
        case .status: askForPhones()
        case .lost(let failure):
            bridgeFailure = "\(failure)"
            state.lose()
            flush()
        case .bridges, .centralLost: break
        }
        report()
    }

    /// Requests paired phones and their batteries from the bridge.
    ///
    /// Topics of phones that are no longer paired are then cleared.
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

    func take(_ phones: PairedPhones) {
        guard state.isFollowing else { return }
        if phones.isComplete {
            publisher.add(state.know(paired: phones.phones))
            hasAskedForPhones = true
            finishScan()
        }
        flush()
        report()
    }

    // MARK: Actions

    /// Returns the notification that an action refers to.
    func find(_ wish: ActionMessage, _ phone: PhoneID) -> Result<NoticeID, MessageActions.Absence> {
        guard state.isKnown(phone) else { return .failure(.noPhone) }
        return state.notice(for: wish, on: phone).map { .success($0) } ?? .failure(.noNotice)
    }

    func answer(_ message: BrokerMessage) { publisher.answer(message) }

    // MARK: Publishing

    func flush() {
        // While the topics of the previous configuration are cleared, no state is published there: it
        // would stay at the broker.
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

    func report() {
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

    // MARK: End

    /// Publishes that the bridge is gone, and disconnects.
    func finish() async {
        coming = nil
        state.lose()
        flush()
        _ = await publisher.deliver(within: farewell)
        publisher.stop()
    }
}
