import Expecting
import Formats
import Linux
import Outlets
import Testing

@testable import Bridge
@testable import Doctor

/// What is said of the displays of a configuration.
struct DoctorDisplayTests {
    typealias Case = DoctorCheckTests.Case

    /// The machine's own screen, as a login prompt leaves it.
    private static func screen(
        _ path: String = "/dev/tty1", _ change: (inout SerialDevice) -> Void = { _ in }
    ) -> SerialPortFacts {
        var device = SerialDevice(
            node: "tty1", rights: FileInspection(owner: 0, mode: 0o620, isRegular: false),
            group: UserGroup(name: "tty", number: 5), major: 4)
        change(&device)
        return SerialPortFacts(
            name: "", kind: "console", title: "console (\(path))", path: path,
            place: .terminal(device))
    }

    private static func place(_ place: SerialPortFacts.Place) -> SerialPortFacts {
        SerialPortFacts(
            name: "hall", kind: "console", title: "console hall (/dev/x)", path: "/dev/x",
            place: place)
    }

    private static let notGiven = ServiceRights(examples: "/x")

    /// A service with the drop-in.
    private static var given: ServiceRights {
        var rights = ServiceRights(
            user: 900, seesDevices: true, handed: ["/dev/tty1"], examples: "/x")
        rights.devices.take(allowed: "/dev/tty1 rw", HostFiles(root: "/nowhere"))
        return rights
    }

    private static func says(
        _ reason: String?, _ device: String = "/dev/tty1"
    ) -> @Sendable (inout MachineFacts) -> Void {
        { facts in
            facts.changeBridge { answer in
                answer.outputs = [
                    .init(name: "x", reason: reason, device: device, display: "console")
                ]
            }
        }
    }

