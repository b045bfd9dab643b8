import AddOnRuntime
import Commands
import Control
import History
import Linux
import PostgreSQL

/// Controller of the upload from the bridge to the central database, one batch after another.
@LoopActor
final class PushController {
    private let frame: AddOnRunner
    private let pace: PushPace
    private let folder: WordFolder
    private let bridge: HistoryUpload
    private let central: CentralLine
    private let rest = WakeableSleep()
    private var pause: GrowingPause
    private var hasBridge = false
    private var isEnding = false
    /// Notifications requested at a time; fewer while the central database refuses some of them.
    private var limit: Int
    /// Refused notifications, which are offered again after the next `meet`.
    private var setAside = 0
    /// Number of notifications refused since the last accepted one.
    private var asideInARow = 0
    private var report = PushController.beginning

    /// - Parameters:
    ///   - plan: the central database.
    ///   - site: the site of this bridge.
    init(
        _ settings: CentralSettings, _ plan: DatabaseEndpoint, site: String, folder: WordFolder,
        frame: AddOnRunner, pace: PushPace = PushPace()
    ) {
        self.pace = pace
        pause = GrowingPause(pace.pauses)
        limit = pace.limit
        self.folder = folder
        self.frame = frame
        let bridge = HistoryUpload(frame, wait: pace.wait)
        self.bridge = bridge
        // The bridge may be silent for minutes, in which a lost connection would stay unnoticed.
        central = CentralLine(plan, site: site, bridge: settings.bridgeName) { [weak bridge] in
            bridge?.end(.central($0))
        }
    }

    /// Status before the first connection.
    nonisolated static let beginning = AddOnReport(works: false, words: "begins")

    /// Starts the upload, which runs until `finish`.
    func begin() {
        LoopActor.begin {
            await EventLoop.pause(.zero)
            await self.work()
        }
    }

    /// Notes whether the bridge is connected.
    func take(_ hasBridge: Bool) {
        // The bridge may repeat its snapshot while it stays connected.
        guard hasBridge != self.hasBridge else { return }
        self.hasBridge = hasBridge
        if hasBridge {
            pause.reset()
            rest.wake()
        }
    }

    /// Ends; notifications that are not uploaded yet stay at the bridge.
    func finish() async {
        isEnding = true
        rest.wake()
        bridge.end(Self.ending)
        await central.leave()
    }

    private nonisolated static let ending = PushTrouble.bridge("this program is ending")

    // MARK: Uploading

    private func work() async {
        while !isEnding {
            guard hasBridge else {
                report.works = false
                report.words = "waiting for the bridge"
                frame.say(report)
                await rest.sleep(pace.longPause)
                continue
            }
            do throws(PushTrouble) {
                try await handOver()
            } catch {
                // `finish` closes the connection itself.
                guard !isEnding else { return }
                central.close()
                say(error)
                await rest.sleep(error.isForPeople ? pace.longPause : pause.take().jittered)
            }
        }
    }

    /// Uploads current and new notifications until an error occurs.
    private func handOver() async throws(PushTrouble) {
        let identity = try await bridge.identity()
        guard !isEnding else { throw Self.ending }
        try await central.open()
        guard !isEnding else { throw Self.ending }
        let last = try await central.meet(identity)
        var wish = OutboxOperation(agreed: last)
        while !isEnding {
            wish.limit = limit
            let batch = try await bridge.batch(wish, folder)
            setAside = batch.refused
            wish = OutboxOperation(wait: pace.wait)
            say(batch)
            guard !batch.isEmpty else {
                try await central.run([reported(batch, isHandedIn: false)])
                continue
            }
            let end = try await handIn(batch)
            if end != .tooMuch {
                wish.received = batch.turn
                wish.isRefused = end == .refused
                // The next answer may be minutes away.
                say(batch, isHandedIn: true)
            }
            pause.reset()
        }
    }

    /// Outcome of a batch.
    private enum End {
        case taken
        /// The only notification of the batch was refused, and is skipped.
        case refused
        /// The batch must be smaller.
        case tooMuch
    }

    /// Uploads a batch.
    private func handIn(_ batch: HandedBatch) async throws(PushTrouble) -> End {
        do throws(PushTrouble) {
            if let mistake = batch.mistake { throw .senseless(mistake) }
            // Notifications refused earlier that are now accepted.
            let isLess = batch.isAgain ? batch.count : 0
            try await central.run([
                batch.statement, reported(batch, isHandedIn: true, setAside: setAside - isLess),
            ])
            setAside -= isLess
            if batch.count > 0 { asideInARow = 0 }
            // One batch that was too large must not slow down the rest.
            limit = min(limit * 2, pace.limit)
            return .taken
        } catch {
            let smaller = max(1, min(limit, batch.size) / 2)
            if error.isAboutSize { limit = smaller }
            guard error.isAboutContent else { throw error }
            guard batch.size <= 1 else {
                limit = smaller
                return .tooMuch
            }
            // Notifications must not be skipped if the database refuses everything, or if all data
            // of the bridge are invalid.
            guard batch.isAgain || asideInARow < pace.asideLimit else { throw error }
            try await setAside(batch, error)
            return .refused
        }
    }

    /// Skips a notification, and the new names of phones if these are refused, too.
    private func setAside(_ batch: HandedBatch, _ trouble: PushTrouble) async throws(PushTrouble) {
        if !batch.isAgain {
            setAside += 1
            asideInARow += 1
        }
        report.trouble = trouble.wordsOfRefusal
        do throws(PushTrouble) {
            let names = HandedBatch(passingOver: batch, keepsNames: batch.size > 0)
            try await central.run([names.statement, reported(names, isHandedIn: true)])
        } catch {
            guard error.isAboutContent else { throw error }
            let nothing = HandedBatch(passingOver: batch, keepsNames: false)
            try await central.run([nothing.statement, reported(nothing, isHandedIn: true)])
        }
    }

    /// Statement that reports the upload's status.
    private func reported(
        _ batch: HandedBatch, isHandedIn: Bool, setAside: Int? = nil
    ) -> SQLStatement {
        let waiting = batch.waiting(isHandedIn: isHandedIn)
        return SQLStatement(
            CentralStatements.report,
            [
                .integer(Int64(waiting)), .integer(Int64(batch.lost)),
                .integer(Int64(setAside ?? self.setAside)),
                .text(waiting == 0 ? "up to date" : "hands in"),
            ], isRepeated: true)
    }

    // MARK: Reporting

    private func say(_ trouble: PushTrouble) {
        report.works = false
        report.words = trouble.words
        report.peer = .failed(trouble.words)
        report.trouble = trouble.words
        frame.say(report)
    }

    private func say(_ batch: HandedBatch, isHandedIn: Bool = false) {
        let waiting = batch.waiting(isHandedIn: isHandedIn)
        report.works = true
        report.peer = .connected("\(central.place)")
        report.waiting = waiting
        report.lost = batch.lost + setAside
        report.words =
            "connected to \(central.place), "
            + (waiting > 0 ? "\(waiting) notifications to upload" : "up to date")
        frame.say(report)
    }
}

extension Duration {
    /// Random duration of about this length, so that many bridges do not reconnect at the same moment.
    fileprivate var jittered: Duration { self * Double.random(in: 0.5...1.5) }
}
