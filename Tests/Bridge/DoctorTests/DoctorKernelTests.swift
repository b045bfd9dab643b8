import Bridge
import Configuration
import Control
import Formats
import KernelRadio
import Linux
import Notices
import Outlets
import Radio
import Testing

@testable import Doctor

/// What each check says of a machine without bluetoothd.
struct DoctorKernelTests {
    typealias Case = DoctorCheckTests.Case

    private static let damaged = "/s/keys.json is damaged: its checksum is not right"

    @Test(arguments: [
        Case("kernel-bluetooth", .skipped, "only to root") {
            $0.kernel.access = .obstructed(.noCapability)
        },
        Case("kernel-bluetooth", .fail, "has no Bluetooth", fix: "sudo modprobe bluetooth") {
            $0.kernel.access = .obstructed(.noBluetooth)
        },
        Case("kernel-bluetooth", .fail, "Input/output error", fix: "dmesg") {
            $0.kernel.access = .obstructed(.refused(Errno(rawValue: 5)))
        },
        Case("kernel-bluetooth", .fail, "did not answer: busy", fix: "dmesg") {
            $0.kernel.access = .failed("busy")
        },
        Case(
            "kernel-rival", .fail, "bluetoothd (process 7)",
            fix: "disable --now bluetooth    # if it starts again: sudo systemctl mask"
        ) { $0.kernel.daemon = .running(7) },
        Case("kernel-rival", .warn, "starts by itself", fix: "sudo systemctl disable bluetooth ") {
            $0.host.startsDaemon = true
        },
        Case("kernel-rival", .skipped, "cannot be seen") {
            $0.kernel.daemon = .unknown(.accessDenied)
        },
        Case("kernel-adapter", .fail, "no Bluetooth adapter", fix: "/sys/class/bluetooth") {
            ($0.kernel.adapters, $0.kernel.chosen) = ([], nil)
        },
        Case("kernel-adapter", .fail, "no Low Energy", fix: "4.0") {
            $0.kernel.adapters[0].lacks.insert(.lowEnergy)
        },
        Case("kernel-adapter", .skipped, "see kernel-bluetooth") {
            $0.kernel.access = .obstructed(.noCapability)
        },
        Case("kernel-chosen", .fail, "not there", fix: "set adapter = hci0 under [radio]") {
            $0.kernel.chosen = nil
        },
        Case("kernel-chosen", .skipped, "see kernel-adapter") { $0.kernel.adapters = [] },
        Case("kernel-power", .fail, "hci0 is off", fix: "restart callboard-kernel") {
            $0.kernel.adapters[0].isPowered = false
        },
        Case("kernel-power", .ok, "the bridge switches it on") {
            $0.kernel.adapters[0].isPowered = false
            $0.bridge = .silent(.noBridge(path: ControlPath.system))
        },
        Case("kernel-power", .skipped, "see kernel-chosen") { $0.kernel.chosen = nil },
        Case("kernel-security", .warn, "Secure Connections", fix: "4.2") {
            $0.kernel.adapters[0].lacks.insert(.secureConnections)
        },
        Case("kernel-security", .warn, "the same address", fix: "4.2") {
            $0.kernel.adapters[0].lacks.insert(.privacy)
        },
        Case("kernel-resolution", .ok, "the kernel resolves") { _ in },
        Case("kernel-resolution", .ok, "asks to forget its old bond") {
            $0.kernel.adapters[0].resolvesAddresses = true
        },
        Case("kernel-resolution", .skipped, "see kernel-chosen") { $0.kernel.chosen = nil },
        Case("kernel-closed", .warn, "lets any device nearby pair", fix: "restart callboard-kernel")
        {
            $0.kernel.adapters[0].isBondable = true
        },
    ])
    func `the kernel and its adapters`(_ one: Case) { one.check(on: .healthyKernel) }

