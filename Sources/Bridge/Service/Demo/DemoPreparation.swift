import Commands
import HistoryCommands
import Linux

/// Preparation of a demo's folder with a configuration and a history of a year; signals can cancel it.
@LoopActor
final class DemoPreparation {
    private let folder: DemoFolder
    private let wish = DemoYear.Cancellation()

    init(_ folder: DemoFolder) {
        self.folder = folder
    }

    /// Prepares the folder, and returns once all writes have ended, also if `end` has cancelled them.
    ///
    /// - Parameter port: port of the page; nil if there is none.
    func run(port: UInt16?, seed: UInt64) async -> ExitStatus {
        do throws(DemoFolder.Problem) {
            try folder.prepare(port: port)
        } catch {
            Messages.say("the demo cannot start: \(error.sentence)")
            return error.status
        }
        if !Terminal.isTerminal(StandardStream.error.rawValue) {
            // A terminal shows the progress instead.
            Messages.say("a history of a year is made first, which takes some seconds")
        }
        let (folder, wish) = (folder.history, wish)
        return await WorkQueue().run {
            DemoYear.make(in: folder, seed: seed, tells: false, while: wish)
        }
    }

    /// Cancels the preparation.
    func end() { wish.end() }
}
