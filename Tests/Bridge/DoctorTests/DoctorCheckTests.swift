import BlueZRadio
import Control
import DBus
import Expecting
import Formats
import Linux
import Notices
import Outlets
import Radio
import Testing

@testable import Configuration
@testable import Doctor

/// What each check says of facts; every check is a function, and needs no machine.
struct DoctorCheckTests {
    /// MachineFacts that are wrong in one respect, and what is to be said of that.
    struct Case: CustomTestStringConvertible, Sendable {
        let id: String
        let status: Verdict.Status
        let says: String
        let fix: String?
        let change: @Sendable (inout MachineFacts) -> Void

        init(
            _ id: String, _ status: Verdict.Status, _ says: String, fix: String? = nil,
            _ change: @escaping @Sendable (inout MachineFacts) -> Void
        ) {
            (self.id, self.status, self.says, self.fix, self.change) =
                (id, status, says, fix, change)
        }

        var testDescription: String { "\(id): \(says)" }

        func check(on machine: MachineFacts = .healthy) {
            let verdicts = machine.with(change).verdicts(id)
            expect(verdicts.map(\.status), is: [status], "\(verdicts)")
            expect(verdicts.first?.says.contains(says), is: true, "\(verdicts)")
            if let fix { expect(verdicts.first?.fix?.contains(fix), is: true, "\(verdicts)") }
        }
    }

    @Test(arguments: RealRadio.allCases)
    func `a healthy machine has nothing to mend`(_ radio: RealRadio) {
        let facts = radio == .kernel ? MachineFacts.healthyKernel : .healthy
        let findings = Check.all(for: radio).flatMap { $0.findings(facts) }
        for finding in findings {
            expect(finding.verdict.status, is: .ok, "\(finding)")
            expect(finding.verdict.fix, is: nil, "\(finding)")
        }
        expect(Set(findings.map(\.id)).count, is: Check.all(for: radio).count)
    }

    @Test func `each radio has checks of its own, and they leave out the other one's`() {
        let (bluez, kernel) = (Check.all(for: .bluez).map(\.id), Check.all(for: .kernel).map(\.id))
        #expect(bluez.contains("bluetoothd") && !kernel.contains("bluetoothd"))
        #expect(kernel.contains("kernel-rival") && !bluez.contains("kernel-rival"))
        expect(Set(bluez + kernel), is: Set(Check.all.map(\.id)))
        let line = DoctorReport(MachineFacts.healthyKernel).line
        #expect(line.hasPrefix(#"{"ok":true,"#) && !line.contains("bluetoothd-access"))
    }

    @Test func `where phones are simulated there are no checks of adapters and real phones`() {
        let ids = Set(Check.allForSimulated.map(\.id))
        #expect(ids.isSuperset(of: ["clock", "configuration", "phones-real", "bridge", "outputs"]))
        for id in [
            "bluetoothd", "adapter-blocked", "kernel-adapter", "phones-paired", "phone-link",
        ] {
            #expect(!ids.contains(id), "\(id)")
        }
        var facts = MachineFacts()
        facts.isSimulated = true
        #expect(Set(DoctorReport(facts).findings.map(\.id)).isSubset(of: ids))
    }

    @Test func `a service that is not installed is no advice`() {
        for radio in RealRadio.allCases {
            var facts = radio == .kernel ? MachineFacts.healthyKernel : .healthy
            facts.hasService = false
            facts.bridge = .silent(.noBridge(path: "/run/callboard/control.sock"))
            expect(facts.verdicts("bridge").first?.fix, is: "callboard run")
            facts.bridge = .silent(.noBridge(path: "/tmp/s"))
            expect(facts.verdicts("bridge").first?.fix, is: "callboard run")
            facts.bridge = .silent(.noAnswer)
            expect(facts.verdicts("bridge").first?.fix, is: "start the bridge again")
            expect(facts.reload, is: "callboard reload")
            expect(facts.andRestart, is: ", then: start the bridge again")
        }
    }

    @Test func `no two checks have one name`() {
        expect(Set(Check.all.map(\.id)).count, is: Check.all.count)
    }

