package import Commands
import Contract
import Control
import HistoryCommands
package import Linux

/// The demo on the board of a terminal: a bridge with a simulated phone, in a folder of its own that is gone with it,
/// and the board as a client of that.
@LoopActor
package final class DemoBoard {
    /// Shows the board of the bridge that listens at a socket, until somebody ends it.
    package typealias Showing = (_ socket: String) -> ExitStatus

    /// How often it is looked whether the bridge answers.
    private nonisolated static let look: Duration = .milliseconds(50)

    private let folder: DemoFolder
    private let programs: DemoPrograms
    private var isLost = false

    private init(_ folder: DemoFolder) {
        self.folder = folder
        programs = DemoPrograms(in: folder.path)
    }

    /// Shows it until somebody ends it.
    package nonisolated static func run(_ options: DemoOptions, _ show: Showing) -> ExitStatus {
        let folder = DemoFolder(options)
        do throws(DemoFolder.Problem) {
            try folder.prepare(port: nil)
        } catch {
            Messages.say("the demo cannot start: \(error.sentence)")
            return error.status
        }
        // There is something to search.
        let year = DemoYear.make(in: folder.history, seed: options.seed, tells: false)
        guard year == .success else { return year }
        let demo = EventLoop.run { (finish: @escaping @LoopActor (DemoBoard) -> Void) in
            let demo = DemoBoard(folder)
            demo.start(options)
            finish(demo)
        }
        while !isAnswering(folder.socket), !isLost(demo) {}
        let status = show(folder.socket)
        _ = EventLoop.run { (finish: @escaping @LoopActor (Bool) -> Void) in
            demo.programs.end { finish(true) }
        }
        return status
    }

    private func start(_ options: DemoOptions) {
        // A board without a bridge says so.
        programs.lost = { [weak self] in self?.isLost = true }
        programs.start(folder.bridge(options))
    }

    private nonisolated static func isAnswering(_ socket: String) -> Bool {
        if case .success = ControlClient.ask(StatusRequest(), at: socket) { true } else { false }
    }

    /// Waits for a moment, and says whether the bridge is gone.
    private nonisolated static func isLost(_ demo: DemoBoard) -> Bool {
        EventLoop.run { (finish: @escaping @LoopActor (Bool) -> Void) in
            EventLoop.shared.after(look) { finish(demo.isLost) }
        }
    }
}
