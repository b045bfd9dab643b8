import ANCS
package import Commands
import History
import HistoryCommands
import Linux
import Notices
import Settings

/// Fills a folder with the history of a believable year, which ends now.
package enum DemoYear {
    /// What the bond of each of its phones is called: by that its notices are known again, and nobody's
    /// phone is called so.
    private static let bond = "callboard demo, a believable year"
    private static let days = 365
    private static let eventsAtOnce = 4000

    /// Whether the end of it was asked for, known to any thread.
    package final class Cancellation: Sendable {
        private let isOver = Locked(false)

        /// It is wanted until it is cancelled.
        package init() {}

        /// Whether it is no longer wanted.
        package var hasEnded: Bool { isOver.withLock { $0 } }

        /// Ends it soon.
        package func end() { isOver.withLock { $0 = true } }
    }

    /// Makes the history, in place of one that it made before and of no other.
    ///
    /// - Parameters:
    ///   - tells: whether a person is told what to do with it.
    ///   - wish: ends it early.
    package static func make(
        in folder: String, seed: UInt64, tells: Bool = true,
        while wish: Cancellation = Cancellation()
    ) -> ExitStatus {
        let place = HistoryPlace(folder: folder)
        return place.attempt { () throws(HistoryError) in
            guard try isFree(folder) else {
                Messages.say(
                    "\(folder.printable) has a history that the demo did not make; name another "
                        + "folder")
                return .failure
            }
            let count = try fill(
                folder, BelievableYear(seed: seed, end: .now, days: days), while: wish)
            guard tells else { return .success }
            let name = folder.printable
            Messages.say(
                "\(count) notices of a year are in \(name); now try callboard stats, history "
                    + "and search, each with --history \(name)")
            return .success
        }
    }

    /// Whether there is no history, or one of the demo's alone, which is emptied.
    private static func isFree(_ folder: String) throws(HistoryError) -> Bool {
        do throws(HistoryError) {
            let reader = try HistoryReader(in: folder)
            var own = HistoryFilter()
            own.phones = [bond]
            let count = try reader.count()
            guard try reader.count(own) == count else { return false }
            // A year of an earlier program has no mark. An empty history may be that of real phones.
            try HistoryKind.simulated.claim(folder, adoptsOlder: count > 0)
            if count == 0 { return true }
        } catch .missing {
            return true
        } catch .otherKind {
            return false
        }
        _ = try HistoryEditor(in: folder).forget(.all)
        return true
    }

    /// Writes everything, and says how many notices there are.
    private static func fill(
        _ folder: String, _ year: BelievableYear, while wish: Cancellation
    ) throws(HistoryError) -> Int {
        var progress = ProgressLine(besideOutput: false)
        defer { progress.clear() }
        let writer = HistoryWriter(in: folder, kind: .simulated)
        defer { writer.close() }
        let length = UInt64(days) * 86_400_000
        let begin = WallTime.now.milliseconds - Int64(length)
        var waiting: [HistoryEvent] = []
        for event in year {
            if wish.hasEnded { break }
            if let event = HistoryEvent(event, bond: bond) { waiting.append(event) }
            guard waiting.count >= eventsAtOnce else { continue }
            _ = try writer.write(waiting)
            waiting = []
            progress.show(done: UInt64(max(0, event.time.milliseconds - begin)), of: length)
        }
        _ = try writer.write(waiting)
        return try HistoryReader(in: folder).count()
    }
}
