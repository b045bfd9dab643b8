import AddOnRuntime
import Commands
import Linux
import Mosquitto
import Settings

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

    /// Does it on the calling thread, and says what became of it.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        MQTTFile(arguments).beginning { settings, _ in
            do throws(CommandEnd) {
                let (count, refused) = try EventLoop.run { () async throws(CommandEnd) in
                    try await MQTTClean(settings).takeBack()
                }
                if refused > 0 {
                    Messages.say("the broker does not let this user take back \(refused) others")
                }
                _ = Messages.print("\(count) \(count == 1 ? "message" : "messages") taken back\n")
                return refused > 0 ? .failure : .success
            } catch {
                return error.tell()
            }
        }
    }

    /// How many messages the broker has taken back, and how many it has not.
    private typealias Count = (takenBack: Int, refused: Int)

    private func takeBack() async throws(CommandEnd) -> Count {
        let plans: BrokerEndpoints
        do throws(Secret.Problem) {
            plans = try BrokerEndpoints(settings, clientID: settings.client + "-clean", will: nil)
        } catch {
            throw CommandEnd(.badConfiguration, "\(error)")
        }
        var failure: BrokerFailure?
        for plan in plans.plans {
            let probe = BrokerProbe()
            switch await probe.open(plan, mayBeOlder: plans.mayBeOlder) {
            case .failure(let reason): failure = reason
            case .success:
                defer { probe.close() }
                return try await takeBack(probe)
            }
        }
        var end = CommandEnd(.unavailable)
        if let failure { end.sentences = ["\(failure)"] }
        throw end
    }

    private func takeBack(_ probe: BrokerProbe) async throws(CommandEnd) -> Count {
        let wanted = ["\(topics.base)/#"] + [topics.discovery(of: "+")].compactMap(\.self)
        try await look(at: wanted, probe)
        var places = [topics]
        // The configuration may say otherwise now, or nothing, about where Home Assistant looks.
        if let earlier = probe.kept[topics.info].flatMap(BridgeInfo.discoveryPrefix) {
            var options = settings.homeOptions(version: ProgramVersion.current)
            options.discoveryPrefix = earlier
            places.append(HomeTopics(options))
            let further = [places[1].discovery(of: "+")].compactMap(\.self)
                .filter { !wanted.contains($0) }
            try await look(at: further, probe)
        }
        if probe.kept[topics.status] == Array("online".utf8) {
            throw CommandEnd(
                .busy,
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
        return (ours.count - refused, refused)
    }

    /// Has the broker send what it keeps there.
    private func look(at filters: [String], _ probe: BrokerProbe) async throws(CommandEnd) {
        for filter in filters {
            guard let reason = await probe.subscribe(to: filter), !reason.isRefusal else {
                throw CommandEnd(
                    .noPermission, "the broker does not let this user read \(filter)")
            }
        }
        if !filters.isEmpty { await probe.listen(untilSilentFor: Self.silence) }
    }
}
