import AddOnRuntime
import Commands
import Control
import Formats
import Linux
import Mosquitto
import Settings

/// Command `check`: checks the requirements of the service, and prints problems with fixes.
@LoopActor
final class MQTTCheck {
    private let settings: MQTTSettings
    private let socket: String
    private let topics: HomeTopics
    private var findings: [Finding] = []

    private init(_ settings: MQTTSettings, _ socket: String) {
        self.settings = settings
        self.socket = socket
        topics = HomeTopics(settings.homeOptions(version: ProgramVersion.current))
    }

    /// Runs the check on the calling thread and prints the findings.
    nonisolated static func run(_ arguments: ParsedArguments) -> ExitStatus {
        MQTTFile(arguments).beginning { settings, socket in
            let findings = EventLoop.run {
                let check = MQTTCheck(settings, socket)
                await check.tryAll()
                return check.findings
            }
            return CheckAnswer.show(
                findings, arguments, good: "The broker can be used.",
                bad: "The broker cannot be used with this configuration.")
        }
    }

    private func find(_ id: String, _ verdict: Verdict) {
        findings.append(Finding(id: id, verdict: verdict))
    }

    private func tryAll() async {
        do throws(Secret.Problem) {
            let plans = try BrokerEndpoints(
                settings, clientID: settings.client + "-check", will: nil)
            if settings.password != nil || settings.key != nil {
                find("mqtt-secrets", .ok("the secrets can be read"))
            }
            for plan in plans.plans { await tryBroker(plan, mayBeOlder: plans.mayBeOlder) }
        } catch {
            find(
                "mqtt-secrets",
                .fail("\(error)", fix: "read Docs/how-to/mqtt.md about passwords and keys"))
        }
        await tryBridge()
    }

    private func tryBroker(_ plan: BrokerEndpoint, mayBeOlder: Bool) async {
        let probe = BrokerProbe()
        defer { probe.close() }
        switch await probe.open(plan, mayBeOlder: mayBeOlder) {
        case .failure(let failure):
            find("mqtt-broker", .fail("\(failure)", fix: failure.fix(of: settings)))
        case .success(let open):
            let version = open.version == .five ? "MQTT 5" : "MQTT 3.1.1"
            let cover = open.encryption == nil ? "not encrypted" : "encrypted"
            let words = "\(open.place) accepts this client, \(version), \(cover)"
            if open.encryption == nil, settings.password != nil, !open.place.isOfThisMachine {
                find(
                    "mqtt-broker",
                    .warn(
                        words + ": anyone on the network path can read the password",
                        fix: "set tls = yes in [mqtt], once the broker supports TLS"))
            } else {
                find("mqtt-broker", .ok(words))
            }
            await tryTelling(probe)
            // The following checks need the connection.
            guard probe.failure == nil else { return }
            await tryDiscovery(probe)
            await tryListening(probe)
        }
    }

    /// Publishes a message and reads it back, as a subscriber would.
    private func tryTelling(_ probe: BrokerProbe) async {
        let topic = "\(topics.base)/check"
        let fix = "allow the user to read and write \(topics.base)/# at the broker"
        if let refusal = refusal(await probe.subscribe(to: topic), probe) {
            return find(
                "mqtt-topics",
                .fail("\(topic) may not be read: \(refusal)", fix: self.fix(probe, orElse: fix)))
        }
        let message = BrokerMessage(
            topic: topic, payload: Array("callboard-mqtt check".utf8), isAcknowledged: true,
            isRetained: true)
        let (reason, isBack) = await probe.comesBack(message)
        if let refusal = refusal(reason, probe) {
            return find(
                "mqtt-topics",
                .fail(
                    "\(topic) may not be published: \(refusal)", fix: self.fix(probe, orElse: fix)))
        }
        var empty = message
        empty.payload = []
        _ = await probe.publish(empty)
        find(
            "mqtt-topics",
            isBack
                ? .ok("messages below \(topics.base) can be published and read")
                : .fail(
                    "the broker accepted a message at \(topic), but did not deliver it", fix: fix))
    }

