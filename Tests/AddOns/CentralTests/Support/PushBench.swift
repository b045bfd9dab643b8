import AddOnRuntime
import BridgeServiceSupport
import Commands
import Control
import History
import Linux
import PostgreSQL
import Settings
import Support
import Testing
import Waiting

@testable import Central

/// The program's own parts between a bridge with a history, and a real server.
@LoopActor
final class PushBench {
    private let frame: AddOnRunner
    private(set) var controller: PushController
    private let work = Work()
    private let folder: WordFolder

    /// What the frame reaches the controller by.
    private final class Work: AddOnWork {
        var controller: PushController?
        var hasBridge = false

        func take(_ news: BridgeNews) {
            switch news {
            case .begun: hasBridge = true
            case .lost: hasBridge = false
            case .caughtUp, .event, .leftOut, .status, .bridges, .centralLost: return
            }
            controller?.take(hasBridge)
        }

        func reload() {}
        func end(_ status: Commands.ExitStatus) {}
    }

    /// Pauses that a test can wait for.
    nonisolated static let quick = PushPace(
        wait: 100, pauses: .milliseconds(5) ... .milliseconds(50), longPause: .seconds(60))

    /// - Parameter socket: the way to the bridge.
    init(
        _ socket: String, _ plan: DatabaseEndpoint, site: String = "berlin", name: String = "hall",
        pace: PushPace = quick
    ) throws {
        folder = try WordFolder()
        frame = AddOnRunner(name: "central", path: socket, PushController.beginning, for: work)
        controller = PushController(
            try Self.settings(name), plan, site: site, folder: folder, frame: frame, pace: pace)
        work.controller = controller
        controller.begin()
        frame.begin()
    }

    private static func settings(_ name: String) throws -> CentralSettings {
        try CentralSettings("site = berlin\nbridge = \(name)")
    }

    /// Goes on with another configuration, as the program does.
    func reload(_ plan: DatabaseEndpoint, site: String = "berlin", name: String) async throws {
        let new = PushController(
            try Self.settings(name), plan, site: site, folder: folder, frame: frame,
            pace: Self.quick)
        await controller.finish()
        controller = new
        work.controller = new
        new.take(work.hasBridge)
        new.begin()
    }

    /// Ends as the program does.
    func stop() async {
        await controller.finish()
        frame.stop()
    }
}

extension CentralSettings {
    /// - Parameter lines: what a configuration has below `[central]`.
    init(_ lines: String) throws {
        let table = SettingsTable(
            [CentralKeys.section], variablePrefix: "CALLBOARD")
        var draft = SettingsDraft(table)
        draft.read(Array("[central]\n\(lines)\n".utf8), file: "c")
        self.init(try draft.finished()[CentralKeys.section])
    }
}

/// Waits until a centre has what a bridge has, and says what is different where nothing of that changes any more.
///
/// - Parameter isEnough: what is waited for in its place.
@LoopActor
func differences(
    _ bridge: ServedBridge, _ central: TestCentral,
    _ isEnough: (Differences) -> Bool = { $0.words.isEmpty }
) async throws -> String {
    var (words, stillness) = ("", Duration.zero)
    while true {
        let begun = EventLoop.now
        let found = try await Differences(bridge.folder, central)
        if isEnough(found) { return found.words }
        if found.words != words { (words, stillness) = (found.words, .zero) }
        guard stillness < Patience.limit else { return words }
        // A look takes its time, and what hands in works on the same loop.
        let wait = max(.milliseconds(10), (EventLoop.now - begun) * 2)
        await pause(wait)
        stillness += wait
    }
}
