import Expecting
import Foundation
import Linux
import Testing

@testable import KernelRadio

struct DaemonTests {
    private static func status(
        _ name: String, _ state: String = "S (sleeping)", users: String = "0\t0\t0\t0"
    ) -> String {
        "Name:\t\(name)\nUmask:\t0022\nState:\t\(state)\nTgid:\t7\nUid:\t\(users)\nGid:\t0\t0\t0\t0\n"
    }

    /// What is found in a folder of processes and other things.
    private static func found(_ processes: [String: String?]) throws -> Int32? {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "callboard-processes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, status) in processes {
            let process = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: process, withIntermediateDirectories: true)
            try status?.write(
                to: process.appending(path: "status"), atomically: true, encoding: .utf8)
        }
        return try BluetoothDaemon.find(in: folder.path)
    }

    @Test(arguments: [
        (status("bluetoothd"), true, "root's"),
        (status("bluetoothd", users: "1000\t0\t0\t0"), true, "it acts as root"),
        (status("bluetoothd", users: "1000\t1000\t1000\t1000"), false, "anybody's"),
        (status("bluetoothd", users: "0\t1000\t0\t0"), false, "it acts as somebody"),
        (status("bluetoothd", "Z (zombie)"), false, "it has ended"),
        (status("bluetoothd", "X (dead)"), false, "it has ended"),
        (status("bluetoothd", "D (disk sleep)"), true, "it waits for a disk"),
        (status("bluetoothctl"), false, "another program"),
        (status("bluetoothd x"), false, "a longer name"),
        (status("x\\nName:\tbluetoothd"), false, "the kernel writes no line's end of a name"),
        ("", false, "nothing"), ("Name:\tbluetoothd\n", false, "no user"),
        ("Name:\tbluetoothd\nUid:\t0\n", false, "half a user"), ("\n\n:\n", false, "no fields"),
    ])
    func `only a living daemon of root's counts`(
        status: String, isDaemon: Bool, why: String
    ) throws {
        let found = try Self.found(["1": Self.status("systemd"), "712": status])
        expect(found, is: (isDaemon ? 712 : nil), "\(why)")
    }

    @Test func `what is no process, or hides, is passed over`() throws {
        let daemon = Self.status("bluetoothd")
        try expect(
            Self.found(["self": daemon, "99999999999": daemon, "12x": daemon, "3": nil]), is: nil)
        try expect(Self.found(["30": daemon, "4": daemon, "3": nil]), is: 4, "the lower number")
    }

    @Test func `a folder that is not there is an error`() {
        #expect(throws: Errno.noEntry) { try BluetoothDaemon.find(in: "/nowhere/at/all") }
    }

    @Test func `the machine's own processes can be looked through`() throws {
        _ = try BluetoothDaemon.find()
    }
}
