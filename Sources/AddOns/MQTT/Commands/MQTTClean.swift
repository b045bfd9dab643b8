import AddOnRuntime
import Commands
import Linux
import Mosquitto
import Settings

/// Command `clean`: deletes this bridge's retained messages at the broker.
@LoopActor
final class MQTTClean {
    /// Silence after which all retained messages have been received.
    private nonisolated static let silence: Duration = .milliseconds(1_500)

    private let settings: MQTTSettings
    private let topics: HomeTopics

    private init(_ settings: MQTTSettings) {
        self.settings = settings
        topics = HomeTopics(settings.homeOptions(version: ProgramVersion.current))
    }

    /// Cleans up on the calling thread, and prints the result.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        MQTTFile(arguments).beginning { settings, _ in
            do throws(CommandEnd) {
                let (count, refused) = try EventLoop.run { () async throws(CommandEnd) in
                    try await MQTTClean(settings).takeBack()
                }
                if refused > 0 {
                    Messages.say(
                        "the broker does not allow this user to delete \(refused) further messages")
                }
                _ = Messages.print("\(count) \(count == 1 ? "message" : "messages") deleted\n")
                return refused > 0 ? .failure : .success
            } catch {
                return error.tell()
            }
        }
    }

    /// Numbers of deleted and of refused messages.
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
        // `discovery` in the configuration may have changed since the messages were published.
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
                "callboard-mqtt is running for this bridge and would publish everything again; "
                    + "first: sudo systemctl stop callboard-mqtt")
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

    /// Subscribes to the filters, and receives their retained messages.
    private func look(at filters: [String], _ probe: BrokerProbe) async throws(CommandEnd) {
        for filter in filters {
            guard let reason = await probe.subscribe(to: filter), !reason.isRefusal else {
                throw CommandEnd(
                    .noPermission, "the broker does not allow this user to read \(filter)")
            }
        }
        if !filters.isEmpty { await probe.listen(untilSilentFor: Self.silence) }
    }
}
