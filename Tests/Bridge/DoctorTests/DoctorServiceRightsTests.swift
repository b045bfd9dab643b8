import Expecting
import Formats
import Linux
import Outlets
import Serial
import Settings
import Testing

@testable import Bridge
@testable import Configuration
@testable import Doctor
@testable import Service

/// What is said of a port that the service is to open, from the files of a machine.
struct DoctorServiceRightsTests {
    private let host = DoctorHostFolder()
    private static let given = "[Service]\nPrivateDevices=no\nSupplementaryGroups=dialout\n"
    private static let all = given + "DeviceAllow=char-188 rw\nDeviceAllow=char-4 rw\n"

    /// The one verdict on a port of the group dialout.
    private func verdict(_ node: String, dropIn: String) throws -> Verdict {
        try host.write("", to: "/lib/systemd/system/callboard.service")
        try host.write(dropIn, to: ServiceUnit.usual.dropIns + "/serial.conf")
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array("[serial sign]\ndevice = /dev/\(node)\n".utf8), file: "f")
        let target = try #require(
            BridgeSettings(draft.finished { _ in [] }).outlets.of(SerialConfiguration.self).first)
        var port = SerialPortFacts(target, host.files, hasOwnBluetooth: false)
        guard case .terminal(var device) = port.place else { throw NoTerminal() }
        device.rights = FileInspection(owner: 0, mode: 0o660, isRegular: false)
        device.group = UserGroup(name: "dialout", number: 20)
        port.place = .terminal(device)
        let facts = MachineFacts.healthy.with { facts in
            (facts.ports, facts.serviceRights) = ([port], ServiceRights(host.files))
        }
        return try #require(facts.verdicts("serial-port").first)
    }

    private struct NoTerminal: Error {}

    @Test(arguments: [
        ("root:x:0:\ndialout:x:20:mara,callboard\n", "", true),
        ("dialout:x:20:callboard", "", true),
        ("dialout:x:20:mara,callboards\ntty:x:5:callboard\n", "", false),
        ("dialout\n:::\n\ndialout:x:20\n:x:1:callboard\ndialout:callboard\n", "", false),
        ("", "Group=dialout\n", true), ("", "Group=callboard\n", false),
        ("dialout:x:20:callboard\n", "User=sign\n", false),
        ("dialout:x:20:sign\n", "User=sign\n", true),
        ("dialout:x:20:callboard\n", "SupplementaryGroups=\n", true),
    ])
    func `groups of the account are the service's`(
        database: String, dropIn: String, mayOpen: Bool
    ) throws {
        try host.plugIn("ttyS1", number: "4:65")
        try host.write(database, to: "/etc/group")
        let verdict = try verdict(
            "ttyS1", dropIn: "PrivateDevices=no\nDeviceAllow=char-4 rw\n" + dropIn)
        expect(verdict.status, is: (mayOpen ? .ok : .warn), "\(verdict)")
        expect(verdict.says.contains("the group dialout may"), is: !mayOpen, "\(verdict)")
    }

    @Test(arguments: [
        ("rfcomm0", "216:0", "216"), ("ttymxc0", "207:16", "207"), ("ttyS1", "4:65", nil),
    ])
    func `a port of another number wants a line more`(
        node: String, number: String, wanted: String?
    ) throws {
        try host.plugIn(node, number: number)
        let verdict = try verdict(node, dropIn: Self.all)
        guard let wanted else {
            expect(verdict.status, is: .ok, "\(verdict)")
            return
        }
        expect(verdict.status, is: .warn)
        #expect(verdict.says.contains("the major number \(wanted)"), "\(verdict)")
        expect(
            verdict.fix,
            is: "sudo install -d \(ServiceUnit.usual.dropIns) && printf "
                + "'[Service]\\nDeviceAllow=%s rw\\n' char-\(wanted) | sudo tee -a "
                + "\(ServiceUnit.usual.dropIns)/serial-device.conf && sudo systemctl daemon-reload && "
                + "sudo systemctl restart callboard")
        // What was advised is heeded.
        try host.write(
            "[Service]\nDeviceAllow=char-\(wanted) rw\n",
            to: ServiceUnit.usual.dropIns + "/serial-device.conf")
        try expect(self.verdict(node, dropIn: Self.all).status, is: .ok)
    }

    @Test func `a number that the example allows wants the example`() throws {
        try host.plugIn("ttyAMA0", number: "204:64")
        let verdict = try verdict("ttyAMA0", dropIn: Self.given)
        #expect(verdict.says.contains("may not open devices with the major number 204"))
        expect(verdict.fix?.hasPrefix("sudo install -D -m 0644 -t "), is: true, "\(verdict)")
    }

    @Test(arguments: [
        ("DeviceAllow=char-216 rw", true), ("DeviceAllow = char-216", true),
        ("DeviceAllow=char-216 wr", true), ("DeviceAllow=char-216 r", false),
        ("DeviceAllow=block-216 rw", false), ("DeviceAllow=char-21 rw", false),
        ("DeviceAllow=char-rfcomm rw", true), ("DeviceAllow=char-rf* rwm", true),
        ("DeviceAllow=char-* rw", true), ("DeviceAllow=char-ttyUSB rw", false),
        ("DeviceAllow=char-[r]fcomm rw", true), ("DeviceAllow=/dev/rfcomm0 rw", true),
        ("DeviceAllow=/dev/sign rw", true), ("DeviceAllow=/dev/rfcomm1 rw", false),
        ("DeviceAllow=char-216 rw\nDeviceAllow=", false), ("DeviceAllow=char- rw", false),
        ("DeviceAllow= rw", false), ("DevicePolicy=auto", true),
        ("DevicePolicy=auto\nDeviceAllow=char-4 rw", false), ("DevicePolicy=strict", false),
        ("#DeviceAllow=char-216 rw", false), ("DeviceAllow=char-216\u{0} rw", false),
    ])
    func `what a line of a drop-in allows`(line: String, isAllowed: Bool) throws {
        try host.plugIn("rfcomm0", number: "216:0")
        try host.link("/dev/sign", to: "rfcomm0")
        try host.write(
            "Character devices:\n  4 ttyS\n216 rfcomm\n188 ttyUSB\n\nBlock devices:\n216 xy\n",
            to: "/proc/devices")
        let verdict = try verdict("rfcomm0", dropIn: Self.given + line + "\n")
        expect(verdict.status, is: (isAllowed ? .ok : .warn), "\(verdict)")
    }

    @Test(arguments: ["", "216", ":", "x:0", "99999999999999999999:0", "-1:0", "+216:0"])
    func `a port whose number is not to be read is not judged by it`(number: String) throws {
        try host.plugIn("rfcomm0", number: number)
        try expect(verdict("rfcomm0", dropIn: Self.given).status, is: .ok)
    }
}
