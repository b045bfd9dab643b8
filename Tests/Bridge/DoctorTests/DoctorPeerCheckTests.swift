import BlueZRadio
import Configuration
import Control
import Expecting
import Formats
import Linux
import Notices
import Outlets
import Radio
import Testing

@testable import Bridge
@testable import Doctor

/// What the checks say of the bridge, the phones, and other programs.
struct DoctorPeerCheckTests {
    typealias Case = DoctorCheckTests.Case

    @Test(arguments: [
        Case("bridge", .fail, "no bridge runs", fix: "sudo systemctl enable --now callboard") {
            $0.bridge = .silent(.noBridge(path: ControlPath.system))
        },
        Case("bridge", .fail, "no bridge runs at /x", fix: "callboard run") { facts in
            facts.bridge = .silent(.noBridge(path: "/x"))
        },
        Case("bridge", .fail, "does not answer", fix: "restart callboard") { facts in
            facts.bridge = .silent(.noAnswer)
        },
        Case("bridge", .ok, "is there") { facts in
            facts.bridge = .silent(.denied(path: "/x", group: "wheel"))
        },
        Case("companion", .ok, "no add-on service has reported") { _ in },
        Case("companion", .skipped, "see bridge") { $0.bridge = .silent(.noAnswer) },
        Case("companion", .ok, "mqtt: connected") { facts in
            facts.changeBridge { $0.addOns = [addOn("works", "connected")] }
        },
        Case("companion", .warn, "has lost 3 items; the last trouble: full", fix: "journalctl -u") {
            $0.changeBridge { $0.addOns = [addOn("works", "connected", lost: 3, "full")] }
        },
        Case("companion", .warn, "mqtt: refused", fix: "journalctl -u callboard-mqtt") { facts in
            facts.changeBridge { $0.addOns = [addOn("fails", "refused")] }
        },
        Case("companion", .warn, "is gone", fix: "systemctl status callboard-mqtt") { facts in
            facts.changeBridge { $0.addOns = [addOn("gone", "connected")] }
        },
        Case("companion", .warn, "is not installed", fix: "install the package callboard-mqtt") {
            $0.addOns = [AddOnFacts(name: "mqtt", isConfigured: true)]
        },
        Case("companion", .warn, "[central] is configured, and", fix: "package callboard-central") {
            $0.bridge = .silent(.noAnswer)
            $0.addOns = [AddOnFacts(name: "central", isConfigured: true)]
        },
        Case("companion", .skipped, "see bridge") {
            $0.bridge = .silent(.noAnswer)
            $0.addOns = [AddOnFacts(name: "central", isConfigured: true, program: "/p")]
        },
        Case("companion", .warn, "callboard-mqtt has not been started", fix: "enable --now") {
            $0.addOns = [AddOnFacts(name: "mqtt", isConfigured: true, program: "/p")]
        },
        Case("companion", .warn, "has not connected to the bridge", fix: "systemctl status") {
            $0.addOns = [AddOnFacts(name: "mqtt", isEnabled: true, program: "/p")]
        },
        Case("companion", .ok, "no add-on service has reported") {
            $0.addOns = [AddOnFacts(name: "mqtt", program: "/p")]
        },
        Case("companion", .ok, "mqtt: connected") { facts in
            facts.addOns = [AddOnFacts(name: "mqtt", isConfigured: true, program: "/p")]
            facts.changeBridge { $0.addOns = [addOn("works", "connected")] }
        },
        Case("bridge-access", .warn, "group wheel", fix: "usermod -aG wheel \"$USER\"") { facts in
            facts.bridge = .silent(.denied(path: "/x", group: "wheel"))
        },
        Case("bridge-access", .warn, "only root", fix: "sudo callboard doctor") { facts in
            facts.bridge = .silent(.denied(path: "/x", group: "root"))
        },
        Case("bridge-access", .warn, "only root", fix: "read-group") { facts in
            facts.bridge = .silent(.denied(path: "/x", group: nil))
        },
        Case("bridge-access", .warn, "no right", fix: "sudo callboard doctor") { facts in
            facts.bridge = .refused("no right", isAboutRights: true)
        },
        Case("bridge-access", .warn, "full", fix: "again") { facts in
            facts.bridge = .silent(.turnedAway(ControlRefusal(.busy, "full")))
        },
        Case("bridge-access", .skipped, "see bridge") { $0.bridge = .silent(.noAnswer) },
        Case("bridge-version", .warn, "0.0.9", fix: "restart callboard") { facts in
            facts.changeBridge { $0.version = "0.0.9" }
        },
        Case("bridge-version", .skipped, "did not say") { $0.bridge = .silent(.noAnswer) },
        Case("bridge-radio", .warn, "is starting", fix: "again") { facts in
            facts.changeBridge { $0.radio = nil }
        },
        Case("bridge-radio", .fail, "no phone can connect: full", fix: "restart bluetooth") {
            facts in
            facts.changeBridge { ($0.radio, $0.radioReason) = (.notAdvertising, "full") }
        },
        Case("bridge-radio", .fail, "is off", fix: "power on") { facts in
            facts.changeBridge { $0.radio = .off }
        },
        Case("bridge-radio", .fail, "no adapter", fix: "bluetoothctl list") { facts in
            facts.changeBridge { $0.radio = .noAdapter }
        },
        Case("bridge-radio", .fail, "not reach", fix: "enable --now bluetooth") { facts in
            facts.changeBridge { $0.radio = .noService }
        },
        Case("bridge-configuration", .warn, "earlier configuration: a", fix: "config check") {
            $0.changeBridge { $0.configurationProblem = "a\nb" }
        },
        Case("bridge-configuration", .warn, "changed after", fix: "systemctl reload callboard") {
            $0.configurationChanged = WallTime(milliseconds: 12_001)
            $0.changeBridge { $0.configurationRead = WallTime(milliseconds: 11_000) }
        },
        Case("bridge-configuration", .ok, "uses the present") {
            $0.configurationChanged = WallTime(milliseconds: 11_999)
            $0.changeBridge { $0.configurationRead = WallTime(milliseconds: 11_000) }
        },
        Case(
            "bridge-configuration", .warn, "changes of name, shape apply only",
            fix: "restart callboard"
        ) {
            $0.changeBridge { $0.needsRestart = ["name", "shape"] }
        },
        Case("bridge-radio", .ok, "simulated") { facts in
            facts.changeBridge { ($0.radio, $0.isSimulated) = (nil, true) }
        },
        Case("phones-real", .warn, "it receives nothing from real ones", fix: "callboard run") {
            facts in
            facts.isSimulated = true
            facts.changeBridge { ($0.radio, $0.isSimulated) = (nil, true) }
        },
        Case("phones-real", .warn, "radio = simulated", fix: "restart callboard") {
            ($0.isSimulated, $0.configuredRadio) = (true, .simulated)
        },
        Case("service-choice", .warn, "is for real phones", fix: "restart callboard") { facts in
            facts.configuredRadio = .simulated
            facts.changeBridge { $0.kind = .bluez }
        },
        Case("outputs", .warn, "the output pipe has no reader", fix: "callboard status") { facts in
            facts.changeBridge {
                $0.outputs = [.init(name: "pipe", reason: OutputConfiguration.nobodyReads)]
            }
        },
        Case("outputs", .fail, "calls.csv fails: disk full", fix: "callboard status") { facts in
            facts.changeBridge { $0.outputs = [.init(name: "calls.csv", reason: "disk full")] }
        },
        Case("outputs", .warn, "lost 3 events", fix: "callboard status") { facts in
            facts.changeBridge { $0.outputs = [.init(name: "log", lostEvents: 3)] }
        },
        Case("outputs", .ok, "all outputs work") { facts in
            facts.changeBridge { $0.outputs = [.init(name: "log")] }
        },
    ])
    func `the bridge`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("phone-bond", .fail, "no bond with Ann's iPhone", fix: "forget 'Ann'\\''s iPhone'") {
            $0.survey.devices = []
        },
        Case("phone-bond", .fail, "no bond", fix: "callboard pair") { facts in
            facts.survey.devices[0].isPaired = false
        },
        Case("phone-bond", .fail, "is with hci1", fix: "adapter = hci1") { facts in
            facts.survey.devices[0].adapter = "hci1"
        },
        Case("phone-bond", .skipped, "bluetoothd") { $0.survey = .init(service: .absent) },
        Case("phone-bond", .skipped, "phones-paired") { $0.phones = [] },
        Case("phone-bearer", .ok, "offers") { $0.survey.devices[0].services = [] },
        Case("phone-bearer", .skipped, "not reported its services yet") { facts in
            facts.survey.devices[0].services = ["00001801-0000-1000-8000-00805f9b34fb"]
            facts.bridge = .silent(.noAnswer)
        },
        Case("phone-bearer", .ok, "offers") { $0.bridge = .silent(.noAnswer) },
        Case("phone-bearer", .fail, "Classic Bluetooth only", fix: "Forget This Device") { facts in
            facts.survey.devices[0].services = ["0000110a-0000-1000-8000-00805f9b34fb"]
            facts.changeBridge { $0.phones = [] }
        },
        Case("phone-bearer", .skipped, "phone-bond") { facts in
            facts.survey.devices = []
            facts.changeBridge { $0.phones = [] }
        },
        Case("phone-link", .warn, "not connected", fix: "Settings > Bluetooth off and on") {
            $0.survey.devices[0].isConnected = false
        },
        Case("phone-link", .skipped, "phone-bond") { $0.survey.devices = [] },
        Case("phone-session", .skipped, "did not say") { $0.bridge = .silent(.noAnswer) },
        Case("phone-session", .skipped, "not been here") { facts in
            facts.changeBridge { $0.phones = [] }
        },
    ])
    func `each phone`(_ one: Case) { one.check() }

    @Test(
        arguments: [
            (.ready, .ok, ""), (.disconnected, .skipped, ""), (.connected, .warn, "again"),
            (.notShared, .fail, "Share System Notifications"),
            (.notSecure, .fail, "Forget This Device"), (.unavailable, .fail, "off and on"),
            (.unresponsive, .fail, "off and on"),
        ] as [(PhoneState, Verdict.Status, String)])
    func `a phone's session`(state: PhoneState, status: Verdict.Status, fix: String) {
        let facts = MachineFacts.healthy.with { facts in
            facts.changeBridge { $0.phones[0].state = state }
        }
        let verdict = facts.verdicts("phone-session").first
        expect(verdict?.status, is: status)
        #expect(verdict?.fix == nil ? fix.isEmpty : verdict?.fix?.contains(fix) == true)
    }

    @Test func `each phone is looked at`() {
        let facts = MachineFacts.healthy.with { $0.phones = [MachineFacts.ann, MachineFacts.bob] }
        expect(facts.verdicts("phone-bond").map(\.status), is: [.ok, .fail])
        expect(facts.verdicts("phone-session").map(\.status), is: [.ok, .skipped])
    }

    @Test func `phones of one name are told apart without their addresses`() {
        let twin = PairedPhone(address: "CC:CC:CC:CC:CC:03", name: MachineFacts.ann.name)
        let facts = MachineFacts.healthy.with { $0.phones = [MachineFacts.ann, twin] }
        let verdict = facts.verdicts("phone-bond").last
        expect(verdict?.says.contains("Ann's iPhone (2)"), is: true)
        expect(verdict?.fix?.contains("forget ADDRESS"), is: true)
    }

    @Test func `no report has an address of a phone`() {
        let broken = MachineFacts.healthy.with { facts in
            facts.survey.devices = []
            facts.changeBridge { $0.phones[0].state = .notSecure }
        }
        for facts in [MachineFacts.healthy, broken] {
            #expect(!DoctorReport(facts).line.contains("AA:AA"))
        }
    }

    @Test(arguments: [
        Case("other-consumers", .skipped, "did not list") { $0.programs = nil },
        Case("other-consumers", .warn, "process 7", fix: "systemctl status 7") { facts in
            facts.programs = [.init(process: 7, command: "ancs-bridge")]
        },
        Case("other-consumers", .warn, "python3", fix: "systemctl status 8") { facts in
            facts.programs = [
                .init(process: 8, command: "python3", names: ["ancs4linux.Observer"])
            ]
        },
        Case("phone-audio", .skipped, "did not list") { $0.programs = nil },
        Case("phone-audio", .warn, "wireplumber", fix: "conf.d/51-callboard.conf") { facts in
            facts.programs = [.init(process: 9, command: "wireplumber")]
        },
        Case("phone-audio", .warn, "wireplumber", fix: "lua.d/51-callboard.lua") { facts in
            facts.programs = [.init(process: 9, command: "wireplumber")]
            facts.host.hasOldWirePlumber = true
        },
        Case("phone-audio", .ok, "no program") { facts in
            facts.programs = [.init(process: 9, command: "wireplumber")]
            facts.host.leavesPhonesAlone = true
        },
        Case("phone-audio", .warn, "bluealsa", fix: "sudo systemctl disable") { facts in
            facts.programs = [
                .init(process: 9, command: "wireplumber"), .init(process: 3, command: "bluealsa"),
            ]
            facts.host.leavesPhonesAlone = true
        },
    ])
    func `other programs`(_ one: Case) { one.check() }
}

/// A addOn called mqtt.
private func addOn(
    _ state: String, _ words: String, lost: Int = 0, _ trouble: String? = nil
) -> StatusAddOn {
    var addOn = StatusAddOn()
    addOn.name = "mqtt"
    addOn.state = state
    addOn.words = words
    addOn.lost = lost
    addOn.trouble = trouble
    return addOn
}
