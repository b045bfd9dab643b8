import Expecting
import Formats
import Linux
import Notices
import Outlets
import Testing

@testable import Doctor
@testable import Service

/// What is said of the serial ports of a configuration.
struct DoctorSerialTests {
    typealias Case = DoctorCheckTests.Case

    private static let byNumber = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A10KZP45-if00-port0"

    /// An adapter that is there, and that this user may open.
    private static var device: SerialDevice {
        var device = SerialDevice(
            node: "ttyUSB0", rights: FileInspection(owner: 0, mode: 0o660, isRegular: false),
            group: UserGroup(name: "dialout", number: 20))
        device.names.byNumber = byNumber
        (device.names.maker, device.names.model) = ("0403", "6001")
        return device
    }

    static func port(
        _ path: String = byNumber, _ change: (inout SerialDevice) -> Void = { _ in }
    ) -> SerialPortFacts {
        var device = device
        change(&device)
        return SerialPortFacts(
            name: "sign", title: "serial sign (\(path))", path: path, place: .terminal(device))
    }

    static func missing(_ path: String) -> SerialPortFacts {
        SerialPortFacts(
            name: "sign", title: "serial sign (\(path))", path: path, place: .nothing)
    }

    private static let given = ServiceRights(
        user: 900, seesDevices: true, groups: ["dialout"], examples: "/x")
    private static let uucp = UserGroup(name: "uucp", number: 14)

    /// A case in which the bridge says that it cannot use the port.
    private static func says(
        _ problem: SerialProblem, _ status: Verdict.Status, _ says: String, fix: String,
        _ change: @escaping @Sendable (inout MachineFacts) -> Void
    ) -> Case {
        Case("serial-port", status, says, fix: fix) { facts in
            change(&facts)
            facts.changeBridge { answer in
                answer.outputs = [
                    .init(name: "x", reason: "\(problem)", port: "sign", device: byNumber)
                ]
            }
        }
    }

    private static let notGiven = ServiceRights(examples: "/x")

