import Arguments
import Commands
import CompanionSections
import Companions
import Linux
import Mosquitto
import SmartHome

/// The command `clean`: takes back all that the broker keeps of this bridge.
@LoopActor
final class MQTTClean {
    /// After how long without anything the broker has sent all that it keeps.
    private nonisolated static let silence: Duration = .milliseconds(1_500)

    private let settings: MQTTSettings
    private let topics: HomeTopics

    private init(_ settings: MQTTSettings) {
        self.settings = settings
        topics = HomeTopics(settings.homeOptions(version: ProgramVersion.current))
    }

    private struct Ending: Sendable {
        var status = ExitStatus.success
        var text = ""
        var complaint: String?
    }

    /// Does it on the calling thread, and says what became of it.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        MQTTFile(arguments).beginning { settings, _ in
            let ending = EventLoop.run { (finish: @escaping @LoopActor (Ending) -> Void) in
                let clean = MQTTClean(settings)
                Task { @LoopActor in finish(await clean.ending()) }
            }
            if let complaint = ending.complaint { Messages.say(complaint) }
            if !ending.text.isEmpty { _ = Messages.print(ending.text) }
            return ending.status
        }
    }

    private func ending() async -> Ending {
        let plans: BrokerPlans
        do throws(Secret.Problem) {
            plans = try BrokerPlans(settings, clientID: settings.client + "-clean", will: nil)
        } catch {
            return Ending(status: .badConfiguration, complaint: "\(error)")
        }
        var failure: BrokerFailure?
        for plan in plans.plans {
            let probe = BrokerProbe()
            switch await probe.open(plan, mayBeOlder: plans.mayBeOlder) {
            case .failure(let reason): failure = reason
            case .success:
                defer { probe.close() }
                return await clean(probe)
            }
        }
        return Ending(status: .unavailable, complaint: failure.map { "\($0)" })
    }

    private func clean(_ probe: BrokerProbe) async -> Ending {
        let wanted = ["\(topics.base)/#"] + [topics.discovery(of: "+")].compactMap(\.self)
        if let refusal = await look(at: wanted, probe) { return refusal }
        var places = [topics]
        // The configuration may say otherwise now, or nothing, about where Home Assistant looks.
        if let earlier = probe.kept[topics.info].flatMap(BridgeInfo.discoveryPrefix) {
            var options = settings.homeOptions(version: ProgramVersion.current)
            options.discoveryPrefix = earlier
            places.append(HomeTopics(options))
            let further = [places[1].discovery(of: "+")].compactMap(\.self)
                .filter { !wanted.contains($0) }
            if let refusal = await look(at: further, probe) { return refusal }
        }
        if probe.kept[topics.status] == Array("online".utf8) {
            return Ending(
                status: .busy,
                complaint:
                    "callboard-mqtt runs for this bridge and would tell all again; first: sudo "
                    + "systemctl stop callboard-mqtt")
        }
        let ours = topics.inOrderOfWithdrawal(
            probe.kept.filter { topic, said in
                !said.isEmpty && places.contains { $0.isOurs(topic) }
            }.keys)
        var refused = 0
        for topic in ours {
            let message = BrokerMessage(topic: topic, isAcknowledged: true, isRetained: true)
            let reason = await probe.publish(message)
            if reason?.isRefusal ?? true { refused += 1 }
        }
        let count = ours.count - refused
        let text = "\(count) \(count == 1 ? "message" : "messages") taken back\n"
        guard refused > 0 else { return Ending(text: text) }
        return Ending(
            status: .failure, text: text,
            complaint: "the broker does not let this user take back \(refused) others")
    }

    /// Has the broker send what it keeps there; gives what keeps it from that.
    private func look(at filters: [String], _ probe: BrokerProbe) async -> Ending? {
        for filter in filters {
            guard let reason = await probe.subscribe(to: filter), !reason.isRefusal else {
                return Ending(
                    status: .noPermission,
                    complaint: "the broker does not let this user read \(filter)")
            }
        }
        if !filters.isEmpty { await probe.listen(untilSilentFor: Self.silence) }
        return nil
    }
}
