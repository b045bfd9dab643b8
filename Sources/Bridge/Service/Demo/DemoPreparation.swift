import Commands
import HistoryCommands
import Linux

/// Fills the folder of a demo, while signals can end that: the configuration, and a history of a year away from the loop.
@LoopActor
final class DemoPreparation {
    private let folder: DemoFolder
    private let wish = DemoYear.Cancellation()

    init(_ folder: DemoFolder) {
        self.folder = folder
    }

    /// Returns when nothing is written any more.
    ///
    /// - Parameter port: where the page is served; nil if there is none.
    func run(port: UInt16?, seed: UInt64) async -> ExitStatus {
        do throws(DemoFolder.Problem) {
            try folder.prepare(port: port)
        } catch {
            Messages.say("the demo cannot start: \(error.sentence)")
            return error.status
        }
        if !Terminal.isTerminal(StandardStream.error.rawValue) {
            // A terminal shows how far it is.
            Messages.say("a history of a year is made first, which takes some seconds")
        }
        let (folder, wish) = (folder.history, wish)
        return await WorkQueue().run {
            DemoYear.make(in: folder, seed: seed, tells: false, while: wish)
        }
    }

    /// Has it be done soon.
    func end() { wish.end() }
}
