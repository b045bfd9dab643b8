import ANCS
import ContractSupport
import Control
import Expecting
import Foundation
import History
import JSON
import Linux
import Notices
import Support
import Testing
import Waiting

@testable import Service

/// A bridge that has nothing but a history and the socket over which it is handed over.
@LoopActor
private final class OutboxBench: ControlDelegate {
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "callboard-outbox-\(UUID().uuidString)"
    ).path
    private let writer: HistoryWriter
    private let controller: OutboxController
    private let work = WorkQueue()
    private var waits = 0
    private var server: ControlServer?

    init() throws {
        writer = HistoryWriter(in: folder)
        controller = OutboxController(writer, in: folder, work: work)
        server = try ControlServer(
            at: SocketPlace(path: folder + ".sock"), version: "1",
            router: ControlRouter { [weak self] in self?.handle($0, $1) }, delegate: self)
    }

    deinit {
        for path in [folder, folder + ".sock", folder + ".sock.lock"] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    func refusal(of peer: PeerCredentials, _ right: ControlRight) -> ControlRefusal? { nil }

    func standing(of peer: PeerCredentials) -> ControlStanding { .owner }

    private func handle(_ request: any ControlRequest, _ exchange: ControlExchange) {
        guard let request = request as? OutboxRequest else { return exchange.done() }
        if request.wish?.wait != nil { waits += 1 }
        controller.answer(request.wish, exchange)
    }

    /// Waits until so many have asked for what will come, and the history was looked at for each.
    func waits(_ count: Int) async {
        expect(await eventually { self.waits == count })
        await withCheckedContinuation { done in
            work.run {
            } then: {
                done.resume()
            }
        }
    }

    func connect() -> ControlClient {
        ControlClient(path: folder + ".sock", within: Patience.limit) { _ in }
    }

    func write(_ number: UInt64, _ title: String, message: String = "words") throws {
        let moment = WallTime(milliseconds: 1_772_442_242_125)
        let notice = Notice(
            id: NoticeID(rawValue: UInt64(moment.milliseconds) << 20 | number),
            phone: "Ann's iPhone", category: Category(.social), flags: [],
            uid: NotificationUID(rawValue: UInt32(number)), appID: Text("com.apple.MobileSMS"),
            title: Text(title), message: Text(message), received: moment)
        let event = HistoryEvent(.notice(.added, notice, at: moment), bond: "AA")
        _ = try writer.write([try #require(event)])
    }
}

/// What a program beside the bridge is handed of the history, over a real socket.
struct OutboxControllerTests {
    init() {
        LoopThread.start()
    }

    @LoopActor
    private func ask(
        _ request: some ControlRequest, _ client: ControlClient
    ) async throws -> JSONValue {
        do throws(AskFailure) {
            return try await client.ask(request, within: Patience.limit).json
        } catch .refused(let refusal) {
            throw refusal
        }
    }

    private func titles(_ batch: JSONValue) -> [String] {
        batch.list("notices").map { notice in
            guard let record = notice.text("record"),
                let value = try? JSONValue(parsing: Array(record.utf8))
            else { return "" }
            return value.text("title") ?? ""
        }
    }

    @Test @LoopActor func `batches are handed over until nothing is left`() async throws {
        let bench = try OutboxBench()
        for number in 1...5 { try bench.write(UInt64(number), "n\(number)") }
        let client = bench.connect()
        let identity = try await ask(OutboxRequest(nil), client)
        expect(identity.text("history")?.count, is: 32)
        expect(identity.text("token"), is: "")
        var batch = try await ask(OutboxRequest(OutboxOperation(agreed: 7, limit: 3)), client)
        expect(batch.number("turn"), is: 8)
        expect(batch.number("waiting"), is: 5)
        expect(titles(batch), is: ["n5", "n4", "n3"])
        // What did not arrive is there again.
        batch = try await ask(OutboxRequest(OutboxOperation(limit: 3)), client)
        expect(titles(batch), is: ["n5", "n4", "n3"])
        batch = try await ask(OutboxRequest(OutboxOperation(received: 8, limit: 3)), client)
        expect(titles(batch), is: ["n5", "n4", "n3"], "that was another batch")
        batch = try await ask(
            OutboxRequest(
                OutboxOperation(received: batch.number("turn").map { Int64($0) }, limit: 3)),
            client)
        expect(titles(batch), is: ["n2", "n1"])
        batch = try await ask(
            OutboxRequest(OutboxOperation(received: batch.number("turn").map { Int64($0) })), client
        )
        expect(titles(batch), is: [])
        expect(batch.number("waiting"), is: 0)
        let later = try await ask(OutboxRequest(nil), client)
        expect(later.text("token"), is: identity.text("next"))
        expect(later.number("meeting"), is: 1)
    }

    @Test @LoopActor func `who waits is handed what comes, whoever wrote it`() async throws {
        let bench = try OutboxBench()
        try bench.write(1, "before")
        let client = bench.connect()
        let first = try await ask(OutboxRequest(OutboxOperation()), client)
        let turn = first.number("turn").map { Int64($0) }
        async let waited = ask(OutboxRequest(OutboxOperation(received: turn, wait: 60)), client)
        await bench.waits(1)
        try bench.write(2, "meanwhile")
        let second = try await waited
        expect(titles(second), is: ["meanwhile"])
        let next = second.number("turn").map { Int64($0) }
        async let forgotten = ask(OutboxRequest(OutboxOperation(received: next, wait: 60)), client)
        await bench.waits(2)
        // As another process does.
        _ = try HistoryEditor(in: bench.folder).forget(.all)
        let third = try await forgotten
        expect(third.list("notices").map { $0.text("record") == nil }, is: [true, true])
        let last = try await ask(
            OutboxRequest(
                OutboxOperation(received: third.number("turn").map { Int64($0) }, wait: 1)),
            client)
        expect(last.list("notices").count, is: 0, "nobody waits longer than was asked for")
    }

    @Test @LoopActor func `one has the outbox at a time, until it goes`() async throws {
        let bench = try OutboxBench()
        try bench.write(1, "one")
        let (first, second) = (bench.connect(), bench.connect())
        _ = try await ask(OutboxRequest(nil), first)
        await #expect(throws: ControlRefusal.self) {
            _ = try await ask(OutboxRequest(OutboxOperation()), second)
        }
        async let waited = ask(OutboxRequest(OutboxOperation(wait: 60)), first)
        _ = try await waited
        first.stop()
        var batch: JSONValue?
        for _ in 0..<Patience.seconds * 50 where batch == nil {
            batch = try? await ask(OutboxRequest(OutboxOperation()), second)
            if batch == nil { await pause() }
        }
        expect(batch.map(titles), is: ["one"])
    }

    @Test @LoopActor func `a further request ends one that waits`() async throws {
        let bench = try OutboxBench()
        let client = bench.connect()
        _ = try await ask(OutboxRequest(OutboxOperation()), client)
        for round in 1...20 {
            let (answers, answer) = AsyncStream.makeStream(of: ControlRefusal.Code?.self)
            client.ask(OutboxRequest(OutboxOperation(wait: 60)), within: Patience.limit) { result in
                if case .failure(.refused(let refusal)) = result {
                    answer.yield(refusal.code)
                } else {
                    answer.yield(nil)
                }
            }
            // While the history is looked at for the first, and later.
            await pause(.milliseconds(round > 10 ? Int.random(in: 0...260) : round % 3))
            _ = try await ask(OutboxRequest(nil), client)
            var earlier = answers.makeAsyncIterator()
            let refusal = await earlier.next()
            expect(refusal, is: .busy)
        }
    }

    @Test @LoopActor func `a batch longer than any other answer arrives whole`() async throws {
        let bench = try OutboxBench()
        let long = String(repeating: "\u{1}\"", count: 30_000)
        for number in 1...4 { try bench.write(UInt64(number), "n\(number)", message: long) }
        let client = bench.connect()
        var (seen, turn): ([String], Int64?) = ([], nil)
        for _ in 1...4 {
            let batch = try await ask(OutboxRequest(OutboxOperation(received: turn)), client)
            turn = batch.number("turn").map { Int64($0) }
            seen += titles(batch)
        }
        expect(seen, is: ["n4", "n3", "n2", "n1"])
        _ = try await ask(StatusRequest(), client)
    }
}
