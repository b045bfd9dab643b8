import Bridge
import Expecting
import Formats
import Foundation
import Linux
import Outlets
import Testing

@testable import Doctor

/// MachineFacts that are read from the files of a machine, here one that lies in a folder.
struct DoctorFilesTests {
    private let host = DoctorHostFolder()

    private var facts: HostFacts { HostFacts(host.files) }

    @Test func `an empty machine has nothing`() {
        let facts = facts
        #expect(!facts.hasTimeZone)
        expect(facts.switches, is: nil)
        expect(facts.bluetoothSettings, is: .absent)
        expect(facts.board, is: nil)
        #expect(facts.bootSettings == nil)
        #expect(!facts.hasOldWirePlumber && !facts.leavesPhonesAlone)
    }

    @Test(
        arguments: [
            ([], false, "it is not enabled"),
            (["bluetooth.target.wants/bluetooth.service"], true, "it begins with an adapter"),
            (["dbus-org.bluez.service"], true, "the bus begins it"),
        ] as [([String], Bool, Comment)])
    func `whether bluetoothd begins by itself is seen`(
        links: [String], begins: Bool, why: Comment
    ) throws {
        for link in links { try host.write("", to: "/etc/systemd/system/" + link) }
        expect(facts.startsDaemon, is: begins, why)
    }

    @Test func `the services of ours that begin with the machine are known`() throws {
        #expect(facts.enabledServices.isEmpty)
        let wants = "/etc/systemd/system/multi-user.target.wants/"
        try host.write("", to: wants + "callboard-kernel.service")
        expect(facts.enabledServices, is: [.kernel])
        try host.write("", to: wants + "callboard.service")
        expect(facts.enabledServices, is: [.kernel, .usual])
    }

    @Test func `switches of Bluetooth are read, and of nothing else`() throws {
        for (number, type, name, soft, hard) in [
            (0, "wlan", "phy0", "1", "0"), (1, "bluetooth", "hci0", "0", "1"),
            (300, "bluetooth", "hci1", "1", "0"),
        ] {
            let folder = "/sys/class/rfkill/rfkill\(number)"
            try host.write(type + "\n", to: folder + "/type")
            try host.write(name + "\n", to: folder + "/name")
            try host.write(soft + "\n", to: folder + "/soft")
            try host.write(hard + "\n", to: folder + "/hard")
        }
        expect(
            facts.switches,
            is: [
                .init(name: "hci0", isSoftBlocked: false, isHardBlocked: true),
                .init(name: "hci1", isSoftBlocked: true, isHardBlocked: false),
            ])
    }

    @Test func `a board says its name with a zero at its end`() throws {
        try host.write("Raspberry Pi 4 Model B Rev 1.4\0", to: "/proc/device-tree/model")
        try host.write("old\n", to: "/boot/config.txt")
        expect(facts.board, is: "Raspberry Pi 4 Model B Rev 1.4")
        expect(facts.bootSettings?.path, is: "/boot/config.txt")
        try host.write("new\n", to: "/boot/firmware/config.txt")
        expect(facts.bootSettings?.text, is: "new\n")
    }

    @Test func `WirePlumber's kind and its drop-in are found`() throws {
        try host.write("", to: "/etc/wireplumber/wireplumber.conf.d/51-callboard.conf")
        #expect(facts.leavesPhonesAlone)
        try host.write("", to: SoundDropIn.oldFolder + "/x")
        #expect(facts.hasOldWirePlumber && !facts.leavesPhonesAlone)
        try host.write("", to: "/etc/wireplumber/bluetooth.lua.d/51-callboard.lua")
        #expect(facts.leavesPhonesAlone)
    }

    @Test func `a file is read up to a limit, and a folder is none`() throws {
        try host.write(String(repeating: "x", count: 300_000), to: "/big")
        let files = host.files
        expect(files.read("/big").text?.utf8.count, is: HostFiles.sizeLimit)
        expect(files.read("/big/inside"), is: .absent)
        guard case .unreadable = files.read("/") else {
            Issue.record("a folder was read")
            return
        }
    }

    @Test(
        "bluetoothd's settings cannot disturb",
        arguments: ["\u{0}", "=", "[", "]", "[]", "==\n=", "[a\n]b=", "\n\n\n", "[General]=x"])
    func oddSettings(text: String) {
        let facts = MachineFacts.healthy.with { $0.host.bluetoothSettings = .text(text) }
        for check in Check.settingChecks {
            expect(check.judge(facts).map(\.status), is: [.ok], "\(check.id)")
        }
    }

    @Test(
        arguments: [
            (nil, .absent, 0), ("", nil, nil), (#"{"format":1,"phones":[]}"#, .readable, 0),
            (#"{"format":1,"phones":[{"address":"a","name":"b"}]}"#, .readable, 1),
            ("{", nil, nil),
        ] as [(String?, StateFacts.List?, Int?)])
    func `the list of phones`(text: String?, list: StateFacts.List?, count: Int?) throws {
        if let text { try host.write(text, to: "/phones.json") }
        let (facts, phones) = StateFacts.look(into: host.root)
        expect(phones?.count, is: count)
        if let list {
            expect(facts.list, is: list)
        } else if case .broken(let sentence) = facts.list {
            #expect(sentence.contains("phones.json"))
        } else {
            Issue.record("\(facts.list)")
        }
        expect(FileManager.default.fileExists(atPath: host.root), is: (text != nil))
    }

    @Test func `rights are seen without being changed`() throws {
        try host.write("", to: "/phones.json")
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o751], ofItemAtPath: host.root)
        try manager.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: host.root + "/phones.json")
        let facts = StateFacts.look(into: host.root).facts
        expect(
            facts.rights,
            is: FileInspection(owner: CurrentProcess.user, mode: 0o751, isRegular: false))
        expect(
            facts.fileRights,
            is: [
                "phones.json": FileInspection(owner: CurrentProcess.user, mode: 0o640)
            ])
    }

    @Test func `a file in the folder's place is no folder`() throws {
        try host.write("", to: "/state")
        guard case .unusable = StateFacts.look(into: host.root + "/state").facts.list else {
            Issue.record("it was taken")
            return
        }
    }
}
