import Expecting
import Linux
import Outlets
import Serial
import Settings
import Testing

@testable import Bridge
@testable import Configuration
@testable import Doctor
@testable import Service

/// What the files of a machine say of its serial ports; here one that lies in a folder.
struct DoctorSerialFilesTests {
    private let host = DoctorHostFolder()
    private static let byNumber = "/dev/serial/by-id/usb-FTDI_A1-if00-port0"
    private static let bySocket = "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0"

    private func port(_ device: String, hasOwnBluetooth: Bool = false) throws -> SerialPortFacts {
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array("[serial sign]\ndevice = \(device)\n".utf8), file: "f")
        let target = try #require(
            BridgeSettings(draft.finished { _ in [] }).outlets.of(SerialConfiguration.self).first)
        return SerialPortFacts(target, host.files, hasOwnBluetooth: hasOwnBluetooth)
    }

    private func device(_ path: String) throws -> SerialDevice {
        guard case .terminal(let device) = try port(path).place else {
            throw NoTerminal()
        }
        return device
    }

    private struct NoTerminal: Error {}

    @Test func `a path with nothing, with something else, and with a terminal`() throws {
        try expect(port("/dev/ttyUSB0").place, is: .nothing)
        try host.write("", to: "/dev/ttyUSB0")
        try expect(port("/dev/ttyUSB0").place, is: .other)
        try host.link("/dev/gone", to: "ttyUSB9")
        try expect(port("/dev/gone").place, is: .nothing)
        try host.write("", to: "/dev/pts/12")
        try host.link("/run/sign", to: "../dev/pts/12")
        try expect(device("/run/sign").node, is: "pts/12")
        try host.plugIn("ttyUSB0", number: "188:0", "")
        try expect(device("/dev/ttyUSB0").node, is: "ttyUSB0")
        try expect(port("/dev/ttyUSB0").title, is: "serial sign (/dev/ttyUSB0)")
    }

    @Test func `the names that udev has given lead to the device`() throws {
        try host.plugIn(
            "ttyUSB0", number: "188:0",
            "S:serial/by-id/usb-FTDI_A1-if00-port0\n"
                + "S:serial/by-path/pci-0000:00:14.0-usb-0:2:1.0-port0\nS:elsewhere\nI:1\n"
                + "E:ID_VENDOR_ID=0403\nE:ID_MODEL_ID=6001\nE:ID_MM_DEVICE_IGNORE=1\nE:x\n")
        // Both say the same of themselves, and one of them has the name.
        try host.plugIn("ttyUSB1", number: "188:1", "S:serial/by-id/usb-FTDI_A1-if00-port0\n")
        try host.link(Self.byNumber, to: "../../ttyUSB0")
        try host.link(Self.bySocket, to: "../../ttyUSB0")
        try host.plugIn(
            "ttyACM3", number: "166:3", "E:ID_VENDOR_ID=$(x)\nE:ID_MM_DEVICE_IGNORE=0\n")

        let names = try device(Self.byNumber).names
        expect(names.byNumber, is: Self.byNumber)
        expect(names.bySocket, is: Self.bySocket)
        #expect((names.maker, names.model) == ("0403", "6001"))
        #expect(names.isNoModem)
        try expect(device("/dev/ttyUSB1").names, is: SerialNames())
        try expect(device("/dev/ttyACM3").names, is: SerialNames())
        expect(
            SerialPortFacts.connected(host.files),
            is: [
                Self.byNumber, "/dev/ttyUSB1", "/dev/ttyACM3",
            ])
    }

    @Test(arguments: ["", "188", "../../../x", "188:0\u{0}", "188:9"])
    func `a device that udev keeps nothing of has no other name`(number: String) throws {
        try host.plugIn("ttyUSB0", number: "188:0", "S:serial/by-id/usb-FTDI_A1-if00-port0\n")
        try host.write(number, to: "/sys/class/tty/ttyUSB0/dev")
        try host.link(Self.byNumber, to: "../../ttyUSB0")
        let isTold = number.hasPrefix("188:0")
        try expect(device("/dev/ttyUSB0").names.stable, is: (isTold ? Self.byNumber : nil))
    }

    @Test(
        arguments: [
            ("/proc/consoles", "tty0 -WU (EC p) 4:1\nttyS0   -W- (EC  p a)    4:64\n", true, false),
            ("/proc/consoles", "ttyS01 -W- 4:64\n", false, false),
            ("/proc/cmdline", "quiet console=ttyS0,115200 root=/dev/x\n", true, false),
            ("/proc/cmdline", "console=tty1 earlycon=ttyS0\n", false, false),
            (
                "/etc/systemd/system/getty.target.wants/serial-getty@ttyS0.service", "", false,
                true
            ),
            (
                "/run/systemd/generator/getty.target.wants/serial-getty@ttyS0.service", "", false,
                true
            ),
            (
                #"/sys/fs/cgroup/system.slice/system-serial\x2dgetty.slice/serial-getty@ttyS0.service/cgroup.procs"#,
                "7\n", false, true
            ),
            ("/etc/systemd/system/getty.target.wants/serial-getty@ttyS1.service", "", false, false),
        ] as [(String, String, Bool, Bool)])
    func `who else is at a port`(path: String, text: String, isConsole: Bool, hasLogin: Bool) throws
    {
        try host.plugIn("ttyS0", number: "4:64", "")
        try host.write(text, to: path)
        let device = try device("/dev/ttyS0")
        expect(device.isConsole, is: isConsole)
        expect(device.hasLogin, is: hasLogin)
    }

    @Test func `a port of Bluetooth is known by the board's name for it and by the kernel's`()
        throws
    {
        try host.plugIn("ttyAMA0", number: "204:64", "")
        try host.plugIn("ttyS0", number: "4:64", "")
        #expect(try port("/dev/serial1", hasOwnBluetooth: true).isBluetooth)
        #expect(try !port("/dev/serial1").isBluetooth)
        try host.link("/dev/serial1", to: "ttyAMA0")
        try host.link("/dev/serial0", to: "ttyS0")
        #expect(try port("/dev/ttyAMA0", hasOwnBluetooth: true).isBluetooth)
        #expect(try !port("/dev/ttyAMA0").isBluetooth)
        #expect(try !port("/dev/serial0", hasOwnBluetooth: true).isBluetooth)
        expect(SerialPortFacts.connected(host.files), is: ["/dev/serial0"])

        try host.write("", to: "/sys/devices/soc/fe201000.serial/tty/ttyAMA0/hci0/type")
        try host.link(
            "/sys/class/bluetooth/hci0",
            to: "../../devices/soc/fe201000.serial/tty/ttyAMA0/hci0")
        #expect(try port("/dev/ttyAMA0").isBluetooth)
        #expect(try !port("/dev/ttyS0").isBluetooth)
    }

    @Test(
        arguments: [
            (nil, false, []),
            ("[Service]\nSupplementaryGroups=dialout\nPrivateDevices=no\n", true, ["dialout"]),
            ("[Service]\n#PrivateDevices=no\nSupplementaryGroups=\n", false, []),
            (" SupplementaryGroups = a b\nSupplementaryGroups=c\n", false, ["a", "b", "c"]),
            ("PrivateDevices=no\nPrivateDevices=yes\n", false, []),
        ] as [(String?, Bool, [String])])
    func `what a drop-in gives the service`(
        text: String?, seesDevices: Bool, groups: [String]
    ) throws {
        expect(ServiceRights(host.files), is: nil)
        try host.write(
            "[Service]\nPrivateDevices=yes\n", to: "/lib/systemd/system/callboard.service")
        if let text { try host.write(text, to: ServiceUnit.usual.dropIns + "/serial.conf") }
        let rights = try #require(ServiceRights(host.files))
        expect(rights.seesDevices, is: seesDevices)
        expect(rights.groups, is: groups)
        expect(rights.examples, is: "/usr/share/doc/callboard/examples/systemd")
        let local = "/usr/local/share/doc/callboard/examples/systemd"
        try host.write("", to: local + "/serial.conf")
        expect(ServiceRights(host.files)?.examples, is: local)
        try host.write(
            "SupplementaryGroups=uucp\n", to: ServiceUnit.usual.dropIns + "/serial-group.conf")
        // A line without a group takes away what was said before it.
        let takesAway = text?.contains("Groups=\n") == true
        expect(ServiceRights(host.files)?.groups, is: (takesAway ? [] : ["uucp"] + groups))
    }

    @Test(
        arguments: [
            (1000, 0o600, true, false, true), (1000, 0o400, true, true, false),
            (0, 0o660, false, true, true), (0, 0o660, false, false, false),
            (0, 0o640, false, true, false), (0, 0o606, false, false, true),
            (0, 0o606, false, true, false),
        ] as [(UInt32, UInt32, Bool, Bool, Bool)])
    func `rights are those of the first that is meant`(
        owner: UInt32, mode: UInt32, isOwner: Bool, isMember: Bool, mayOpen: Bool
    ) {
        let look = FileInspection(owner: owner, mode: mode, isRegular: false)
        expect(look.lets(isOwner ? owner : 1001, isMember: isMember), is: mayOpen)
    }
}
