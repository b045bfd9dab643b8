import Linux
import Settings
import Testing

@testable import Bridge

/// What is said of a port that the service is to open, from the files of a machine.
@Suite struct DoctorServiceRightsTests {
    private let host = DoctorHostFolder()

    /// The one verdict on a port of the group dialout.
    private func verdict(_ node: String, dropIn: String) throws -> Verdict {
        try host.write("", to: "/lib/systemd/system/callboard.service")
        try host.write(dropIn, to: SerialRights.folder + "/serial.conf")
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array("[serial sign]\ndevice = /dev/\(node)\n".utf8), file: "f")
        let target = try #require(BridgeSettings(draft.finished { _ in [] }).ports.first)
        var port = SerialPortFacts(target, host.files, hasOwnBluetooth: false)
        guard case .terminal(var device) = port.place else { throw NoTerminal() }
        device.rights = FileLook(owner: 0, mode: 0o660, isRegular: false)
        device.group = UserGroup(name: "dialout", number: 20)
        port.place = .terminal(device)
        let facts = MachineFacts.healthy.with { facts in
            (facts.ports, facts.serialRights) = ([port], SerialRights(host.files))
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
        #expect(verdict.status == (mayOpen ? .ok : .warn), "\(verdict)")
        #expect(verdict.says.contains("the group dialout may") == !mayOpen, "\(verdict)")
    }
}