    @Test(arguments: [
        Case("serial-port", .ok, "no serial ports") { $0.ports = [] },
        Case("serial-port", .skipped, "see configuration") { $0.ports = nil },
        Case("serial-port", .ok, "it is there") { $0.ports = [port()] },
        Case("serial-port", .ok, "the bridge uses it") { facts in
            facts.ports = [port { $0.isOpenToUser = false }]
            facts.changeBridge { $0.outputs = [.init(name: "x", port: "sign", device: byNumber)] }
        },
        Case("serial-port", .ok, "the bridge uses it") { facts in
            facts.ports = [missing("/dev/pts/4")]
            facts.changeBridge {
                $0.outputs = [.init(name: "x", port: "sign", device: "/dev/pts/4")]
            }
        },
        Case("serial-port", .ok, "the bridge uses it") { facts in
            (facts.ports, facts.serviceRights) = ([port()], notGiven)
            facts.changeBridge { $0.outputs = [.init(name: "x", port: "sign", device: byNumber)] }
        },
    ])
    func `what is in order`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("serial-port", .warn, "nor another port", fix: "ls -l /dev/serial/by-id") { facts in
            facts.ports = [missing("/dev/serial/by-id/x")]
        },
        Case(
            "serial-port", .warn, "there is \(byNumber)",
            fix: "set device = \(byNumber) under [serial sign] in /etc/callboard/callboard.conf"
        ) { facts in
            facts.ports = [missing("/dev/serial/by-id/x")]
            facts.connectedPorts = [byNumber]
        },
        Case("serial-port", .warn, "a, b, c, d and 2 more", fix: "set device = a") { facts in
            facts.ports = [missing("/dev/serial/by-id/x")]
            facts.connectedPorts = ["a", "b", "c", "d", "e", "f"]
        },
        Case(
            "serial-port", .warn, "port is off",
            fix: "echo enable_uart=1 | sudo tee -a /boot/firmware/config.txt && sudo reboot"
        ) { $0.ports = [missing("/dev/serial0")] },
        Case("serial-port", .warn, "nor another port", fix: "plug it in") { facts in
            facts.ports = [missing("/dev/serial0")]
            facts.host.bootSettings?.text = "#x\n enable_uart = 1 # on\n"
        },
        Case("serial-port", .warn, "nor another port", fix: "plug it in") { facts in
            facts.ports = [missing("/dev/serial0")]
            facts.host.board = nil
        },
        Case("serial-port", .warn, "not a serial port", fix: "set device = \(byNumber)") { facts in
            facts.ports = [missing("/dev/null")]
            facts.ports?[0].place = .other
            facts.connectedPorts = [byNumber]
        },
        Case("serial-port", .warn, "not a serial port", fix: "/dev/serial/by-id") { facts in
            facts.ports = [missing("/dev/null")]
            facts.ports?[0].place = .other
        },
        Case("serial-port", .fail, "stops Bluetooth", fix: "set device = /dev/serial0") { facts in
            facts.ports = [port("/dev/serial1")]
            facts.ports?[0].isBluetooth = true
        },
    ])
    func `what is at the path`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case(
            "serial-port", .warn, "this user may not open it; the group dialout may",
            fix: "sudo adduser \"$USER\" dialout"
        ) { $0.ports = [port { $0.isOpenToUser = false }] },
        Case("serial-port", .warn, "the group uucp may", fix: "\"$USER\" uucp") { facts in
            facts.ports = [
                port {
                    $0.isOpenToUser = false
                    $0.group = UserGroup(name: "uucp", number: 14)
                }
            ]
        },
        Case("serial-port", .warn, "nor may any group", fix: "GROUP=\"dialout\"") { facts in
            facts.ports = [
                port {
                    $0.isOpenToUser = false
                    $0.rights = FileInspection(owner: 0, mode: 0o600)
                }
            ]
        },
        Case("serial-port", .warn, "nor may any group", fix: "ls -lL") { facts in
            facts.ports = [
                port {
                    $0.isOpenToUser = false
                    $0.group = UserGroup(name: "root", number: 0)
                }
            ]
        },
        Case(
            "serial-port", .warn, "no access to serial ports",
            fix: "sudo install -D -m 0644 -t /etc/systemd/system/callboard.service.d "
                + "/x/serial.conf && sudo systemctl daemon-reload && sudo systemctl restart "
                + "callboard"
        ) { ($0.ports, $0.serviceRights) = ([port()], notGiven) },
        Case("serial-port", .ok, "it is there") { facts in
            (facts.ports, facts.serviceRights) = ([port { $0.isOpenToUser = false }], given)
        },
        Case(
            "serial-port", .warn, "the service may not open it; the group uucp may",
            fix: "printf '[Service]\\nSupplementaryGroups=%s\\n' uucp | sudo tee -a"
        ) { facts in
            facts.serviceRights = given
            facts.ports = [port { $0.group = UserGroup(name: "uucp", number: 14) }]
        },
        Case("serial-port", .warn, "does not see", fix: "set device = /dev/pts/3") { facts in
            facts.serviceRights = given
            facts.ports = [port("/tmp/sign") { $0.node = "pts/3" }]
        },
        Case(
            "serial-port", .warn, "belongs to another user", fix: "sudo chown callboard /dev/pts/3"
        ) {
            $0.serviceRights = given
            $0.ports = [
                port("/dev/pts/3") {
                    $0.node = "pts/3"
                    $0.group = UserGroup(name: "tty", number: 5)
                    $0.rights = FileInspection(owner: 1000, mode: 0o620)
                }
            ]
        },
        Case("serial-port", .ok, "it is there") { facts in
            facts.serviceRights = given
            facts.ports = [
                port("/dev/pts/3") {
                    $0.node = "pts/3"
                    $0.rights = FileInspection(owner: 900, mode: 0o600)
                }
            ]
        },
    ])
    func `who may open it`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("serial-port", .warn, "a login prompt", fix: "mask --now serial-getty@ttyUSB0.se") {
            $0.ports = [
                port {
                    $0.hasLogin = true
                    $0.isOpenToUser = false
                }
            ]
        },
        Case(
            "serial-port", .warn, "its messages there",
            fix: "s/console=(serial0|ttyS0)(,[0-9a-z]+)? ?//g' /boot/firmware/cmdline.txt"
        ) { facts in
            facts.ports = [
                port("/dev/serial0") {
                    $0.node = "ttyS0"
                    $0.isConsole = true
                }
            ]
        },
        Case("serial-port", .warn, "and there is a login prompt", fix: "sudo update-grub") {
            $0.host.board = nil
            $0.ports = [
                port("/dev/ttyS0") {
                    $0.node = "ttyS0"
                    ($0.isConsole, $0.hasLogin) = (true, true)
                }
            ]
        },
        Case("serial-port", .warn, "processor's clock", fix: "echo enable_uart=1") { facts in
            facts.ports = [port("/dev/serial0") { $0.node = "ttyS0" }]
        },
        Case("serial-port", .ok, "it is there") { facts in
            facts.ports = [port("/dev/serial0") { $0.node = "ttyS0" }]
            facts.host.bootSettings?.text = "[all]\nenable_uart=1\n"
        },
        Case("serial-port", .ok, "it is there") { facts in
            facts.ports = [port("/dev/serial0") { $0.node = "ttyS0" }]
            facts.host.bootSettings?.text = "core_freq=250\r\n"
        },
        Case("serial-port", .ok, "it is there") { facts in
            facts.ports = [port("/dev/ttyS0") { $0.node = "ttyS0" }]
            facts.host.board = "Radxa ROCK 5"
        },
        Case(
            "serial-port", .warn, "ModemManager runs",
            fix: "ENV{ID_VENDOR_ID}==\"0403\", ENV{ID_MODEL_ID}==\"6001\", "
                + "ENV{ID_MM_DEVICE_IGNORE}=\"1\"'"
        ) { facts in
            facts.programs = [.init(process: 3, command: "ModemManager")]
            facts.ports = [port()]
        },
        Case("serial-port", .warn, "ModemManager runs", fix: "disable --now ModemManager") {
            $0.programs = [
                .init(process: 3, command: "x", names: ["org.freedesktop.ModemManager1"])
            ]
            $0.ports = [port { $0.names.maker = nil }]
        },
        Case("serial-port", .ok, "it is there") { facts in
            facts.programs = [.init(process: 3, command: "ModemManager")]
            facts.ports = [port { $0.names.isNoModem = true }]
        },
        Case("serial-port", .ok, "it is there") { facts in
            facts.programs = [.init(process: 3, command: "ModemManager")]
            facts.host.bootSettings?.text = "enable_uart=1"
            facts.ports = [port("/dev/serial0") { $0.node = "ttyS0" }]
        },
        Case("serial-port", .warn, "number changes", fix: "set device = \(byNumber)") { facts in
            facts.ports = [port("/dev/ttyUSB0")]
        },
        Case("serial-port", .warn, "number changes", fix: "set device = /dev/serial/by-path/y") {
            $0.ports = [
                port("/dev/ttyUSB0") {
                    $0.names.byNumber = nil
                    $0.names.bySocket = "/dev/serial/by-path/y"
                }
            ]
        },
        Case("serial-port", .warn, "number changes", fix: "udevadm info /dev/ttyUSB0") { facts in
            facts.ports = [port("/dev/ttyUSB0") { $0.names = SerialNames() }]
        },
        Case("serial-port", .ok, "it is there") { facts in
            facts.ports = [port("/dev/callboard-serial")]
        },
    ])
    func `what could be better`(_ one: Case) { one.check() }

    @Test(arguments: [
        Case("serial-port", .warn, "cannot use it: another program", fix: "sudo fuser -v /dev/") {
            $0.ports = [port()]
            $0.changeBridge {
                $0.outputs = [
                    .init(name: "x", reason: "another program", port: "sign", device: byNumber)
                ]
            }
        },
        says(.noPermission, .warn, "cannot use it: no permission", fix: "callboard    # ") {
            facts in
            (facts.ports, facts.serviceRights) = ([port()], given)
        },
        // A reason that is known comes before one that is only likely.
        says(.inUse, .warn, "cannot use it: another program", fix: "sudo fuser -v /dev/") { facts in
            (facts.ports, facts.serviceRights) = ([port { $0.group = uucp }], given)
        },
        says(.refusedRate(9, kept: nil), .warn, "not support 9 baud", fix: "sudo fuser") { facts in
            facts.ports = [port { $0.isOpenToUser = false }]
        },
        says(.noPermission, .warn, "the group uucp may", fix: "uucp | sudo tee -a") { facts in
            (facts.ports, facts.serviceRights) = ([port { $0.group = uucp }], given)
        },
        says(.noPermission, .warn, "this user may not", fix: "sudo adduser") { facts in
            facts.ports = [port { $0.isOpenToUser = false }]
        },
        says(.noDevice, .warn, "no access to serial", fix: "/x/serial.conf") { facts in
            (facts.ports, facts.serviceRights) = ([port()], notGiven)
        },
        Case("serial-port", .warn, "has lost 7 events", fix: "a higher baud") { facts in
            facts.ports = [port()]
            facts.changeBridge {
                $0.outputs = [.init(name: "x", lostEvents: 7, port: "sign", device: byNumber)]
            }
        },
        // What the bridge says of another device, or of another port, does not count.
        Case("serial-port", .ok, "it is there") { facts in
            facts.ports = [port()]
            facts.changeBridge {
                $0.outputs = [
                    .init(name: "x", reason: "no", port: "sign", device: "/dev/ttyUSB7"),
                    .init(name: "x", reason: "no", port: "lamp", device: byNumber),
                ]
            }
        },
        Case("outputs", .ok, "no outputs") { facts in
            facts.changeBridge {
                $0.outputs = [.init(name: "x", reason: "no", port: "sign", device: byNumber)]
            }
        },
    ])
    func `what the bridge says`(_ one: Case) { one.check() }

    @Test func `each port has its own findings, and one may have several`() {
        let facts = MachineFacts.healthy.with { facts in
            facts.programs = [.init(process: 3, command: "ModemManager")]
            facts.ports = [Self.port("/dev/ttyUSB0"), Self.missing("/dev/serial/by-id/x")]
        }
        let verdicts = facts.verdicts("serial-port")
        expect(verdicts.map(\.status), is: [.warn, .warn, .warn])
        expect(verdicts.first?.says.contains("ModemManager"), is: true)
        expect(verdicts.last?.says.contains("no such device"), is: true)
        #expect(DoctorReport(facts).isHealthy)
    }
}
