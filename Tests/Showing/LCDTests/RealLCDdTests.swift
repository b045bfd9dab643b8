import ANCS
import EventSupport
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing
import Waiting

@testable import LCD
@testable import Outlets

/// The server itself, drawing into a terminal, where it is installed.
@Suite(.serialized, .enabled(if: RealLCDd.isInstalled))
struct RealLCDdTests {
    @LoopActor
    final class Rig {
        let server: RealLCDd
        let outlet: LCDOutlet

        init(_ width: Int, _ height: Int) throws {
            let server = try RealLCDd(width, height)
            self.server = server
            outlet = LCDOutlet(
                "The display", options: LCDOptions(characters: .ascii),
                wall: { LCDDay.noon.advanced(by: .seconds(300)) }, dial: server.dial,
                tell: { _ in }, act: { _, _ in }, control: { _ in })
            outlet.open()
        }

        /// Waits until the display shows something.
        func shows(_ rows: [String]) async -> Bool {
            var last: [String] = []
            // The clock is the machine's: it is the server's picture that is waited for.
            for _ in 0..<Patience.seconds * 20 {
                last = await server.display()
                if last == rows { return true }
                await pause(.milliseconds(50))
            }
            Issue.record("the display shows \(last)")
            return false
        }

        func end() {
            outlet.finish(within: nil) {}
            server.end()
        }
    }

    static let events = [
        BridgeEvent.radio(.listening, at: LCDDay.noon), LCDDay.ready,
        LCDDay.at(2, .missed, LCDDay.notice(2, "Ro", category: .missedCall, call: .missed)),
        LCDDay.at(4, .added, LCDDay.notice(4, "Zo\u{EB} \"M\"", "\\{8} ok?")),
    ]

    static let displays: [(width: Int, height: Int, board: [String], call: [String])] = [
        (
            16, 2, ["Zoe \"M\"    12:04", "\\{8} ok?      v1"],
            ["Incoming call   ", "Zoe Muller      "]
        ),
        (
            20, 4,
            [
                "12:05  Mara's iPhone", "v1 missed           ", "Zoe \"M\"        12:04",
                "\\{8} ok?            ",
            ],
            ["Incoming call       ", "Zoe Muller          ", "", ""]
        ),
        (
            40, 4,
            [
                "12:05                      Mara's iPhone", "v1 missed",
                "Zoe \"M\"                            12:04", "\\{8} ok?",
            ],
            ["Incoming call", "Zoe Muller", "", ""]
        ),
    ]

    @Test(arguments: displays.indices)
    func `a display shows the day, a call and the day again`(index: Int) async throws {
        let wanted = Self.displays[index]
        func full(_ rows: [String]) -> [String] {
            rows.map { $0 + String(repeating: " ", count: wanted.width - $0.count) }
        }
        try await LoopThread.run {
            let rig = try Rig(wanted.width, wanted.height)
            defer { rig.end() }
            for event in Self.events { rig.outlet.show(event) }
            #expect(await rig.shows(full(wanted.board)))
            rig.outlet.show(LCDDay.at(5, .ringing, LCDDay.call(.ringing)))
            #expect(await rig.shows(full(wanted.call)))
            rig.outlet.show(LCDDay.at(6, .ended, LCDDay.call(.ended)))
            #expect(await rig.shows(full(wanted.board)))
            expect(rig.outlet.status.failure, is: nil)
        }
    }

    @Test func `a server that is begun anew shows the day again`() async throws {
        try await LoopThread.run {
            let rig = try Rig(20, 4)
            defer { rig.end() }
            for event in Self.events { rig.outlet.show(event) }
            let board = Self.displays[1].board
            #expect(await rig.shows(board))
            rig.server.stop()
            expect(await eventually { rig.outlet.status.failure != nil })
            rig.server.start()
            #expect(await rig.shows(board))
            expect(rig.outlet.status.failure, is: nil)
        }
    }

    @Test func `a name that is too long is shown part by part`() async throws {
        try await LoopThread.run {
            let rig = try Rig(16, 2)
            defer { rig.end() }
            let name = "Maximiliane von Hohenstein"
            rig.outlet.show(LCDDay.at(5, .ringing, LCDDay.call(.ringing, name)))
            for part in ["Maximiliane von ", "Hohenstein      "] {
                #expect(await rig.shows(["Incoming call   ", part]))
            }
        }
    }
}
