import ANCS
package import Commands
import History
import HistoryCommands
import Linux
import Notices
import Settings

/// Creation of a history of a believable year that ends now.
package enum DemoYear {
    /// Bond of all phones of the year, which marks their notifications and matches no real phone.
    private static let bond = "callboard demo, a believable year"
    private static let days = 365
    private static let eventsAtOnce = 4000

    /// Cancellation flag, safe to use from any thread.
    package final class Cancellation: Sendable {
        private let isOver = Locked(false)

        package init() {}

        /// Whether it was cancelled.
        package var hasEnded: Bool { isOver.withLock { $0 } }

        /// Cancels the creation.
        package func end() { isOver.withLock { $0 = true } }
    }

    /// Creates the history, replacing only one that the demo made before.
    ///
    /// - Parameters:
    ///   - tells: whether to print which commands can show the history.
    ///   - wish: cancels the creation.
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
                "\(count) notifications of a year are in \(name); now try callboard stats, history "
                    + "and search, each with --history \(name)")
            return .success
        }
    }

    /// Returns whether the folder has no history, or only one of the demo, which is emptied.
    private static func isFree(_ folder: String) throws(HistoryError) -> Bool {
        do throws(HistoryError) {
            let reader = try HistoryReader(in: folder)
            var own = HistoryFilter()
            own.phones = [bond]
            let count = try reader.count()
            guard try reader.count(own) == count else { return false }
            // Years of earlier versions have no mark. An empty history may belong to real phones.
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

    /// Writes all events, and returns the number of notifications.
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
