import ContractSupport
package import Control
import Foundation
package import History
import JSON
package import Linux
import Service

/// A bridge that has nothing but a history and the socket over which it is handed over.
@LoopActor
package final class ServedBridge: ControlDelegate {
    /// The folder of its history.
    package let folder: String
    /// The path of its control socket.
    package let socket: String
    /// What writes its history.
    package private(set) var writer: HistoryWriter
    private var work = WorkQueue()
    private var controller: OutboxController
    private var server: ControlServer?
    /// What a program beside it last told of itself.
    package private(set) var report: AddOnRequest?
    /// How often such a program told that it does not work.
    package private(set) var failures = 0
    /// The most notices that one has told to be lost.
    package private(set) var mostLost = 0
    /// Sentences that were told, each once in a row.
    package private(set) var told: [String] = []
    /// Which batch was said to have arrived, of each request for a further one.
    package private(set) var received: [Int64?] = []

    /// - Parameter other: a history whose files are copied first.
    package init(copyOf other: ServedBridge? = nil) throws {
        // Memory is as good as a disk here, and need not be waited for.
        folder = "/dev/shm/callboard-hall-\(UUID())"
        socket = folder + ".sock"
        if let other { try FileManager.default.copyItem(atPath: other.folder, toPath: folder) }
        writer = HistoryWriter(in: folder)
        controller = OutboxController(writer, in: folder, work: work)
        try start()
    }

    deinit {
        for path in [folder, socket, socket + ".lock"] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Knows nothing any more of what a program told of itself.
    package func forgetReport() {
        report = nil
    }

    /// Listens.
    package func start() throws {
        server = try ControlServer(
            at: SocketPlace(path: socket), version: "1",
            router: ControlRouter { [weak self] in self?.handle($0, $1) }, delegate: self)
    }

    /// Is gone without a word.
    package func stop() {
        server = nil
        writer.close()
    }

    /// Is gone without a word, and there again with nothing but its files.
    package func restart() async throws {
        stop()
        writer = HistoryWriter(in: folder)
        work = WorkQueue()
        controller = OutboxController(writer, in: folder, work: work)
        try start()
    }

    package func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? { nil }

    package func standing(of peer: PeerCredentials) -> ControlStanding { .owner }

    private func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        switch request {
        case is TailRequest: exchange.follow(recent: [], upTo: nil) { _ in true }
        case let addOn as AddOnRequest:
            report = addOn
            if !addOn.works { failures += 1 }
            mostLost = max(mostLost, addOn.lost)
            if told.last != addOn.words { told.append(addOn.words) }
            exchange.done(NoAnswer())
        case is StatusRequest: exchange.done(status)
        case let request as OutboxRequest:
            if let wish = request.wish { received.append(wish.received) }
            controller.answer(request.wish, exchange)
        default: exchange.done(NoAnswer())
        }
    }

    private var status: StatusAnswer {
        var status = StatusAnswer()
        guard let report else { return status }
        var addOn = StatusAddOn()
        addOn.name = report.name
        addOn.state = report.works ? "works" : "troubled"
        addOn.words = report.words
        status.addOns = [addOn]
        return status
    }

    // MARK: What happens there

    /// Writes at once.
    package func write(_ events: [HistoryEvent]) throws {
        _ = try writer.write(events)
    }

    /// Writes as a bridge does, away from the loop and after what is done there already, and tells how long all of that took.
    package func write(
        _ events: [HistoryEvent],
        then take: @escaping @LoopActor (Result<Duration, HistoryError>) -> Void
    ) {
        let (writer, begun) = (writer, EventLoop.now)
        work.run {
            Result { () throws(HistoryError) in
                _ = try writer.write(events)
                return EventLoop.now - begun
            }
        } then: {
            take($0)
        }
    }

    /// Takes notices out, as another process does.
    package func forget(_ what: Forgetting) throws {
        _ = try HistoryEditor(in: folder).forget(what)
    }
}