    @Test(arguments: [
        Case("kernel-rights", .ok, "the bridge that runs") { _ in },
        Case("kernel-rights", .skipped, "callboard-kernel.service is not installed") {
            $0.changeBridge { $0.kind = nil }
        },
        Case("kernel-rights", .ok, "and nothing else") {
            $0.bridge = .silent(.noBridge(path: ControlPath.system))
            $0.serviceRights = service(hasCapability: true)
        },
        Case("kernel-rights", .fail, "CAP_NET_ADMIN", fix: "systemctl cat callboard-kernel") {
            $0.bridge = .silent(.noBridge(path: ControlPath.system))
            $0.serviceRights = service(hasCapability: false)
        },
        Case("kernel-keys", .ok, "no keys") { $0.kernel.keys = .absent },
        Case("kernel-keys", .skipped, "closed to this user") { $0.kernel.keys = .closed },
        Case(
            "kernel-keys", .fail, damaged,
            fix: "sudo mv /var/lib/callboard/keys.json /var/lib/callboard/keys.json.broken"
        ) { $0.kernel.keys = .broken(damaged) },
        Case("phone-bond", .skipped, "see kernel-keys") { $0.kernel.keys = .broken(damaged) },
        Case("phone-bond", .fail, "no keys of Ann's iPhone", fix: "callboard pair") {
            $0.kernel.keys = .absent
        },
        Case("phone-bond", .fail, "knows hci1", fix: "set adapter = hci1 under [radio]") {
            $0.kernel.keys = .readable([
                KernelSurvey.Bond(phone: MachineFacts.ann.address, adapter: "hci1")
            ])
        },
        Case("phone-bond", .fail, "knows another adapter", fix: "plug that adapter in") {
            $0.kernel.keys = .readable([
                KernelSurvey.Bond(phone: MachineFacts.ann.address, adapter: nil)
            ])
        },
        Case("phone-bond", .ok, "are there") { $0.kernel.chosen = nil },
        Case("phone-link", .ok, "is connected") { $0.kernel.adapters[0].connected = [] },
        Case("phone-link", .warn, "is not connected", fix: "Settings > Bluetooth") {
            $0.kernel.adapters[0].connected = []
            $0.changeBridge { $0.phones = [] }
        },
        Case("phone-link", .skipped, "see kernel-bluetooth") {
            ($0.kernel.adapters, $0.kernel.access) = ([], .obstructed(.noCapability))
            $0.changeBridge { $0.phones = [] }
        },
    ])
    func `rights, keys and phones`(_ one: Case) { one.check(on: .healthyKernel) }

    private static func service(hasCapability: Bool) -> ServiceRights {
        var rights = ServiceRights(examples: "/x")
        rights.unit = .kernel
        rights.network.isShared = true
        rights.network.families.insert("AF_BLUETOOTH")
        rights.hasCapability = hasCapability
        return rights
    }

    @Test(arguments: [
        Case("bridge", .fail, "no bridge", fix: "sudo systemctl enable --now callboard-kernel") {
            $0.bridge = .silent(.noBridge(path: ControlPath.system))
        },
        Case("bridge-radio", .fail, "bluetoothd has it", fix: "disable --now bluetooth") {
            $0.changeBridge { ($0.radio, $0.radioWords) = (.noService, "bluetoothd has it") }
        },
        Case("bridge-radio", .fail, "there is no adapter", fix: "see kernel-adapter") {
            $0.changeBridge { $0.radio = .noAdapter }
        },
        Case("bridge-radio", .fail, "is switched off", fix: "rfkill unblock bluetooth") {
            $0.changeBridge { $0.radio = .off }
        },
        Case("bridge-radio", .fail, "can connect: full", fix: "restart callboard-kernel") {
            $0.changeBridge { ($0.radio, $0.radioReason) = (.notAdvertising, "full") }
        },
        Case("adapter-blocked", .fail, "hci0 is blocked", fix: "rfkill unblock") {
            $0.host.switches = [.init(name: "hci0", isSoftBlocked: true, isHardBlocked: false)]
        },
        Case("service-choice", .warn, "each stops the other", fix: "disable --now callboard &&") {
            $0.host.enabledServices = [.usual, .kernel]
        },
        Case(
            "service-choice", .warn, "it is callboard-kernel that fits",
            fix: "disable --now callboard && sudo systemctl enable --now callboard-kernel"
        ) { $0.host.enabledServices = [.usual] },
        Case("service-choice", .warn, "says bluez", fix: "set radio = kernel under [radio]") {
            $0.configuredRadio = .bluez
        },
        Case("service-choice", .ok, "callboard-kernel") { $0.host.enabledServices = [] },
    ])
    func `the bridge and its service`(_ one: Case) { one.check(on: .healthyKernel) }

    @Test func `a radio that was named belongs into the commands that are advised`() {
        Case("phones-paired", .warn, "no phone", fix: "sudo callboard pair --radio kernel") {
            ($0.phones, $0.given.radio) = ([], .kernel)
        }.check(on: .healthyKernel)
    }

    @Test func `with bluetoothd it is the other service that does not fit`() {
        Case("service-choice", .warn, "it is callboard that fits") {
            $0.host.enabledServices = [.kernel]
        }.check()
    }
}
