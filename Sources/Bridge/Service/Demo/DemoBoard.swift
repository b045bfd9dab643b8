package import Commands
import Control
package import Linux

/// Demo on the board of a terminal: a bridge with a simulated phone in a temporary folder, and the board as its client.
@LoopActor
package final class DemoBoard {
    /// Shows the board of the bridge at a socket until the user quits.
    package typealias Showing = (_ socket: String) -> ExitStatus

    /// Interval of checks whether the bridge answers.
    private nonisolated static let look: Duration = .milliseconds(50)

    private let programs: DemoPrograms
    private var isLost = false

    private init(_ folder: DemoFolder) {
        programs = DemoPrograms(in: folder)
    }

    /// Shows the demo until the user quits.
    package nonisolated static func run(_ options: DemoCommand, _ show: Showing) -> ExitStatus {
        // Signals no longer end the program, so that the folder is always removed.
        SignalWatcher.hold(SignalWatcher.Signal.endings)
        let folder: DemoFolder
        do throws(DemoFolder.Problem) {
            folder = try DemoFolder(options)
        } catch {
            Messages.say("the demo cannot start: \(error.sentence)")
            return error.status
        }
        // Creates a history to search.
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
        // The board itself reports a missing bridge.
        programs.lost = { [weak self] in self?.isLost = true }
        programs.start(folder.bridge(options))
    }

    private nonisolated static func isAnswering(_ socket: String) -> Bool {
        if case .success = ControlClient.ask(StatusRequest(), at: socket) { true } else { false }
    }

    /// Waits for a moment, and returns whether the bridge has ended.
    private nonisolated static func isLost(_ demo: DemoBoard) -> Bool {
        EventLoop.run { () async -> Bool in
            await EventLoop.pause(look)
            return demo.isLost
        }
    }
}
