package import Commands
import Contract
import Control
package import Linux

/// The demo on the board of a terminal: a bridge with a simulated phone, in a folder of its own that is gone with it,
/// and the board as a client of that.
@LoopActor
package final class DemoBoard {
    /// Shows the board of the bridge that listens at a socket, until somebody ends it.
    package typealias Showing = (_ socket: String) -> ExitStatus

    /// How often it is looked whether the bridge answers.
    private nonisolated static let look: Duration = .milliseconds(50)

    private let programs: DemoPrograms
    private var isLost = false

    private init(_ folder: DemoFolder) {
        programs = DemoPrograms(in: folder)
    }

    /// Shows it until somebody ends it.
    package nonisolated static func run(_ options: DemoCommand, _ show: Showing) -> ExitStatus {
        // From now on none ends the program: the folder is to be gone, whatever comes and however often.
        SignalWatcher.hold(SignalWatcher.Signal.endings)
        let folder: DemoFolder
        do throws(DemoFolder.Problem) {
            folder = try DemoFolder(options)
        } catch {
            Messages.say("the demo cannot start: \(error.sentence)")
            return error.status
        }
        // There is something to search.
        let prepared = prepare(folder, options)
        guard prepared == .success else {
            folder.remove()
            return prepared
        }
        let demo = EventLoop.run { () async -> DemoBoard in
            let demo = DemoBoard(folder)
            demo.start(folder, options)
            return demo
        }
        while !isAnswering(folder.socket), !isLost(demo) {}
        let status = show(folder.socket)
        EventLoop.run { () async in await demo.programs.end() }
        return status
    }

    private nonisolated static func prepare(
        _ folder: DemoFolder, _ options: DemoCommand
    ) -> ExitStatus {
        EventLoop.run { () async -> ExitStatus in
            let preparation = DemoPreparation(folder)
            var ending: ExitStatus?
            let signals = try? SignalWatcher(SignalWatcher.Signal.endings) { signal in
                ending = ending ?? .signal(signal.rawValue)
                preparation.end()
            }
            let status = await preparation.run(port: nil, seed: options.seed)
            signals?.stop()
            return ending ?? status
        }
    }

    private func start(_ folder: DemoFolder, _ options: DemoCommand) {
        // A board without a bridge says so.
        programs.lost = { [weak self] in self?.isLost = true }
        programs.start(folder.bridge(options))
    }

    private nonisolated static func isAnswering(_ socket: String) -> Bool {
        if case .success = ControlClient.ask(StatusRequest(), at: socket) { true } else { false }
    }

    /// Waits for a moment, and says whether the bridge is gone.
    private nonisolated static func isLost(_ demo: DemoBoard) -> Bool {
        EventLoop.run { () async -> Bool in
            await EventLoop.pause(look)
            return demo.isLost
        }
    }
}
