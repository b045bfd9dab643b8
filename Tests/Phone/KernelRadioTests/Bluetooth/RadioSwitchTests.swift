import Expecting
import Foundation
import Testing

@testable import KernelRadio

struct RadioSwitchTests {
    struct Switch: Sendable {
        var name = "hci1"
        var type = "bluetooth"
        var soft: String? = "0"
        var hard: String? = "0"
    }

    /// What is found of hci1 among these switches.
    private static func found(_ switches: [Switch]) throws -> (RadioSwitch?, isBlocked: Bool) {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "callboard-switches-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, one) in switches.enumerated() {
            let place = folder.appending(path: "rfkill\(number)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let files = [
                ("name", one.name), ("type", one.type), ("soft", one.soft), ("hard", one.hard),
            ]
            for (name, word) in files {
                try word.map { $0 + "\n" }?.write(
                    to: place.appending(path: name), atomically: true, encoding: .utf8)
            }
        }
        let adapter = ControllerIndex(rawValue: 1)
        return (
            RadioSwitch(of: adapter, in: folder.path),
            RadioSwitch.isBlocked(adapter, in: folder.path)
        )
    }

    @Test(arguments: [
        (Switch(), false, false, "on"), (Switch(soft: "1"), true, false, "off by a program"),
        (Switch(hard: "1"), false, true, "off by a key"),
        (Switch(soft: "1", hard: "1"), true, true, "both"),
        (Switch(soft: nil, hard: nil), false, false, "a switch that says nothing"),
    ])
    func `a switch holds its adapter off`(
        one: Switch, isSoft: Bool, isHard: Bool, why: String
    ) throws {
        let others = [Switch(name: "hci0", soft: "1"), Switch(name: "phy0", type: "wlan")]
        let (found, isBlocked) = try Self.found(others + [one])
        expect(found?.isSoftBlocked, is: isSoft, "\(why)")
        expect(found?.isHardBlocked, is: isHard, "\(why)")
        expect(isBlocked, is: (isSoft || isHard), "\(why)")
    }

    @Test func `an adapter without a switch is on`() throws {
        for others in [
            [], [Switch(name: "hci0", soft: "1")], [Switch(name: "hci11", soft: "1")],
            [Switch(type: "wlan", soft: "1")],
        ] {
            let (found, isBlocked) = try Self.found(others)
            expect(found, is: nil)
            #expect(!isBlocked)
        }
    }
}
