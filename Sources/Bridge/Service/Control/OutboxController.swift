package import Control
package import History
import JSON
package import Linux

/// Controller of uploads: gives one add-on service at a time the notifications that the central database lacks.
@LoopActor
package final class OutboxController {
    /// Refusal of requests about the history if none is kept.
    ///
    /// - Parameter isTried: whether `--radio simulated` asks for simulated phones, for which no history is kept by default.
    static func noHistory(isTried: Bool) -> ControlRefusal {
        ControlRefusal(
            .notFound,
            isTried
                ? "no history is kept with --radio simulated unless --history FOLDER is given; "
                    + "radio = simulated in the configuration keeps one"
                : "no history is kept: set enabled = yes in [history]")
    }

    /// Refusal of uploads for a trial with simulated phones at the usual socket.
    static let simulated = ControlRefusal(
        .notFound,
        "notifications of simulated phones are not uploaded through the default socket: name "
            + "another with --socket FILE"
    )

    private static let superseded = ControlRefusal(
        .busy, "another request about the outbox has come")

    /// Delay between a change of the file and a look at it, to upload related changes together.
    private static let gathering: Duration = .milliseconds(200)

    /// A client that waits for new data.
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
    /// Client number of the current uploader.
    private var holder: UInt64?
    /// Receipt of the last batch, until its arrival is confirmed.
    private var receipt: OutboxReceipt?
    private var isWorking = false
    private var waiting: Waiting?
    /// Request that arrived during access to the history.
    private var next: (wish: OutboxOperation?, exchange: ControlExchange)?
    private var watch: FolderWatch?
    private let look = Alarm()

    /// - Parameter work: queue of writes to the history.
    package init(_ writer: HistoryWriter, in folder: String, work: WorkQueue) {
        self.writer = writer
        self.folder = folder
        self.work = work
    }

    /// Registers the handler of upload requests.
    func register(with router: ControlRouter) {
        router.hold { [self] (request: OutboxRequest, exchange) in
            answer(request.wish, exchange)
        }
    }

    /// Answers a client with the identity of the history, or with the next batch.
    package func answer(_ wish: OutboxOperation?, _ exchange: ControlExchange) {
        guard holder == nil || holder == exchange.clientNumber else {
            return exchange.refuse(
                ControlRefusal(.busy, "another program uploads this history already"))
        }
        // A new request ends an earlier wait.
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
            // An empty batch is not confirmed: `takeBatch` has settled what needs no upload.
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
        // The file may have changed after the empty batch was taken, before the watch began.
        lookSoon()
    }

    private func lookSoon() {
        guard waiting != nil, !look.isSet else { return }
        look.set(after: Self.gathering, for: self) { $0.lookOnce(isLast: false) }
    }

    /// Answers the waiting client, even with an empty batch, as soon as current work is finished.
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
            // Sent as a string, so that it is stored byte for byte.
            if let record = item.record {
                writer.member("record", String(decoding: record.dropLast(), as: UTF8.self))
            }
        }
    }
}