    @Test(arguments: [
        Case("console", .ok, "no terminal is a display") { $0.consoles = [] },
        Case("console", .skipped, "see configuration") { $0.consoles = nil },
        Case("console", .ok, "it is there") { $0.consoles = [screen()] },
        Case("console", .ok, "it is there") { facts in
            (facts.consoles, facts.serviceRights) = ([screen()], given)
        },
        Case("console", .ok, "the bridge shows the board") { facts in
            (facts.consoles, facts.serviceRights) = ([screen()], notGiven)
            says(nil)(&facts)
        },
        Case("console", .ok, "the bridge shows the board") { facts in
            facts.consoles = [screen { $0.isOpenToUser = false }]
            says(nil)(&facts)
        },
        Case("console", .ok, "it is there") { facts in
            // The kernel's messages are nothing to a terminal at a wire.
            facts.consoles = [screen("/dev/ttyUSB0") { $0.node = "ttyUSB0" }]
            facts.host.printsOnScreen = true
        },
    ])
    func `a screen that is in order`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case(
            "console", .warn, "there is no such terminal",
            fix: "set device = /dev/tty1 under [console hall] in /etc/callboard/callboard.conf"
        ) { $0.consoles = [place(.nothing)] },
        Case("console", .warn, "this is not a terminal", fix: "under [console hall]") {
            $0.consoles = [place(.other)]
        },
        Case(
            "console", .warn, "a login prompt on it",
            fix: "sudo install -D -m 0644 -t \(ServiceUnit.usual.dropIns) /x/console.conf"
        ) { facts in
            facts.consoles = [screen { $0.hasLogin = true }]
            facts.serviceRights = notGiven
        },
        Case("console", .warn, "a login prompt on it", fix: "sudo systemctl daemon-reload && ") {
            $0.consoles = [screen { $0.hasLogin = true }]
            $0.serviceRights = given
        },
        Case(
            "console", .warn, "a login prompt on it",
            fix: "sudo systemctl disable --now getty@tty1.service"
        ) { $0.consoles = [screen { $0.hasLogin = true }] },
        Case("console", .warn, "a login prompt", fix: "mask --now serial-getty@ttyUSB0.service") {
            $0.consoles = [
                screen("/dev/ttyUSB0") { ($0.node, $0.hasLogin) = ("ttyUSB0", true) }
            ]
        },
        Case("console", .warn, "no access to this screen", fix: "/console.conf") {
            ($0.consoles, $0.serviceRights) = ([screen()], notGiven)
        },
        Case(
            "console", .warn, "the service has no access to this screen",
            fix: "sed s/tty1/tty2/g /x/console.conf | sudo tee -a \(ServiceUnit.usual.dropIns)/"
        ) { facts in
            facts.consoles = [screen("/dev/tty2") { $0.node = "tty2" }]
            facts.serviceRights = given
        },
        // With the sight of devices, but neither the right nor the number.
        Case("console", .warn, "no access to this screen", fix: "/console.conf") { facts in
            facts.consoles = [screen()]
            facts.serviceRights = ServiceRights(user: 900, seesDevices: true, examples: "/x")
        },
        Case("console", .warn, "not open devices with the major number 4", fix: "/console.conf") {
            $0.consoles = [screen()]
            $0.serviceRights = ServiceRights(
                user: 900, seesDevices: true, handed: ["/dev/tty1"], examples: "/x")
        },
        Case("console", .warn, "no access to serial ports", fix: "/x/serial.conf") { facts in
            facts.consoles = [screen("/dev/ttyUSB0") { $0.node = "ttyUSB0" }]
            facts.serviceRights = notGiven
        },
        Case("console", .warn, "this user may not open it", fix: "sudo chown \"$USER\" /dev/tty1") {
            $0.consoles = [screen { $0.isOpenToUser = false }]
        },
        Case("console", .warn, "the kernel's messages", fix: "kernel.printk = 3 4 1 3") { facts in
            facts.consoles = [screen()]
            facts.host.printsOnScreen = true
        },
    ])
    func `what keeps a screen from showing anything`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("console", .warn, "access to this screen", fix: "/x/console.conf") { facts in
            (facts.consoles, facts.serviceRights) = ([screen()], notGiven)
            says("\(Errno.noEntry)")(&facts)
        },
        Case("console", .warn, "shows nothing on it", fix: "callboard    # if its") { facts in
            (facts.consoles, facts.serviceRights) = ([screen()], given)
            says("\(Errno.accessDenied)")(&facts)
        },
        // A reason that is known comes before one that is only likely.
        Case("console", .warn, "shows nothing on it: it was closed", fix: "callboard status") {
            $0.consoles = [screen { $0.isOpenToUser = false }]
            says("it was closed")(&$0)
        },
        // What the bridge says of the screen before does not count.
        Case("console", .ok, "it is there") { facts in
            facts.consoles = [screen()]
            says("no", "/dev/tty9")(&facts)
        },
        Case("outputs", .ok, "no outputs") { facts in
            facts.consoles = [screen()]
            says("no")(&facts)
        },
        Case("outputs", .warn, "nothing is shown on x: no", fix: "callboard status") { facts in
            says("no")(&facts)
        },
    ])
    func `what the bridge says of it`(_ one: Case) { one.check() }

    private static func lcd(
        _ answer: LCDFacts.Answer, host: String = "127.0.0.1", isInstalled: Bool = true,
        isRunning: Bool = true
    ) -> LCDFacts {
        LCDFacts(
            section: "lcd", title: "lcd (\(host):13666)", host: host, port: 13_666,
            answer: answer, isInstalled: isInstalled, isRunning: isRunning)
    }

    private static func uses(
        _ reason: String?, _ device: String = "127.0.0.1:13666"
    ) -> @Sendable (inout MachineFacts) -> Void {
        { facts in
            facts.changeBridge { answer in
                answer.outputs = [
                    .init(name: "x", reason: reason, device: device, display: "lcd")
                ]
            }
        }
    }

    private static func network(
        _ addresses: [String], families: Set<String> = ["AF_UNIX", "AF_INET"]
    ) -> ServiceRights {
        ServiceRights(
            network: .init(isShared: true, families: families, addresses: addresses),
            examples: "/x")
    }

    @Test(arguments: [
        Case("lcd", .ok, "no character displays") { $0.lcds = [] },
        Case("lcd", .skipped, "see configuration") { $0.lcds = nil },
        Case("lcd", .ok, "LCDd answers") { $0.lcds = [lcd(.reached)] },
        Case("lcd", .ok, "LCDd answers") { facts in
            (facts.lcds, facts.serviceRights) = ([lcd(.reached)], network(["localhost"]))
        },
        Case("lcd", .ok, "LCDd answers") { facts in
            facts.lcds = [lcd(.reached, host: "192.168.1.20", isInstalled: false)]
            facts.serviceRights = network(["localhost", "192.168.1.0/24"])
        },
        Case("lcd", .ok, "the bridge uses it") { facts in
            (facts.lcds, facts.serviceRights) = ([lcd(.reached)], notGiven)
            uses(nil)(&facts)
        },
        // What the bridge says of the server before does not count.
        Case("lcd", .warn, "the service has no network") { facts in
            (facts.lcds, facts.serviceRights) = ([lcd(.reached)], notGiven)
            uses(nil, "127.0.0.1:7")(&facts)
        },
        Case("lcd", .warn, "cannot be found", fix: "set host under [lcd] in /etc/callboard/") {
            $0.lcds = [lcd(.unknownHost, host: "hall")]
        },
        Case("lcd", .warn, "not installed", fix: "sudo apt install lcdproc") { facts in
            facts.lcds = [lcd(.unreachable(.connectionRefused), isInstalled: false)]
        },
        Case("lcd", .warn, "LCDd does not run", fix: "sudo systemctl enable --now lcdproc") {
            $0.lcds = [lcd(.unreachable(.connectionRefused), isRunning: false)]
            $0.serviceRights = notGiven
        },
        Case("lcd", .warn, "cannot be reached at this port", fix: "/etc/LCDd.conf") { facts in
            facts.lcds = [lcd(.unreachable(.connectionRefused))]
        },
        Case("lcd", .warn, "cannot be reached: Connection refused", fix: "Bind=") { facts in
            facts.lcds = [lcd(.unreachable(.connectionRefused), host: "hall", isInstalled: false)]
        },
        Case(
            "lcd", .warn, "the service has no network",
            fix: "sudo install -D -m 0644 -t \(ServiceUnit.usual.dropIns) /x/lcd.conf && sudo "
        ) { ($0.lcds, $0.serviceRights) = ([lcd(.reached)], notGiven) },
        Case("lcd", .warn, "the service has no network", fix: "/x/lcd.conf") { facts in
            facts.lcds = [lcd(.reached)]
            facts.serviceRights = network(["localhost"], families: ["AF_UNIX"])
        },
        Case("lcd", .warn, "may not reach this address", fix: "IPAddressAllow=%s\\n' localhost") {
            ($0.lcds, $0.serviceRights) = ([lcd(.reached)], network([]))
        },
        Case("lcd", .warn, "may not reach this address", fix: "' 192.168.1.20 | sudo tee") {
            $0.lcds = [lcd(.reached, host: "192.168.1.20")]
            $0.serviceRights = network(["localhost"])
        },
        Case("lcd", .warn, "may not reach this address", fix: "' ADDRESS | sudo tee") { facts in
            facts.lcds = [lcd(.reached, host: "hall")]
            facts.serviceRights = network(["localhost"])
        },
        Case("lcd", .warn, "cannot use it: no", fix: "callboard    # if its") { facts in
            (facts.lcds, facts.serviceRights) = ([lcd(.reached)], network(["localhost"]))
            uses("no")(&facts)
        },
        Case("lcd", .warn, "cannot use it: no", fix: "callboard status") { facts in
            facts.lcds = [lcd(.reached)]
            uses("no")(&facts)
        },
    ])
    func `what is said of LCDd`(_ one: Case) { one.check() }

    @Test func `each display has its own finding, and none keeps notices away`() {
        let facts = MachineFacts.healthy.with { facts in
            facts.consoles = [Self.screen(), Self.place(.nothing)]
            facts.lcds = [Self.lcd(.reached), Self.lcd(.unknownHost, host: "hall")]
        }
        expect(facts.verdicts("console").map(\.status), is: [.ok, .warn])
        expect(facts.verdicts("lcd").map(\.status), is: [.ok, .warn])
        #expect(DoctorReport(facts).isHealthy)
    }
}
