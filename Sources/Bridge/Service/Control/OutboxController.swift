package import Contract
package import Control
package import History
import JSON
package import Linux

/// Hands over to a program beside the bridge what a centre has not got of the history, to one at a time.
@LoopActor
package final class OutboxController {
    /// The answer to a question about the history if none is kept.
    ///
    /// - Parameter isTried: whether simulated phones were asked for on the command line.
    static func noHistory(isTried: Bool) -> ControlRefusal {
        ControlRefusal(
            .notFound,
            isTried
                ? "no history is kept with --radio simulated unless --history FOLDER is given; "
                    + "radio = simulated in the configuration keeps one"
                : "no history is kept here: enabled = yes in [history]")
    }

    /// The answer to a program that hands histories over, if simulated phones are tried in the place of real ones.
    static let simulated = ControlRefusal(
        .notFound,
        "simulated phones are not handed over from the usual socket: name another with --socket FILE"
    )

    private static let superseded = ControlRefusal(
        .busy, "another request about the outbox has come")

    /// How soon after a change of the file it is looked at: what comes together is handed over together.
    private static let gathering: Duration = .milliseconds(200)

    /// A client that waits for something to be there.
    @LoopActor private struct Waiting {
        let exchange: ControlExchange
        let limit: Int
        let end = Alarm()
    }

    private enum Outcome: Sendable {
        case identity(HistoryIdentity)
        case batch(OutboxBatch, OutboxReceipt)
        case failed(HistoryError)
    }

    private let writer: HistoryWriter
    private let folder: String
    private let work: WorkQueue
    /// Who has it now.
    private var holder: UInt64?
    /// What belongs to the last batch, until it has arrived.
    private var receipt: OutboxReceipt?
    private var isWorking = false
    private var waiting: Waiting?
    /// What was asked for while the history was looked at.
    private var next: (wish: OutboxOperation?, exchange: ControlExchange)?
    private var watch: FolderWatch?
    private let look = Alarm()

    /// - Parameter work: where the history is written.
    package init(_ writer: HistoryWriter, in folder: String, work: WorkQueue) {
        self.writer = writer
        self.folder = folder
        self.work = work
    }

    /// Takes requests of those who hand it over.
    func register(with router: ControlRouter) {
        router.hold { [self] (request: OutboxRequest, exchange) in
            answer(request.wish, exchange)
        }
    }

    /// Answers a client: with what the history is to be known by, or the next batch.
    package func answer(_ wish: OutboxOperation?, _ exchange: ControlExchange) {
        guard holder == nil || holder == exchange.clientNumber else {
            return exchange.refuse(
                ControlRefusal(.busy, "another program hands this history over already"))
        }
        // Who asks for something else does not wait any more.
        let earlier = waiting?.exchange
        stopWaiting()
        earlier?.refuse(Self.superseded)
        guard !isWorking else {
            next?.exchange.refuse(Self.superseded)
            next = (wish, exchange)
            return
        }
        if holder == nil {
            let number = exchange.clientNumber
            holder = number
            exchange.whenGone("outbox") { [self] in leave(number) }
        }
        guard let wish else { return identify(exchange) }
        take(wish, exchange)
    }

    private func leave(_ number: UInt64) {
        guard holder == number else { return }
        holder = nil
        receipt = nil
        next = nil
        stopWaiting()
    }

    private func identify(_ exchange: ControlExchange) {
        let writer = writer
        perform { () throws(HistoryError) in
            .identity(try writer.identify())
        } then: { outcome in
            switch outcome {
            case .identity(let identity): exchange.done(OutboxAnswer(identity))
            case .failed(let error): exchange.refuse(ControlRefusal(.failed, "\(error)"))
            case .batch: break
            }
        }
    }

    private func take(_ wish: OutboxOperation, _ exchange: ControlExchange) {
        let writer = writer
        let limit = wish.limit ?? OutboxBatch.limit
        let arrived = wish.received.flatMap { turn in
            receipt?.isOf(turn: turn) ?? false ? receipt : nil
        }
        perform { () throws(HistoryError) in
            if let turn = wish.agreed { try writer.agree(afterTurn: turn) }
            if let arrived { try writer.receive(arrived, isRefused: wish.isRefused) }
            let (batch, receipt) = try writer.takeBatch(limit: limit)
            return .batch(batch, receipt)
        } then: { [self] outcome in
            finish(outcome, limit, exchange, wait: wish.wait)
        }
    }

    private func finish(
        _ outcome: Outcome, _ limit: Int, _ exchange: ControlExchange, wait: Int?
    ) {
        switch outcome {
        case .identity: break
        case .failed(let error): exchange.refuse(ControlRefusal(.failed, "\(error)"))
        case .batch(let batch, let receipt):
            // What came before a centre had anything is settled without it.
            if batch.isEmpty, let wait, !exchange.isGone, holder == exchange.clientNumber {
                if next != nil { return exchange.refuse(Self.superseded) }
                return beginToWait(exchange, limit, seconds: wait)
            }
            self.receipt = receipt
            exchange.doneAtLength { batch.write(to: &$0) }
        }
    }

    // MARK: Waiting

    private func beginToWait(_ exchange: ControlExchange, _ limit: Int, seconds: Int) {
        let waiting = Waiting(exchange: exchange, limit: limit)
        self.waiting = waiting
        waiting.end.set(after: .seconds(seconds), for: self) { $0.lookFinally() }
        watch = try? FolderWatch(folder, for: .growth) { [weak self] in self?.lookSoon() }
        // What was written since it was looked at is not heard of.
        lookSoon()
    }

    private func lookSoon() {
        guard waiting != nil, !look.isSet else { return }
        look.set(after: Self.gathering, for: self) { $0.lookOnce(isLast: false) }
    }

    /// Has whoever waits be answered, as soon as the look that goes on is over.
    private func lookFinally() {
        guard isWorking else { return lookOnce(isLast: true) }
        waiting?.end.set(after: Self.gathering, for: self) { $0.lookFinally() }
    }

    private func lookOnce(isLast: Bool) {
        guard let waiting, !isWorking else { return }
        let writer = writer
        perform { () throws(HistoryError) in
            let (batch, receipt) = try writer.takeBatch(limit: waiting.limit)
            return .batch(batch, receipt)
        } then: { [self] outcome in
            guard self.waiting?.exchange === waiting.exchange else { return }
            if case .batch(let batch, _) = outcome, batch.isEmpty, !isLast { return }
            stopWaiting()
            finish(outcome, waiting.limit, waiting.exchange, wait: nil)
        }
    }

    private func stopWaiting() {
        waiting?.end.cancel()
        waiting = nil
        look.cancel()
        watch?.stop()
        watch = nil
    }

    private func goOn() {
        guard !isWorking, let next else { return }
        self.next = nil
        answer(next.wish, next.exchange)
    }

    private func perform(
        _ job: @escaping @Sendable () throws(HistoryError) -> Outcome,
        then take: @escaping @LoopActor (Outcome) -> Void
    ) {
        isWorking = true
        LoopActor.begin { [self] in
            let outcome = await work.run {
                do throws(HistoryError) {
                    return try job()
                } catch {
                    return Outcome.failed(error)
                }
            }
            isWorking = false
            take(outcome)
            goOn()
        }
    }
}

extension OutboxAnswer {
    fileprivate init(_ identity: HistoryIdentity) {
        self.init()
        history = identity.history
        meeting = identity.meeting
        token = identity.token
        next = identity.next
    }
}

extension OutboxBatch {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("turn", turn)
        writer.member("waiting", waiting)
        writer.member("lost", lost)
        writer.member("refused", refused)
        if isAgain { writer.member("again", true) }
        writer.objects("renamings", renamings) { writer, renaming in
            writer.member("bond", renaming.bond)
            writer.member("was", renaming.old)
            writer.member("name", renaming.name)
        }
        writer.objects("notices", items) { writer, item in
            writer.member("number", item.number)
            // A text, as it is to be kept: letter by letter.
            if let record = item.record {
                writer.member("record", String(decoding: record.dropLast(), as: UTF8.self))
            }
        }
    }
}
