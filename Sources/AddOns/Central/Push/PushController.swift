import AddOnRuntime
import Commands
import Contract
import Control
import History
import Linux
import PostgreSQL

/// Between the bridge and the centre: what the bridge has not handed over yet goes there, one batch after the other.
@LoopActor
final class PushController {
    private let frame: AddOnRunner
    private let pace: PushPace
    private let folder: WordFolder
    private let bridge: BridgeDialogue
    private let centre: CentralLine
    private let rest = WakeableSleep()
    private var pause: GrowingPause
    private var hasBridge = false
    private var isEnding = false
    /// How many notices are asked for at a time: fewer while the centre does not take some of them.
    private var limit: Int
    /// Notices that the centre does not take, which are offered to it again at the next meeting.
    private var setAside = 0
    /// How many of them came one after the other.
    private var asideInARow = 0
    private var report = PushController.beginning

    /// - Parameters:
    ///   - plan: the centre.
    ///   - site: where this bridge is.
    init(
        _ settings: CentralSettings, _ plan: DatabaseEndpoint, site: String, folder: WordFolder,
        frame: AddOnRunner, pace: PushPace = PushPace()
    ) {
        self.pace = pace
        pause = GrowingPause(pace.pauses)
        limit = pace.limit
        self.folder = folder
        self.frame = frame
        let bridge = BridgeDialogue(frame, wait: pace.wait)
        self.bridge = bridge
        // The bridge may be silent for minutes, in which it would be told that all is well.
        centre = CentralLine(plan, site: site, bridge: settings.bridgeName) { [weak bridge] in
            bridge?.end(.centre($0))
        }
    }

    /// How it is, before anything has happened.
    nonisolated static let beginning = AddOnReport(works: false, words: "begins")

    /// Begins, and goes on until it is ended.
    func begin() {
        LoopActor.begin {
            await EventLoop.pause(.zero)
            await self.work()
        }
    }

    /// Hears that there is a bridge, or none.
    func take(_ hasBridge: Bool) {
        // That all that holds is told once more is no news here.
        guard hasBridge != self.hasBridge else { return }
        self.hasBridge = hasBridge
        if hasBridge {
            pause.reset()
            rest.wake()
        }
    }

    /// Ends; what the centre has not got stays with the bridge.
    func finish() async {
        isEnding = true
        rest.wake()
        bridge.end(Self.ending)
        await centre.leave()
    }

    private nonisolated static let ending = PushTrouble.bridge("it is not asked any more")

    // MARK: Working

    private func work() async {
        while !isEnding {
            guard hasBridge else {
                report.works = false
                report.words = "waits for the bridge"
                frame.say(report)
                await rest.sleep(pace.longPause)
                continue
            }
            do throws(PushTrouble) {
                try await handOver()
            } catch {
                // Whoever ends it says goodbye to the server.
                guard !isEnding else { return }
                centre.close()
                say(error)
                await rest.sleep(error.isForPeople ? pace.longPause : pause.take().jittered)
            }
        }
    }

    /// Hands over what there is and what comes, until something is in the way.
    private func handOver() async throws(PushTrouble) {
        let identity = try await bridge.identity()
        guard !isEnding else { throw Self.ending }
        try await centre.open()
        guard !isEnding else { throw Self.ending }
        let last = try await centre.meet(identity)
        var wish = OutboxOperation(agreed: last)
        while !isEnding {
            wish.limit = limit
            let batch = try await bridge.batch(wish, folder)
            setAside = batch.refused
            wish = OutboxOperation(wait: pace.wait)
            say(batch)
            guard !batch.isEmpty else {
                try await centre.run([reported(batch, isHandedIn: false)])
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

    /// What came of a batch.
    private enum End {
        /// The centre has it.
        case taken
        /// The centre does not take its only notice, and goes on without.
        case refused
        /// It has to be a smaller one.
        case tooMuch
    }

    /// Hands a batch in.
    private func handIn(_ batch: HandedBatch) async throws(PushTrouble) -> End {
        do throws(PushTrouble) {
            if let mistake = batch.mistake { throw .senseless(mistake) }
            // Of those that were refused before, these are not any more.
            let isLess = batch.isAgain ? batch.count : 0
            try await centre.run([
                batch.statement, reported(batch, isHandedIn: true, setAside: setAside - isLess),
            ])
            setAside -= isLess
            if batch.count > 0 { asideInARow = 0 }
            // One that was too much does not make the rest slow.
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
            // A centre that takes nothing at all, or a bridge of which nothing makes sense, is not to be passed over.
            guard batch.isAgain || asideInARow < pace.asideLimit else { throw error }
            try await setAside(batch, error)
            return .refused
        }
    }

    /// Goes on without a notice, or without names of phones where it is about these.
    private func setAside(_ batch: HandedBatch, _ trouble: PushTrouble) async throws(PushTrouble) {
        if !batch.isAgain {
            setAside += 1
            asideInARow += 1
        }
        report.trouble = trouble.wordsOfRefusal
        do throws(PushTrouble) {
            let names = HandedBatch(passingOver: batch, keepsNames: batch.size > 0)
            try await centre.run([names.statement, reported(names, isHandedIn: true)])
        } catch {
            guard error.isAboutContent else { throw error }
            let nothing = HandedBatch(passingOver: batch, keepsNames: false)
            try await centre.run([nothing.statement, reported(nothing, isHandedIn: true)])
        }
    }

    /// What tells the centre how this goes.
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

    // MARK: Telling

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
        report.peer = .connected("\(centre.place)")
        report.waiting = waiting
        report.lost = batch.lost + setAside
        report.words =
            "connected to \(centre.place), "
            + (waiting > 0 ? "\(waiting) notices to go" : "up to date")
        frame.say(report)
    }
}

extension Duration {
    /// About as long, by chance, so that many do not come back at the same moment.
    fileprivate var jittered: Duration { self * Double.random(in: 0.5...1.5) }
}
