import ANCS
import Control
import Foundation
import JSON
import Linux
import Notices

@testable import History
@testable import Service

/// A bridge that has nothing but a history and the socket over which it is handed over.
@LoopActor
final class HallBridge: ControlDelegate {
    let folder: String
    let socket: String
    private(set) var writer: HistoryWriter
    private var desk: OutboxDesk
    private var server: ControlServer?
    /// What a program beside it last told of itself.
    private(set) var report: ControlRequest.Companion?
    /// Sentences that were told, each once in a row.
    private(set) var told: [String] = []
    /// Which batch was said to have arrived, of each request for a further one.
    private(set) var received: [Int64?] = []

    /// - Parameter other: a history whose files are copied first.
    init(copyOf other: HallBridge? = nil) throws {
        // Memory is as good as a disk here, and need not be waited for.
        folder = "/dev/shm/callboard-hall-\(UUID())"
        socket = folder + ".sock"
        if let other { try FileManager.default.copyItem(atPath: other.folder, toPath: folder) }
        writer = HistoryWriter(in: folder)
        desk = OutboxDesk(writer, in: folder, work: WorkQueue())
        try start()
    }

    deinit {
        for path in [folder, socket, socket + ".lock"] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Knows nothing any more of what a program told of itself.
    func forgetReport() {
        report = nil
    }

    func start() throws {
        server = try ControlServer(
            at: SocketPlace(path: socket), version: "1", delegate: self)
    }

    /// Is gone without a word, and there again with nothing but its files.
    func restart() async throws {
        server = nil
        writer.close()
        writer = HistoryWriter(in: folder)
        desk = OutboxDesk(writer, in: folder, work: WorkQueue())
        try start()
    }

    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? { nil }

    func handle(_ request: ControlRequest, _ exchange: ControlExchange) {
        switch request {
        case .tail: exchange.follow(recent: [], upTo: nil) { _ in true }
        case .companion(let companion):
            report = companion
            if told.last != companion.words { told.append(companion.words) }
            exchange.done()
        case .status: exchange.done { self.writeStatus(to: &$0) }
        case .identifyHistory: desk.answer(nil, exchange)
        case .outbox(let wish):
            received.append(wish.received)
            desk.answer(wish, exchange)
        default: exchange.done()
        }
    }

    private func writeStatus(to writer: inout JSONWriter) {
        writer.key("companions")
        writer.beginArray()
        if let report {
            writer.beginObject()
            writer.member("name", report.name)
            writer.member("state", report.works ? "works" : "troubled")
            writer.member("words", report.words)
            writer.endObject()
        }
        writer.endArray()
    }

    // MARK: What happens there

    /// Notices, one for each number.
    func add(_ numbers: ClosedRange<Int>, _ words: String = "words") throws {
        try write(numbers.map { SampleNotices.event(.added, SampleNotices.notice($0, words)) })
    }

    func write(_ events: [HistoryEvent]) throws {
        _ = try writer.write(events)
    }

    /// Takes notices out, as another process does.
    func forget(_ what: Forgetting) throws {
        _ = try HistoryKeeper(in: folder).forget(what)
    }
}
