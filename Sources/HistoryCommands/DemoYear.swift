import ANCS
import Arguments
package import Commands
import History
import Linux
import Notices
import SampleYear

/// Fills a folder with the history of a believable year, which ends now.
package enum DemoYear {
    /// What the bond of each of its phones is called: by that its notices are known again, and nobody's
    /// phone is called so.
    private static let bond = "callboard demo, a believable year"
    private static let days = 365
    private static let eventsAtOnce = 4000

    /// Makes the history, in place of one that it made before and of no other.
    ///
    /// - Parameter tells: whether a person is told what to do with it.
    package static func make(
        in folder: String, seed: UInt64, tells: Bool = true
    ) -> ExitStatus {
        let place = HistoryPlace(folder: folder)
        return place.attempt { () throws(HistoryError) in
            guard try isFree(folder) else {
                Messages.say(
                    "\(folder.printable) has a history that the demo did not make; name another "
                        + "folder")
                return .failure
            }
            let count = try fill(folder, BelievableYear(seed: seed, end: .now, days: days))
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
            if count == 0 { return true }
        } catch .missing {
            return true
        }
        _ = try HistoryKeeper(in: folder).forget(.all)
        return true
    }

    /// Writes everything, and says how many notices there are.
    private static func fill(
        _ folder: String, _ year: BelievableYear
    ) throws(HistoryError) -> Int {
        var progress = ProgressLine(besideOutput: false)
        defer { progress.clear() }
        let writer = HistoryWriter(in: folder)
        defer { writer.close() }
        let length = UInt64(days) * 86_400_000
        let begin = WallTime.now.milliseconds - Int64(length)
        var waiting: [HistoryEvent] = []
        for event in year {
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
