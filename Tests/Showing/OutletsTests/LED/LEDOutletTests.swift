import ANCS
import EventSupport
import Expecting
import Foundation
import JSON
import Linux
import Notices
import Settings
import Support
import Testing

@testable import Outlets

/// What a lamp does, at a folder like those of the kernel's.
struct LEDOutletTests {
    /// A folder with the files of a lamp.
    @LoopActor
    private final class Lamp {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
            .path
        let pace = Pace.led()
        private(set) var told: [String] = []

        init(trigger: String = "none [mmc0] timer") throws {
            try plug(trigger: trigger)
        }

        /// Pulls it out and plugs it in: it has another number, which a disk might give out twice.
        func replug() throws {
            let old = "\(path)-old"
            try FileManager.default.moveItem(atPath: path, toPath: old)
            try plug()
            try FileManager.default.removeItem(atPath: old)
        }

        func plug(trigger: String = "[none] timer mmc0") throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for (file, text) in [
                ("trigger", trigger), ("brightness", "3"), ("max_brightness", "200"),
                ("delay_on", "500"), ("delay_off", "500"),
            ] { try text.write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8) }
        }

        func unplug() throws { try FileManager.default.removeItem(atPath: path) }

        /// Trigger and brightness, and where it blinks how long it is on.
        var state: String {
            let words = ["trigger", "brightness", "delay_on"].map { file in
                ((try? String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)) ?? "-")
                    .trimmingCharacters(in: .newlines)
            }
            return words.prefix(words[0] == "timer" ? 3 : 2).joined(separator: " ")
        }

        func outlet(_ more: String = "") throws -> LEDOutlet {
            let plan = LEDConfiguration(
                try #require(
                    Configuration(parsing: "[led door]\ndevice = \(path)\n\(more)\n").all(
                        LEDKeys.section
                    ).first))
            let outlet = plan.make(
                in: OutletSurroundings(
                    pace: pace, tell: { [weak self] in self?.told.append($0) },
                    act: { _, _, done in done(.refused("")) },
                    control: { _, done in done(.refused("")) }))
            return try #require(outlet as? LEDOutlet)
        }
    }

    private static let dark = "none 0"
    private static let lit = "none 200"
    private static let blinking = "timer 200 150"

    private static func event(
        _ change: NoticeChange, _ number: UInt64, _ category: CategoryID,
        call state: Call.State? = nil, flags: EventFlags = []
    ) -> BridgeEvent {
        .notice(
            change,
            Notice(
                id: NoticeID(rawValue: number), phone: "Anna's iPhone",
                category: Category(category), flags: flags,
                uid: NotificationUID(rawValue: UInt32(number)), received: Events.start,
                call: state.map { Call(state: $0) }),
            at: Events.at)
    }

    @Test(
        "it does what there is reason for",
        arguments: [
            ("", [], dark, "nothing is there"),
            ("", [event(.added, 1, .social)], dark, "a message is not what it is for"),
            ("", [event(.ringing, 1, .incomingCall, call: .ringing)], blinking, "a call rings"),
            (
                "",
                [
                    event(.ringing, 1, .incomingCall, call: .ringing),
                    event(.answered, 1, .activeCall, call: .answered),
                ], dark, "it was taken"
            ),
            (
                "",
                [
                    event(.ringing, 1, .incomingCall, call: .ringing),
                    event(.missed, 1, .missedCall, call: .missed),
                ], lit, "it was missed"
            ),
            (
                "",
                [
                    event(.missed, 1, .missedCall, call: .missed),
                    event(.removed, 1, .missedCall, call: .missed),
                ], dark, "somebody has seen it on the phone"
            ),
            ("", [event(.added, 1, .voicemail)], lit, "voicemail"),
            (
                "",
                [event(.added, 1, .voicemail), event(.ringing, 2, .incomingCall, call: .ringing)],
                blinking, "the liveliest counts"
            ),
            ("voicemail = off", [event(.added, 1, .voicemail)], dark, "as the section says"),
            ("missed = blink", [event(.added, 1, .missedCall)], blinking, "as the section says"),
            (
                "brightness = 25", [event(.added, 1, .voicemail)], "none 50",
                "a quarter of 200"
            ),
            (
                "", [event(.ringing, 1, .incomingCall, call: .ringing, flags: [.silent])], lit,
                "a silent call does not blink"
            ),
            (
                "silent = hide",
                [event(.ringing, 1, .incomingCall, call: .ringing, flags: [.silent])], dark,
                "or does not light it"
            ),
            (
                "silent = show",
                [event(.ringing, 1, .incomingCall, call: .ringing, flags: [.silent])], blinking,
                "or is like all else"
            ),
            (
                "quiet-hours = 00:00-24:00", [event(.added, 1, .voicemail)], dark,
                "these hours are always"
            ),
            (
                "quiet-hours = 00:00-24:00",
                [event(.ringing, 1, .incomingCall, call: .ringing)], blinking,
                "a call rings all the same"
            ),
        ] as [(String, [BridgeEvent], String, String)])
    func does(more: String, events: [BridgeEvent], state: String, why: String) async throws {
        try await LoopThread.run {
            let lamp = try Lamp()
            let outlet = try lamp.outlet(more)
            outlet.open()
            for event in events { outlet.show(event) }
            expect(lamp.state, is: state, "\(why)")
            outlet.finish(within: nil) {}
            expect(lamp.state.prefix(5), is: "mmc0 ", "what switched it before does again")
            expect(lamp.told, is: [])
        }
    }

    @Test func `what it had before is shown once it is there, and again after it was away`()
        async throws
    {
        try await LoopThread.run {
            let lamp = try Lamp()
            let outlet = try lamp.outlet()
            outlet.show(Self.event(.added, 1, .voicemail))
            try lamp.unplug()
            outlet.open()
            #expect(!outlet.isOpen)
            expect(outlet.status.failure, is: "there is no such LED")
            try lamp.plug()
            lamp.pace.pass(.seconds(2))
            #expect(outlet.isOpen)
            expect(lamp.state, is: Self.lit)
            try lamp.unplug()
            outlet.show(Self.event(.ringing, 2, .incomingCall, call: .ringing))
            #expect(!outlet.isOpen)
            try lamp.plug()
            lamp.pace.pass(.seconds(3))
            expect(lamp.state, is: Self.blinking)
            expect(lamp.told.count, is: 1, "one line, however often it is tried: \(lamp.told)")
        }
    }

    @Test func `a lamp that was pulled out and is back shows what there is`() async throws {
        try await LoopThread.run {
            let lamp = try Lamp()
            let outlet = try lamp.outlet()
            outlet.open()
            outlet.show(Self.event(.added, 1, .voicemail))
            expect(lamp.state, is: Self.lit)
            try lamp.unplug()
            expect(outlet.status.failure, is: "there is no such LED")
            #expect(!outlet.isOpen)
            try lamp.plug()
            lamp.pace.pass(.seconds(3))
            expect(lamp.state, is: Self.lit)
            // Nobody asks, and nothing comes.
            try lamp.replug()
            lamp.pace.pass(.seconds(70))
            expect(lamp.state, is: Self.lit)
            #expect(outlet.isOpen)
        }
    }

    @Test(arguments: ["9223372036854775807", "99999999999999999999", "-1", "0", "x", ""])
    func `a lamp of any brightness is lit`(_ most: String) async throws {
        try await LoopThread.run {
            let lamp = try Lamp()
            try most.write(
                toFile: "\(lamp.path)/max_brightness", atomically: false, encoding: .utf8)
            let outlet = try lamp.outlet()
            outlet.open()
            outlet.show(Self.event(.added, 1, .voicemail))
            #expect(outlet.isOpen)
            #expect(lamp.state != Self.dark)
        }
    }

    @Test func `no more is remembered than there is room for`() {
        var reasons = LEDReasons()
        for number in 1...UInt64(LEDReasons.limit + 10) {
            reasons.take(Self.event(.added, number, .voicemail))
        }
        for number in 11...UInt64(LEDReasons.limit + 10) {
            #expect(!reasons.isEmpty)
            reasons.take(Self.event(.removed, number, .voicemail))
        }
        #expect(reasons.isEmpty)
    }

    @Test(
        "a section that makes no sense is refused",
        arguments: [
            (
                "device = ../x",
                "device must be a name in /sys/class/leds, or a path that begins with /"
            ),
            (
                "device = a/b",
                "device must be a name in /sys/class/leds, or a path that begins with /"
            ),
            ("device = red\nringing = bright", "ringing"),
            ("device = red\nbrightness = 0", "brightness"),
            ("ringing = on", "device"),
        ])
    func refused(lines: String, words: String) throws {
        var problems: [String] = []
        do {
            let section = try #require(
                Configuration(parsing: "[led door]\n\(lines)\n").all(LEDKeys.section).first)
            problems = LEDConfiguration.problems(with: section).map(\.description)
        } catch {
            problems = ["\(error)"]
        }
        #expect(problems.first?.contains(words) == true, "\(problems)")
    }
}

extension Configuration {
    /// What a file with nothing but sections of lamps says.
    fileprivate init(parsing text: String) throws {
        var draft = SettingsDraft(SettingsTable([LEDKeys.section], variablePrefix: "NONE"))
        draft.read(Array(text.utf8), file: "test.conf")
        self = try draft.finished { _ in [] }
    }
}
