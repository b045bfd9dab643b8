import BlueZRadio
import Expecting
import Formats
import Foundation
import Linux
import Notices
import Outlets
import Radio
import Support
import Testing

@testable import Doctor

/// What others have found about adapters, and what strangers may see.
struct KnownAdapterTests {
    private func adapter(
        usb: (Int, Int)? = nil, board: String? = nil, driver: String? = nil,
        manufacturer: Int? = nil
    ) -> AdapterIdentity {
        var adapter = AdapterIdentity(name: "hci0")
        adapter.driver = driver
        adapter.usb = usb.map { AdapterIdentity.USB(vendor: $0, product: $1) }
        adapter.board = board
        adapter.manufacturer = manufacturer
        return adapter
    }

    @Test func `the most exact of what is known holds`() {
        let intel = adapter(usb: (0x8087, 0x0033), manufacturer: 2)
        expect(KnownAdapters.entry(for: intel)?.outcome, is: .mixed)
        expect(
            KnownAdapters.entry(for: adapter(usb: (0x8087, 0x0029), manufacturer: 2))?.outcome,
            is: .works)
        expect(
            KnownAdapters.entry(for: adapter(board: "brcm,bcm43438-bt", manufacturer: 15))?.outcome,
            is: .works)
        expect(KnownAdapters.entry(for: adapter(manufacturer: 93))?.outcome, is: .fails)
        let onExpress = KnownAdapters.entry(for: adapter(driver: "btintel_pcie", manufacturer: 2))
        expect(onExpress?.source, is: "mateuszkowalczyk/ancs-bridge")
        #expect(KnownAdapters.entry(for: adapter(usb: (1, 2))) == nil)
        expect(Set(KnownAdapters.all.map(\.mark)).count, is: KnownAdapters.all.count)
        for entry in KnownAdapters.all where entry.outcome != .works { #expect(entry.fix != nil) }
    }

    @Test(arguments: [
        ("6.12.93+rpt-rpi-v8", true), ("6.12.87+rpt-rpi-v8", false), ("6.18.33", false),
        ("6.18.34+rpt-rpi-2712", true), ("6.18.35-1", true), ("6.18.36", false),
        ("6.1.0-28-amd64", false),
    ])
    func `a kernel that refuses advertisements is known`(_ release: String, _ isBroken: Bool) throws
    {
        let version = try #require(KernelVersion(release: release))
        expect((KnownKernels.entry(for: version) != nil), is: isBroken)
        var facts = MachineFacts.healthy
        facts.host.kernel = version
        facts.changeBridge { $0.radio = .notAdvertising }
        let findings = DoctorReport(facts).findings
        expect(
            findings.first { $0.id == "advertising-kernel" }?.verdict.status,
            is: (isBroken ? .warn : .ok))
    }

    @Test(arguments: ["", "linux", "6", "x.y", "-6.1"])
    func `what is no kernel's release is none`(_ release: String) {
        expect(KernelVersion(release: release), is: nil)
    }

    @Test func `what an adapter is stands in the kernel's files`() throws {
        let host = DoctorHostFolder()
        #expect(HostFacts(host.files).adapters.isEmpty)
        try host.write("usb:v0BDAp8771d0200dc…\n", to: "/sys/class/bluetooth/hci0/device/modalias")
        try host.write("DEVTYPE=x\nDRIVER=btusb\n", to: "/sys/class/bluetooth/hci0/device/uevent")
        try host.write(
            "DRIVER=hci_uart_bcm\nOF_COMPATIBLE_0=brcm,bcm43438-bt\n",
            to: "/sys/class/bluetooth/hci1/device/uevent")
        try host.write("usb:", to: "/sys/class/bluetooth/hci2/device/modalias")
        try host.write("6.18.34+rpt-rpi-2712\n", to: "/proc/sys/kernel/osrelease")
        let facts = HostFacts(host.files)
        expect(
            facts.adapters.map(\.words),
            is: [
                "USB 0bda:8771", "brcm,bcm43438-bt", "no device on USB",
            ])
        expect(facts.adapters.first?.driver, is: "btusb")
        expect(facts.kernel, is: KernelVersion(6, 18, 34))
    }

    @Test func `an adapter is told with what is known of it`() {
        func verdict(_ change: (inout MachineFacts) -> Void) -> Verdict? {
            var facts = MachineFacts.healthy
            facts.changeBridge { $0.phones = [] }
            change(&facts)
            return DoctorReport(facts).findings.first { $0.id == "adapter-known" }?.verdict
        }
        expect(verdict { _ in }?.status, is: .ok)
        expect(verdict { $0.host.adapters = [] }?.status, is: .skipped)
        let bad = verdict { $0.host.adapters = [adapter(usb: (0x0BDA, 0x8771))] }
        #expect(bad?.status == .warn && bad?.fix?.hasPrefix("sudo callboard pair") == true)
        expect(bad?.says.contains("erikwb/blueferry#2"), is: true)
        let unknown = verdict { $0.host.adapters = [adapter(usb: (1, 2))] }
        #expect(unknown?.status == .ok && unknown?.says.contains("0001:0002") == true)
        var working = MachineFacts.healthy
        working.host.adapters = [adapter(usb: (0x0BDA, 0x8771))]
        expect(
            DoctorReport(working).findings.first { $0.id == "adapter-known" }?.verdict.status,
            is: .ok)
    }

    @Test func `the document has the table`() throws {
        let document = try Checkout.text("Docs/reference/hardware.md")
        for entry in KnownAdapters.all {
            let row =
                "| \(entry.name) | \(entry.outcome.rawValue) | \(entry.told) | \(entry.source) |"
            #expect(document.contains(row + "\n"), "\(row)")
        }
        for entry in KnownKernels.all {
            let fixed = entry.fixed.map { "\($0)" } ?? "not known"
            let (first, last) = (entry.broken.lowerBound, entry.broken.upperBound)
            let kernels = first == last ? "\(first)" : "\(first) to \(last)"
            let row = "| \(kernels) | \(fixed) | \(entry.source) |"
            #expect(document.contains(row + "\n"), "\(row)")
        }
    }

    private static let secret = "Mara-Lindqvist-SECRET"

    /// A machine that says the secret wherever somebody else chose a text.
    private var planted: MachineFacts {
        var facts = MachineFacts.healthy
        let secret = Self.secret
        facts.configuration = .wrong("/home/\(secret)/x.conf:1: \(secret)", further: 1)
        facts.state.folder = "/home/\(secret)"
        facts.state.list = .broken(secret)
        facts.phones = [PairedPhone(address: "AA:BB:CC:DD:EE:FF", name: secret)]
        facts.programs = [RunningProgram(process: 1, command: secret, names: [secret])]
        facts.given.file = "/home/\(secret)"
        facts.survey.adapters[0].alias = secret
        facts.survey.adapters[0].address = "11:22:33:44:55:66"
        facts.survey.adapters[0].modalias = secret
        facts.host.board = "Raspberry Pi \(secret) 4 Rev 1.4 \(secret)"
        facts.host.bootSettings = (secret, secret)
        facts.host.bluetoothSettings = .text("[General]\nName=\(secret)\nPrivacy=\(secret)\n")
        facts.host.switches = [.init(name: secret, isSoftBlocked: true, isHardBlocked: false)]
        var strange = AdapterIdentity(name: "hci1")
        (strange.driver, strange.board) = (secret, secret)
        facts.host.adapters.append(strange)
        facts.host.system = SystemIdentity(
            osRelease: "ID=\(secret)\nPRETTY_NAME=\"\(secret)\"\nVERSION_ID=\"12.\(secret)\"\n")
        facts.host.kernel = KernelVersion(release: "6.12.93-\(secret)")
        facts.changeBridge { answer in
            answer.version = secret
            answer.radioReason = secret
            answer.radioWords = secret
            answer.phones = [.init(address: "AA:BB:CC:DD:EE:FF", state: .ready)]
            answer.outputs = [.init(name: secret, reason: secret, lostEvents: 3)]
            answer.configurationProblem = secret
            answer.configurationFile = "/home/\(secret)"
            answer.needsRestart = [secret]
        }
        return facts
    }

    @Test func `a report for strangers has nothing that somebody else wrote`() {
        let text = ShareableReport(facts: planted).text
        #expect(!text.contains(Self.secret), "\(text)")
        for word in ["Mara", "SECRET", "AA:BB", "11:22", "/home", "EE:FF"] {
            #expect(!text.contains(word), "\(word): \(text)")
        }
        for line in [
            "callboard: ", "system: another 12\n", "kernel: 6.12.93\n",
            "board: Raspberry Pi 4 Rev 1.4\n",
            "adapter hci0 usb: 0e8d:0616\n", "adapter hci0 known: works\n",
            "adapter hci1 driver: another\n",
            "adapter hci1 chip: another\n", "phone: ready\n", "bridge: runs in another version\n",
            "check configuration: fail\n",
        ] { #expect(text.contains(line), "\(line): \(text)") }
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }

    @Test func `a machine without anything has a report as well`() {
        let text = ShareableReport(facts: MachineFacts()).text
        #expect(
            text.contains("bridge: did not answer\n")
                && text.contains("check adapter-known: skipped\n"))
    }

    @Test(arguments: [
        ("ID=debian\nVERSION_ID=\"12\"", "debian 12"),
        ("ID=ubuntu\nVERSION_ID=\"24.04\"", "ubuntu 24.04"),
        ("ID=\"fedora\"\nVERSION_ID=43\n", "fedora 43"), ("ID=arch\n", "arch"), ("", "another"),
        ("ID=mine\nVERSION_ID=x", "another"),
    ])
    func `a distribution is one of a list`(_ file: String, _ words: String) {
        expect(SystemIdentity(osRelease: file).words, is: words)
    }
}
