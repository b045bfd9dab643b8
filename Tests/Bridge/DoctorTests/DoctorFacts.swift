import BlueZRadio
import Bridge
import Configuration
import Formats
import KernelRadio
import Linux
import Notices
import Outlets
import Radio

@testable import Commands
@testable import Doctor

extension MachineFacts {
    static let ann = PairedPhone(address: "AA:AA:AA:AA:AA:01", name: "Ann's iPhone")
    static let bob = PairedPhone(address: "BB:BB:BB:BB:BB:02", name: "Bob")

    /// A machine on which everything is as it should be.
    static var healthy: MachineFacts {
        var facts = MachineFacts()
        facts.state.list = .readable
        facts.state.rights = FileInspection(owner: 900, mode: 0o700)
        facts.state.fileRights["phones.json"] = FileInspection(owner: 900, mode: 0o600)
        facts.phones = [ann]
        facts.programs = [
            RunningProgram(
                process: 7, command: "bluetoothd", names: ["org.bluez"],
                arguments: ["/usr/libexec/bluetooth/bluetoothd"])
        ]

        var adapter = BlueZSurvey.Adapter(name: "hci0")
        adapter.isPowered = true
        adapter.modalias = "usb:v1D6Bp0246d0545"
        adapter.advertising = BlueZSurvey.Advertising(active: 1, free: 4)
        var device = BlueZSurvey.Device(adapter: "hci0", address: ann.address)
        (device.isPaired, device.isConnected, device.isResolved) = (true, true, true)
        device.services = ["7905f431-b5ce-4e99-a40f-4b1e122d00d0"]
        facts.survey = BlueZSurvey.Findings(service: .answered)
        facts.survey.adapters = [adapter]
        facts.survey.chosen = "hci0"
        facts.survey.devices = [device]

        var answer = BridgeAnswer()
        answer.version = ProgramVersion.current
        answer.radio = .listening
        answer.phones = [BridgeAnswer.Phone(address: ann.address, state: .ready)]
        facts.bridge = .answered(answer)

        var identity = AdapterIdentity(name: "hci0")
        identity.usb = AdapterIdentity.USB(vendor: 0x0E8D, product: 0x0616)
        facts.host.adapters = [identity]
        facts.host.kernel = KernelVersion(6, 1, 0)
        facts.host.now = WallTime(milliseconds: 1_790_000_000_000)
        facts.host.switches = [.init(name: "hci0", isSoftBlocked: false, isHardBlocked: false)]
        facts.host.bluetoothSettings = .text("[General]\n[GATT]\n[Policy]\nAutoEnable=true\n")
        facts.host.board = "Raspberry Pi Zero 2 W Rev 1.0"
        facts.host.bootSettings = ("/boot/firmware/config.txt", "dtoverlay=vc4-kms-v3d\n")
        return facts
    }

    /// A machine without bluetoothd on which everything is as it should be.
    static var healthyKernel: MachineFacts {
        var facts = healthy
        (facts.radio, facts.configuredRadio) = (.kernel, .kernel)
        facts.survey = BlueZSurvey.Findings(service: .absent)
        facts.programs = nil
        facts.host.startsDaemon = false
        facts.host.enabledServices = [.kernel]
        facts.changeBridge { $0.kind = .kernel }

        var adapter = KernelSurvey.Adapter(name: "hci0")
        adapter.isPowered = true
        adapter.connected = [ann.address]
        facts.kernel.adapters = [adapter]
        facts.kernel.chosen = "hci0"
        facts.kernel.keys = .readable([KernelSurvey.Bond(phone: ann.address, adapter: "hci0")])
        return facts
    }

    /// The facts after a change.
    func with(_ change: (inout MachineFacts) -> Void) -> MachineFacts {
        var facts = self
        change(&facts)
        return facts
    }

    /// Changes what the bridge says.
    mutating func changeBridge(_ change: (inout BridgeAnswer) -> Void) {
        var answer = running ?? BridgeAnswer()
        change(&answer)
        bridge = .answered(answer)
    }

    /// What the one check of this name says.
    func verdicts(_ id: String) -> [Verdict] {
        Check.all.filter { $0.id == id }.flatMap { $0.judge(self) }
    }
}
