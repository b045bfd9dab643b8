import Formats
import Linux
import Outlets
import Testing

@testable import Doctor

/// The Raspberry Pi 5 and its kin, whose pins have another port than those of all before them.
struct DoctorRaspberryTests {
    typealias Case = DoctorCheckTests.Case

    private static func five(
        _ id: String, _ status: Verdict.Status, _ says: String, fix: String? = nil,
        boot: String = "", _ change: @escaping @Sendable (inout MachineFacts) -> Void
    ) -> Case {
        Case(id, status, says, fix: fix) { facts in
            facts.host.board = "Raspberry Pi 5 Model B Rev 1.0"
            facts.host.bootSettings?.text = boot
            change(&facts)
        }
    }

    private static func port(
        _ path: String, _ node: String, _ change: (inout SerialDevice) -> Void = { _ in }
    ) -> SerialPortFacts {
        DoctorSerialTests.port(path) { device in
            (device.node, device.names) = (node, SerialNames())
            change(&device)
        }
    }

    @Test(arguments: [
        "Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi 500 Rev 1.0",
        "Raspberry Pi Compute Module 5 Rev 1.0", "Raspberry Pi Compute Module 5 Lite Rev 1.0",
    ])
    func `the port on the pins is off until it is asked for`(board: String) {
        let off = "echo dtparam=uart0=on | sudo tee -a /boot/firmware/config.txt && sudo reboot"
        for path in ["/dev/ttyAMA0", "/dev/serial0"] {
            Case("serial-port", .warn, "port is off", fix: off) { facts in
                facts.host.board = board
                facts.ports = [DoctorSerialTests.missing(path)]
                facts.host.bootSettings?.text = "enable_uart=1\ndtparam=audio=on\n"
            }.check()
        }
    }

    @Test(arguments: [
        ("dtparam=uart0=on", true), ("dtparam=i2c_arm=on, uart0 = on # pins", true),
        ("dtparam=uart0\r\ndtparam=audio=on", true), ("dtparam=uart0_console", true),
        ("dtoverlay=uart0-pi5,ctsrts", true), ("dtoverlay=uart0", true),
        ("dtparam=uart0=off", false), ("dtparam=uart0=on\ndtparam=uart0=off", false),
        ("#dtparam=uart0=on", false), ("dtparam=uart1=on", false), ("dtparam=", false),
        ("dtparam=,,=,", false), ("dtoverlay=uart1-pi5", false), ("uart0=on", false),
    ])
    func `how the port on the pins is asked for`(boot: String, isOn: Bool) {
        Self.five("serial-port", .warn, isOn ? "nor another port" : "port is off", boot: boot) {
            $0.ports = [DoctorSerialTests.missing("/dev/ttyAMA0")]
        }.check()
    }

    @Test(arguments: [
        five("serial-port", .warn, "debugging", fix: "set device = /dev/ttyAMA0 under") {
            $0.ports = [port("/dev/serial0", "ttyAMA10") { $0.isConsole = true }]
        },
        // Who names it so means it, and newer firmware can lead the other name to the pins.
        five("serial-port", .ok, "it is there") { facts in
            facts.ports = [port("/dev/ttyAMA10", "ttyAMA10")]
        },
        five("serial-port", .ok, "it is there") { facts in
            facts.ports = [port("/dev/serial0", "ttyAMA0")]
        },
        five("serial-port", .ok, "it is there") { facts in
            facts.ports = [port("/dev/ttyS0", "ttyS0")]
        },
        five("serial-port", .fail, "stops Bluetooth", fix: "set device = /dev/ttyAMA0") { facts in
            facts.ports = [port("/dev/ttyS1", "ttyS1")]
            facts.ports?[0].isBluetooth = true
        },
        five("serial-port", .warn, "its messages", fix: "-E 's/console=(ttyAMA0)(") { facts in
            facts.ports = [port("/dev/ttyAMA0", "ttyAMA0") { $0.isConsole = true }]
        },
        five(
            "serial-port", .warn, "its messages", fix: "-E 's/console=(serial0|ttyAMA0)(",
            boot: "dtparam=uart0_console"
        ) { facts in
            facts.ports = [port("/dev/ttyAMA0", "ttyAMA0") { $0.isConsole = true }]
        },
        five("raspberry-pi", .ok, "on a serial port of its own") { _ in },
        five("raspberry-pi", .ok, "on a serial port of its own", boot: "dtoverlay=miniuart-bt") {
            _ in
        },
    ])
    func `which port is which`(_ one: Case) { one.check() }
}
