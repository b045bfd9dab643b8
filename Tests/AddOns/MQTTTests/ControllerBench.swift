import AddOnRuntime
import BrokerSupport
import Commands
import Control
import ControlSupport
import Foundation
import Linux
import Mosquitto
import Settings
import Support
import Waiting

@testable import MQTT

/// The program's own parts between a bridge of which there is only the control socket, and a real broker.
@LoopActor
final class ControllerBench {
    let bridge: BridgeStandIn
    let controller: MQTTController
    let frame: AddOnRunner
    private let work = Work()

    /// What the frame reaches the controller by.
    private final class Work: AddOnWork {
        var controller: MQTTController?
        func take(_ news: BridgeNews) { controller?.take(news) }
        func reload() {}
        func end(_ status: Commands.ExitStatus) {}
    }

    /// - Parameters:
    ///   - lines: further lines of the section.
    ///   - hosts: brokers in place of the one at the port.
    ///   - connects: whether the broker is looked for at once, beside the bridge; else that is left to the test.
    init(
        port: Int, _ lines: [String] = [], name: String = "hall", settingHosts hosts: String? = nil,
        connects: Bool = true
    ) throws {
        let bridge = try BridgeStandIn()
        self.bridge = bridge
        bridge.held = [SampleNews.ready()]
        let settings = try Self.settings(
            [
                "host = \(hosts ?? "127.0.0.1:\(port)")", "bridge = \(name)",
                // A broker that is only slow is not to be given up.
                "keep-alive = 1h",
            ] + lines)
        frame = AddOnRunner(name: "mqtt", path: bridge.path, MQTTController.beginning, for: work)
        controller = MQTTController(
            settings, version: "0.1.0", frame: frame, farewell: Patience.limit)
        work.controller = controller
        if connects { try controller.connect() }
        frame.begin()
    }

    static func settings(_ lines: [String]) throws -> MQTTSettings {
        let table = SettingsTable([MQTTKeys.section], variablePrefix: "CALLBOARD")
        var draft = SettingsDraft(table)
        draft.read(Array(("[mqtt]\n" + lines.joined(separator: "\n")).utf8), file: "c")
        return MQTTSettings(try draft.finished()[MQTTKeys.section])
    }

    /// What the addOn last told the bridge of itself, in words.
    var report: String? {
        bridge.addOn.map { addOn in
            (addOn.works ? "works: " : "fails: ") + addOn.words
                + (addOn.trouble.map { "; \($0)" } ?? "")
        }
    }

    /// How much was left out, as it told.
    var lost: Int { bridge.addOn?.lost ?? 0 }

    func stop() {
        Task.immediate { @LoopActor in await controller.finish() }
        frame.stop()
    }
}
