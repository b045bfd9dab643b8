import ANCS
import BrokerSupport
import CompanionSections
import Companions
import Control
import ControlSupport
import Foundation
import Linux
import Mosquitto
import Notices
import Settings
import Support

@testable import MQTT

/// The program's own parts between a bridge of which there is only the control socket, and a real broker.
@LoopActor
final class DeskBench {
    let bridge: BridgeStandIn
    let desk: MQTTDesk
    let frame: CompanionFrame
    private let box: Box

    /// What the frame's closure reaches the desk by.
    private final class Box {
        var desk: MQTTDesk?
    }

    /// - Parameters:
    ///   - lines: further lines of the section.
    ///   - hosts: brokers in place of the one at the port.
    init(
        port: Int, _ lines: [String] = [], name: String = "hall", settingHosts hosts: String? = nil
    ) throws {
        let bridge = try BridgeStandIn()
        self.bridge = bridge
        bridge.held = [Self.ready]
        let settings = try Self.settings(
            ["host = \(hosts ?? "127.0.0.1:\(port)")", "bridge = \(name)"] + lines)
        let box = Box()
        self.box = box
        frame = CompanionFrame(name: "mqtt", path: bridge.path, MQTTDesk.beginning) { news in
            if case .bridge(let news) = news { box.desk?.take(news) }
        }
        desk = MQTTDesk(settings, version: "0.1.0", frame: frame)
        box.desk = desk
        try desk.connect()
        frame.begin()
    }

    static func settings(_ lines: [String]) throws -> MQTTSettings {
        let table = SettingsTable([MQTTKeys.section], variablePrefix: "CALLBOARD", isExcerpt: true)
        var draft = SettingsDraft(table)
        draft.read(Array(("[mqtt]\n" + lines.joined(separator: "\n")).utf8), file: "c")
        return MQTTSettings(try draft.finished()[MQTTKeys.section])
    }

    static let phone = PhoneName("Mara's iPhone", id: PhoneID("5a0c93e1"))
    static let ready = BoardEvent.phone(.ready, phone, at: .now)

    static func notice(_ number: UInt64, _ title: String = "Quince") -> BoardEvent {
        .notice(.added, made(number, title), at: .now)
    }

    static func call(_ number: UInt64, _ change: NoticeChange, _ state: Call.State) -> BoardEvent {
        var notice = made(number, "Rhubarb")
        notice.category = Category(.incomingCall)
        notice.flags = [.positiveAction, .negativeAction]
        notice.call = Call(state: state)
        return .notice(change, notice, at: .now)
    }

    private static func made(_ number: UInt64, _ title: String) -> Notice {
        Notice(
            id: NoticeID(rawValue: number), phone: phone.name, category: Category(.social),
            flags: .negativeAction, uid: NotificationUID(rawValue: UInt32(number)),
            appID: Text("com.example"), title: Text(title), received: .now)
    }

    /// What the companion last told the bridge of itself.
    private var last: ControlRequest.Companion? {
        for case .companion(let companion) in bridge.requests.reversed() { return companion }
        return nil
    }

    /// The same, in words.
    var report: String? {
        last.map { companion in
            (companion.works ? "works: " : "fails: ") + companion.words
                + (companion.trouble.map { "; \($0)" } ?? "")
        }
    }

    /// How much was left out, as it told.
    var lost: Int { last?.lost ?? 0 }

    func stop() {
        desk.finish {}
        frame.stop()
    }
}

/// Somebody at the broker who writes down what is told.
@LoopActor
final class Watcher {
    private(set) var messages: [BrokerMessage] = []
    private(set) var isOpen = false
    private var connection: BrokerConnection?
    private let plan: BrokerPlan

    init(port: Int, _ id: String = "watcher", version: BrokerPlan.Version = .five) {
        var plan = BrokerPlan(place: .host("127.0.0.1", port: port), clientID: id)
        plan.version = version
        self.plan = plan
        connect()
    }

    private func connect() {
        connection = BrokerConnection(plan) { [weak self] news in
            guard let self else { return }
            switch news {
            case .connected:
                isOpen = true
                _ = connection?.subscribe(to: "#")
            case .received(let message): messages.append(message)
            case .ended:
                isOpen = false
                EventLoop.shared.after(.milliseconds(50)) { [weak self] in self?.connect() }
            case .acknowledged, .subscribed: break
            }
        }
    }

    /// What was told last under a topic below the bridge's.
    func last(_ topic: String, _ bridge: String = "hall") -> String? {
        messages.last { $0.topic == "callboard/\(bridge)/\(topic)" }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    /// How often something was told under a topic.
    func count(_ topic: String) -> Int {
        messages.count { $0.topic == "callboard/hall/\(topic)" && !$0.isRetained }
    }

    func forget() { messages = [] }

    func say(_ topic: String, _ text: String, isRetained: Bool = false) {
        _ = connection?.publish(
            BrokerMessage(
                topic: topic, payload: Array(text.utf8), isAcknowledged: true,
                isRetained: isRetained))
    }
}
