import ANCS
import AddOnRuntime
import Board
import Commands
import Control
import Expecting
import Formats
import Foundation
import Linux
import Notices
import Settings
import Support
import Testing

@testable import Wall

/// The boards of a wall that shows a centre.
struct CentralProgramBoardTests {
    init() {
        LoopThread.start()
    }

    private static func line(_ number: Int) -> String {
        let now = WallTime.now
        let notice = Notice(
            id: NoticeID(rawValue: UInt64(number)), phone: "berlin/hall Ann's iPhone",
            category: Category(.social), flags: [],
            uid: NotificationUID(rawValue: UInt32(number)), appID: Text("com.example"),
            title: Text("n\(number)"), message: Text("words of \(number)"), received: now)
        let event = BridgeEvent.notice(.added, notice, at: now)
        return String(
            decoding: JSONFormat(showsSource: false).object(for: event), as: UTF8.self)
    }

    @LoopActor private static func controller(_ shell: ShellProgram) throws -> WallController {
        let table = SettingsTable([WallKeys.section], variablePrefix: "CALLBOARD")
        var draft = SettingsDraft(table)
        draft.read(Array("[wall]\ncentre = yes\n".utf8), file: "c")
        let settings = WallSettings(try draft.finished()[WallKeys.section])
        let frame = AddOnRunner(
            name: "wall", path: shell.file("nobody"), WallController.beginning(ofCentral: true),
            for: SilentWork())
        let controller = WallController(
            settings, TokenStore(folder: shell.file("state")), TokenFile(), version: "1", frame)
        controller.follow(shell.program, pauses: .milliseconds(20) ... .milliseconds(100))
        return controller
    }

    @Test @LoopActor func `a page that comes while all is told has all of it`() async throws {
        let shell = try ShellProgram("")
        let go = shell.file("go")
        try shell.say(
            """
            cat <<'END'
            {"v":1,"event":"begun"}
            \(Self.line(1))
            END
            touch \(shell.file("half"))
            until [ -e \(go) ]; do sleep 0.01; done
            cat <<'END'
            \(Self.line(2))
            {"v":1,"event":"caught_up"}
            {"v":1,"event":"bridges","bridges":[{"name":"berlin/hall","words":"here","trouble":false}]}
            END
            exec cat
            """)
        let controller = try Self.controller(shell)
        let half = shell.file("half")
        expect(await eventually { FileDescriptor.exists(half) })
        await turn()
        let channel = controller.channel(.full)
        expect(channel.board.rows.count, is: 0)
        try "".write(toFile: go, atomically: true, encoding: .utf8)
        expect(await eventually { !controller.bridges.isEmpty })
        expect(channel.board.rows.map(\.who), is: ["n2", "n1"])
        expect(
            channel.board.rows.map(\.phone),
            is: Array(repeating: "berlin/hall Ann's iPhone", count: 2))
        expect(channel.picture().rows.first?.place, is: "berlin/hall Ann's iPhone")
        expect(channel.picture().bridges.map(\.name), is: ["berlin/hall"])
        expect(controller.link, is: .here)
        expect(
            controller.rights(of: WallAccess(digest: "d", detail: .full, mayAct: true)).mayAct,
            is: false)
        controller.central?.stop()
    }
}

/// A work that is told nothing.
private final class SilentWork: AddOnWork {
    func take(_ news: BridgeNews) {}
    func reload() {}
    func end(_ status: Commands.ExitStatus) {}
}