    @Test(arguments: [
        Case("clock", .warn, "says 1970", fix: "set-ntp") { facts in
            facts.host.now = WallTime(milliseconds: 86_400_000 * 200)
        },
        Case("time-zone", .warn, "no time zone", fix: "set-timezone") { facts in
            facts.host.hasTimeZone = false
        },
        Case("raspberry-pi", .ok, "not a Raspberry Pi") { $0.host.board = nil },
        Case("raspberry-pi", .ok, "not a Raspberry Pi") { $0.host.board = "Radxa ROCK 5" },
        Case("raspberry-pi", .skipped, "no config.txt") { $0.host.bootSettings = nil },
        Case("raspberry-pi", .ok, "another adapter") { facts in
            facts.host.bootSettings = ("/boot/config.txt", "dtoverlay=disable-bt")
        },
        Case("raspberry-pi", .fail, "off", fix: "sed -i '/^[[:space:]]*dtoverlay=.*disable-bt/d'") {
            $0.host.bootSettings = ("/boot/config.txt", " dtoverlay=pi3-disable-bt\n")
            $0.survey.adapters = []
        },
        Case("raspberry-pi", .warn, "small serial port", fix: "/boot/config.txt && sudo reboot") {
            $0.host.bootSettings = ("/boot/config.txt", "a=1\r\ndtoverlay=miniuart-bt,x=2\r\n")
        },
        Case("raspberry-pi", .ok, "leaves its own Bluetooth on") { facts in
            facts.host.bootSettings = ("/boot/config.txt", "#dtoverlay=disable-bt\n")
        },
    ])
    func `the machine`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("configuration", .fail, "f:3: x (and 2 further", fix: "callboard config check") {
            $0.configuration = .wrong("f:3: x", further: 2)
        },
        Case("configuration", .skipped, "closed to this user") { facts in
            facts.configuration = .unreadable(path: "/f", .accessDenied)
        },
        Case("configuration", .fail, "cannot be read", fix: "tee '/a b'") { facts in
            facts.configuration = .unreadable(path: "/a b", .noEntry)
        },
        Case("configuration", .fail, "/p is a pipe", fix: "config sample") { facts in
            facts.configuration = .pipe(path: "/p")
        },
        Case("configuration", .ok, "defaults apply") { facts in
            facts.configuration = .inOrder(path: "/f", isThere: false)
        },
        Case("state-folder", .ok, "not there yet") { $0.state.list = .absent },
        Case("state-folder", .skipped, "closed") { $0.state.list = .closed },
        Case("state-folder", .fail, "no folder", fix: "ls -ld /var/lib/callboard") { facts in
            facts.state.list = .unusable("no folder")
        },
        Case("state-rights", .ok, "no folder yet") { $0.state.list = .absent },
        Case("state-rights", .skipped, "state-folder") { $0.state.rights = nil },
        Case(
            "state-rights", .warn, "can be read by other users",
            fix: "sudo chmod 700 /var/lib/callboard"
        ) {
            $0.state.rights = FileInspection(owner: 900, mode: 0o750)
        },
        Case("state-rights", .warn, "json can be read", fix: "chmod 600 /var/lib/callboard/ph") {
            $0.state.fileRights["phones.json"] = FileInspection(owner: 900, mode: 0o644)
        },
        Case("state-rights", .fail, "lock does not belong to", fix: "chown -R --reference=") {
            facts in
            facts.state.fileRights["lock"] = FileInspection(owner: 0, mode: 0o600)
        },
        Case("phones-list", .fail, "2: phones", fix: "sudo mv /var/lib/callboard/phones.json ") {
            $0.state.list = .broken("2: phones")
        },
        Case("phones-list", .skipped, "state-folder") { $0.state.list = .closed },
        Case("phones-paired", .warn, "no phone", fix: "callboard pair") { $0.phones = [] },
        Case("phones-paired", .skipped, "could not be read") { $0.phones = nil },
        Case("phones-paired", .ok, "Ann's iPhone, Bob") { facts in
            facts.phones = [MachineFacts.ann, MachineFacts.bob]
        },
    ])
    func `what was set up`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("bus", .fail, "does not answer", fix: "start dbus") { facts in
            facts.survey = .init(service: .noBus(.unreachable))
        },
        Case("bluetoothd", .skipped, "see bus") { facts in
            facts.survey = .init(service: .noBus(.unreachable))
        },
        Case("bluetoothd", .fail, "not run", fix: "sudo systemctl enable --now bluetooth") {
            $0.survey = .init(service: .absent)
        },
        Case("bluetoothd", .fail, "not answer", fix: "restart bluetooth") { facts in
            facts.survey = .init(service: .silent(.timedOut))
        },
        Case("bluetoothd-access", .ok, "but the bridge may") { facts in
            facts.survey = .init(service: .denied)
        },
        Case("bluetoothd-access", .fail, "does not let", fix: "usermod -aG bluetooth") { facts in
            facts.survey = .init(service: .denied)
            facts.changeBridge { $0.radio = .noService }
        },
        Case("bluetoothd-access", .fail, "does not let", fix: "grep -l org.bluez") { facts in
            facts.survey = .init(service: .denied)
            facts.bridge = .silent(.noAnswer)
            facts.isRoot = true
        },
        Case("bluetoothd-access", .skipped, "see bluetoothd") { facts in
            facts.survey = .init(service: .absent)
        },
        Case("bluetoothd-version", .skipped, "no adapter") { $0.survey.adapters = [] },
        Case("bluetoothd-version", .fail, "5.47 cannot", fix: "apt install bluez") { facts in
            facts.survey.adapters[0].modalias = "usb:v1D6Bp0246d052F"
        },
        Case("bluetoothd-version", .warn, "5.62", fix: "apt install bluez") { facts in
            facts.survey.adapters[0].modalias = "usb:v1D6Bp0246d053E"
        },
        Case("bluetoothd-version", .ok, "bluetoothd 5.63") { facts in
            facts.survey.adapters[0].modalias = "usb:v1D6Bp0246d053F"
        },
        Case("bluetoothd-version", .ok, "5.66; it is known") { facts in
            facts.survey.adapters[0].modalias = "usb:v1D6Bp0246d0542"
        },
        Case("bluetoothd-version", .skipped, "bluetoothd -v") { facts in
            facts.survey.adapters[0].modalias = "bluetooth:v05ACp0001d0001"
        },
        Case("bluetoothd-version", .skipped, "bluetoothd -v") { facts in
            facts.survey.adapters[0].modalias = nil
        },
    ])
    func `the way to bluetoothd`(_ one: Case) { one.check() }

    @Test(
        arguments: [
            ("usb:v1D6Bp0246d0542", BlueZVersion(5, 66)),
            ("usb:v1D6Bp0246d0600", BlueZVersion(6, 0)),
            ("usb:v1D6Bp0246d542", nil), ("usb:v1D6Bp0246d05420", nil),
            ("usb:v1D6Bp0246d+542", nil),
            ("usb:v1D6Bp0246d", nil), ("", nil), ("usb:v1D6Bp0247d0542", nil),
        ] as [(String, BlueZVersion?)])
    func `the version is read from the name`(modalias: String, version: BlueZVersion?) {
        expect(BlueZVersion(modalias: modalias), is: version)
    }

    @Test(arguments: [
        Case("adapter", .fail, "no Bluetooth adapter", fix: "bluetoothctl list") { facts in
            facts.survey.adapters = []
        },
        Case("adapter", .skipped, "see bluetoothd") { $0.survey = .init(service: .denied) },
        Case("adapter-chosen", .fail, "there is hci0", fix: "adapter = hci0 under [radio]") {
            $0.adapter = .named("hci7")
        },
        Case("adapter-chosen", .skipped, "see adapter") { $0.survey.adapters = [] },
        Case("adapter-blocked", .skipped, "no switches") { $0.host.switches = nil },
        Case("adapter-blocked", .fail, "by a program", fix: "sudo rfkill unblock bluetooth") {
            $0.host.switches = [.init(name: "hci0", isSoftBlocked: true, isHardBlocked: false)]
        },
        Case("adapter-blocked", .fail, "a hardware switch", fix: "firmware") { facts in
            facts.host.switches = [.init(name: "hci0", isSoftBlocked: true, isHardBlocked: true)]
        },
        Case("adapter-blocked", .ok, "nothing blocks") { facts in
            facts.host.switches = [.init(name: "hci9", isSoftBlocked: true, isHardBlocked: false)]
        },
        Case("adapter-blocked", .fail, "hci9", fix: "unblock") { facts in
            facts.host.switches = [.init(name: "hci9", isSoftBlocked: true, isHardBlocked: false)]
            facts.survey.adapters = []
        },
        Case("adapter-power", .fail, "hci0 is off", fix: "bluetoothctl power on") { facts in
            facts.survey.adapters[0].isPowered = false
        },
        Case("adapter-power", .fail, "hci0 is off", fix: "select the address of hci0") { facts in
            facts.survey.adapters[0].isPowered = false
            facts.survey.adapters.append(.init(name: "hci1"))
        },
        Case("advertising", .fail, "cannot advertise", fix: "Bluetooth 4.0") { facts in
            facts.survey.adapters[0].advertising = nil
        },
        Case("advertising", .fail, "other programs", fix: "restart bluetooth") { facts in
            facts.survey.adapters[0].advertising = .init(active: 5, free: 0)
            facts.bridge = .silent(.noAnswer)
        },
        Case("advertising", .ok, "the bridge advertises") { facts in
            facts.survey.adapters[0].advertising = .init(active: 1, free: 0)
        },
        Case("advertising", .ok, "can advertise") { facts in
            facts.survey.adapters[0].advertising = .init(active: 0, free: nil)
            facts.bridge = .silent(.noAnswer)
        },
        Case("adapter-closed", .warn, "pair", fix: "bluetoothctl pairable off") { facts in
            facts.survey.adapters[0].isPairable = true
        },
        Case("adapter-closed", .warn, "is visible", fix: "discoverable off") { facts in
            facts.survey.adapters[0].isDiscoverable = true
        },
        Case("adapter-closed", .skipped, "is off") { $0.survey.adapters[0].isPowered = false },
    ])
    func `the adapter`(_ one: Case) { one.check() }

    @Test(
        arguments: [
            ("reverse-discovery", "[General]\nReverseServiceDiscovery = false", .fail),
            ("reverse-discovery", "[General]\n#ReverseServiceDiscovery = false", .ok),
            ("reverse-discovery", "[GATT]\nReverseServiceDiscovery = false", .ok),
            ("reverse-discovery", "[General]\nReverseServiceDiscovery=true", .ok),
            ("gatt-client", "[GATT]\n Client=false", .fail),
            ("gatt-client", "[GATT]\nClient = 0\r\n", .fail),
            ("gatt-client", "[GATT]\nClient=false\nClient=true", .ok),
            ("controller-mode", "[General]\nControllerMode=bredr", .fail),
            ("controller-mode", "[General]\nControllerMode=le", .ok),
            ("privacy", "[General]\nPrivacy=off", .ok),
            ("privacy", "[General]\nPrivacy=device", .warn),
            ("privacy", "[General]\nPrivacy=limited-network", .warn),
            ("just-works", "[General]\nJustWorksRepairing=always", .warn),
            ("just-works", "[General]\nJustWorksRepairing=confirm", .ok),
            ("address-resolution", "[General]\nKernelExperimental = true", .warn),
            (
                "address-resolution",
                "[General]\nKernelExperimental=x,15C0A148-c273-11ea-b3de-0242ac130004", .warn
            ), ("address-resolution", "[General]\nKernelExperimental = false", .ok),
            (
                "address-resolution",
                "[General]\nKernelExperimental=a6695ace-ee7f-4fb9-881a-5fac66c629af", .ok
            ), ("always-pairable", "[General]\nAlwaysPairable=true", .warn),
            ("always-pairable", "[General]\nAlwaysPairable=false", .ok),
            ("auto-enable", "[Policy]\nAutoEnable=false", .warn),
            ("auto-enable", "[]\n=\n[", .ok),
        ] as [(String, String, Verdict.Status)])
    func `bluetoothd's settings`(id: String, text: String, status: Verdict.Status) {
        let verdicts = MachineFacts.healthy.with { $0.host.bluetoothSettings = .text(text) }
            .verdicts(id)
        expect(verdicts.map(\.status), is: [status])
        let isFine = status == .ok
        expect(
            verdicts.first?.fix?.hasSuffix("main.conf && sudo systemctl restart bluetooth"),
            is: (isFine ? nil : true))
    }

    @Test(
        arguments: [
            (HostFile.absent, .ok), (.unreadable(.accessDenied), .skipped),
            (.unreadable(.notAFolder), .skipped),
        ] as [(HostFile, Verdict.Status)])
    func `settings that cannot be seen`(file: HostFile, status: Verdict.Status) {
        let facts = MachineFacts.healthy.with { $0.host.bluetoothSettings = file }
        for check in Check.settingChecks {
            expect(check.judge(facts).map(\.status), is: [status], "\(check.id)")
        }
    }
}
