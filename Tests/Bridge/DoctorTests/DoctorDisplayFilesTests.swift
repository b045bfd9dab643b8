import Expecting
import Formats
import Foundation
import LCD
import Linux
import Outlets
import Screen
import Settings
import Support
import Testing

@testable import Bridge
@testable import Configuration
@testable import Doctor

/// What the files of a machine say of its displays; here one that lies in a folder.
struct DoctorDisplayFilesTests {
    private let host = DoctorHostFolder()

    private func plans(_ text: String) throws -> OutletConfigurations {
        var draft = SettingsDraft(SettingsSections.table)
        draft.read(Array(text.utf8), file: "f")
        return try BridgeSettings(draft.finished { _ in [] }).outlets
    }

    private func console(_ device: String = "/dev/tty1") throws -> SerialPortFacts {
        let plan = try #require(
            try plans("[console hall]\ndevice = \(device)\n").of(ScreenConfiguration.self).first)
        return SerialPortFacts(plan, host.files)
    }

    private func lcd(
        _ text: String = "[lcd]\n", dial: LCDFacts.Dial
    ) throws -> LCDFacts {
        LCDFacts(
            try #require(try plans(text).of(LCDConfiguration.self).first), host.files, dial: dial)
    }

    @Test func `a screen is known by its name, and so is the prompt that runs on it`() throws {
        try expect(console().place, is: .nothing)
        try host.plugIn("tty1", number: "4:1")
        let quiet = try console()
        expect(quiet.section, is: "console hall")
        expect(quiet.title, is: "console hall (/dev/tty1)")
        guard case .terminal(let device) = quiet.place else {
            Issue.record("\(quiet)")
            return
        }
        #expect(device.isVirtual && !device.hasLogin && device.major == 4)
        // Every screen has a prompt that is enabled; the drop-in takes away what would run.
        try host.write("", to: "/etc/systemd/system/getty.target.wants/getty@tty1.service")
        try expect(console(), is: quiet)
        let slice = "/sys/fs/cgroup/system.slice/system-getty.slice"
        try host.write("", to: "\(slice)/getty@tty2.service/cgroup.procs")
        try expect(console(), is: quiet)
        try host.write("", to: "\(slice)/getty@tty1.service/cgroup.procs")
        guard case .terminal(let busy) = try console().place else { return }
        #expect(busy.hasLogin)
    }

    @Test(arguments: [
        ("tty1", true), ("tty63", true), ("tty", false), ("ttyS0", false), ("ttyUSB0", false),
        ("pts/1", false), ("tty1x", false),
    ])
    func `the machine's own screens`(node: String, isVirtual: Bool) {
        expect(SerialDevice(node: node).isVirtual, is: isVirtual)
    }

    @Test(arguments: [
        ("7\t4\t1\t7", "tty0  -WU (EC p )    4:1\n", true),
        ("4\t4\t1\t7", "tty0  -WU (EC p )    4:1\n", false),
        ("3", "tty1 x\n", false), ("7", "ttyS0  -W- (EC p a)    4:64\n", false),
        ("7", "ttyS0 x\ntty1 x\n", true), ("", "tty1 x\n", false), ("x", "tty1\n", false),
        ("99999999999999999999", "tty1\n", false), ("7", "", false), ("7", "tty\n\n \n", false),
    ])
    func `whether the kernel writes on the screen`(
        level: String, consoles: String, isLoud: Bool
    ) throws {
        try host.write(level + "\n", to: "/proc/sys/kernel/printk")
        try host.write(consoles, to: "/proc/consoles")
        expect(HostFacts(host.files).printsOnScreen, is: isLoud)
    }

    /// The drop-ins as they are installed.
    private func example(_ name: String) throws -> String {
        try Checkout.text("Sources/Packaging/systemd/\(name)")
    }

    @Test func `the drop-ins among the examples are enough`() throws {
        try host.write("", to: "/lib/systemd/system/callboard.service")
        try host.plugIn("tty1", number: "4:1")
        let server = try lcd { _, _ in }

        func facts() throws -> MachineFacts {
            let console = try console()
            return MachineFacts.healthy.with { facts in
                facts.consoles = [console]
                facts.lcds = [server]
                facts.serviceRights = ServiceRights(host.files)
            }
        }
        try expect(facts().verdicts("console").map(\.status), is: [.warn])
        try expect(facts().verdicts("lcd").map(\.status), is: [.warn])
        for name in ["console.conf", "lcd.conf"] {
            try host.write(try example(name), to: "\(ServiceUnit.usual.dropIns)/\(name)")
        }
        try expect(facts().verdicts("console").map(\.status), is: [.ok])
        try expect(facts().verdicts("lcd").map(\.status), is: [.ok])

        // For another screen there is more to it, and what is advised is enough again.
        try host.plugIn("tty2", number: "4:2")
        let second = try console("/dev/tty2")
        try expect(facts().with { $0.consoles = [second] }.verdicts("console")[0].status, is: .warn)
        let both = try example("console.conf")
        try host.write(
            both + both.replacingOccurrences(of: "tty1", with: "tty2"),
            to: "\(ServiceUnit.usual.dropIns)/console.conf")
        try expect(facts().with { $0.consoles = [second] }.verdicts("console")[0].status, is: .ok)
        try expect(facts().verdicts("console").map(\.status), is: [.ok])
    }

    @Test func `LCDd is looked for where it can be`() throws {
        let silent = try lcd { _, _ throws(NetworkFailure) in
            throw .unreachable(.connectionRefused)
        }
        expect(silent.answer, is: .unreachable(.connectionRefused))
        #expect(!silent.isInstalled && !silent.isRunning && silent.isLocal)
        try host.write("", to: "/usr/sbin/LCDd")
        try host.write("", to: "/sys/fs/cgroup/system.slice/lcdproc.service/cgroup.procs")
        let other = try lcd("[lcd hall]\nhost = stairs\nport = 7\n") {
            host, port throws(NetworkFailure) in
            #expect(host == "stairs" && port == 7)
            throw .unknownHost
        }
        expect(other.answer, is: .unknownHost)
        #expect(other.isInstalled && other.isRunning && !other.isLocal && !other.hasAddress)
        #expect(other.section == "lcd hall" && other.title == "lcd hall (stairs:7)")
    }

    @Test(arguments: [
        ("127.0.0.1", true, true), ("127.0.1.1", true, true), ("::1", true, true),
        ("localhost", true, false), ("192.168.1.20", false, true), ("fe80::1", false, true),
        ("hall", false, false),
    ])
    func `hosts by name and by address`(name: String, isLocal: Bool, hasAddress: Bool) throws {
        let server = try lcd("[lcd]\nhost = \(name)\n") { _, _ in }
        expect(server.isLocal, is: isLocal)
        expect(server.hasAddress, is: hasAddress)
    }
}