    private func tryDiscovery(_ probe: BrokerProbe) async {
        guard let config = topics.discovery(of: topics.bridgeObject) else {
            return find("mqtt-discovery", .skipped("discovery = no"))
        }
        // Home Assistant only reads `config` below the name.
        let topic = config.dropLast("config".count) + "check"
        let fix =
            "allow the user to read and write \(topic.dropLast("check".count))# at the broker, or "
            + "set discovery = no"
        if let refusal = refusal(await probe.subscribe(to: String(topic)), probe) {
            return find(
                "mqtt-discovery",
                .fail("\(topic) may not be read: \(refusal)", fix: self.fix(probe, orElse: fix)))
        }
        let message = BrokerMessage(
            topic: String(topic), payload: Array("callboard-mqtt check".utf8),
            isAcknowledged: true)
        let (reason, isBack) = await probe.comesBack(message)
        if let refusal = refusal(reason, probe) {
            return find(
                "mqtt-discovery",
                .fail(
                    "\(topic) may not be published: \(refusal)", fix: self.fix(probe, orElse: fix)))
        }
        find(
            "mqtt-discovery",
            isBack
                ? .ok("Home Assistant can discover the phones")
                : .fail(
                    "the broker accepted a message at \(topic), but did not deliver it", fix: fix))
    }

    private func tryListening(_ probe: BrokerProbe) async {
        var wanted: [String] = []
        if settings.takesActs { wanted.append(topics.acts) }
        if settings.takesTexts { wanted.append(topics.show) }
        for topic in wanted {
            if let refusal = refusal(await probe.subscribe(to: topic), probe) {
                find(
                    "mqtt-wishes",
                    .fail(
                        "\(topic) may not be read: \(refusal)",
                        fix: fix(probe, orElse: "allow the user to read \(topic) at the broker")))
            } else {
                find("mqtt-wishes", .ok("requests at \(topic) are received"))
            }
        }
    }

    private func refusal(_ reason: ReasonCode?, _ probe: BrokerProbe) -> String? {
        guard let reason else {
            return probe.failure.map { "\($0)" } ?? "the broker does not answer"
        }
        return reason.isRefusal ? reason.words : nil
    }

    /// Advice for a request that the broker did not fulfil.
    ///
    /// - Parameter rights: advice if the connection is not the cause.
    private func fix(_ probe: BrokerProbe, orElse rights: String) -> String {
        probe.failure?.fix(of: settings) ?? rights
    }

    private func tryBridge() async {
        let fix = ControlPath.start(at: socket)
        do throws(AskFailure) {
            _ = try await ControlClient.ask(StatusRequest(), at: socket)
        } catch {
            let isRefused = if case .refused = error { true } else { false }
            return find(
                "mqtt-bridge", .fail(error.sentence, fix: isRefused ? Self.groups : fix))
        }
        guard settings.takesActs || settings.takesTexts else {
            return find("mqtt-bridge", .ok("the bridge sends its events to this user"))
        }
        do throws(AskFailure) {
            _ = try await ControlClient.ask(ActRequest.probe, at: socket)
        } catch {
            // The request fails for any user; the reason differs.
            if error.isNotAllowed {
                return find("mqtt-bridge", .fail(error.sentence, fix: Self.groups))
            }
        }
        find(
            "mqtt-bridge", .ok("the bridge sends its events to this user, and accepts its requests")
        )
    }

    private static let groups =
        "sudo -u callboard-mqtt callboard-mqtt check    # as the service's user; Docs/how-to/mqtt.md "
        + "lists the group for each right"
}

extension BrokerEndpoint.Place {
    /// Whether the endpoint is on this host.
    fileprivate var isOfThisMachine: Bool {
        switch self {
        case .socket: true
        case .host(let name, _): ["localhost", "127.0.0.1", "::1"].contains(name)
        }
    }
}
