import ANCS
import Expecting
import Foundation
import Linux
import Notices
import Support
import Testing

@testable import History

/// A centre as it is meant to be: what it was handed last of each notice.
struct PretendedCentral {
    private(set) var records: [Int64: [UInt8]] = [:]
    private(set) var handed = 0
    private(set) var last: Int64 = 0

    /// Says whether it has the batch, which it takes once; of one that comes later than a later one it knows
    /// nothing.
    @discardableResult
    mutating func take(_ batch: OutboxBatch) -> Bool {
        // Nothing is not worth the way.
        guard !batch.isEmpty else { return true }
        guard batch.turn > last else { return batch.turn == last }
        last = batch.turn
        for renaming in batch.renamings { rename(renaming) }
        for item in batch.items {
            handed += 1
            records[item.number] = item.record
        }
        return true
    }

    private mutating func rename(_ renaming: OutboxBatch.Renaming) {
        for (number, record) in records {
            guard case .notice(let old)? = try? HistoryLine.read(record),
                old.bond == renaming.bond, old.notice.phone == renaming.old
            else { continue }
            var notice = old.notice
            notice.phone = renaming.name
            let renamed = StoredNotice(
                notice: notice, bond: old.bond, life: old.life, removedAt: old.removedAt,
                detail: old.detail)
            records[number] = HistoryLine.line(of: renamed)
        }
    }

    /// What it has of a history, the newest first.
    var lines: [String] {
        records.sorted { $0.key > $1.key }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}

/// What a centre has not got yet is known, whatever happens in between.
struct OutboxTests {
    private let folder = TemporaryFolder()

    private var lines: [String] {
        get throws {
            try Sample.all(in: folder).map {
                String(decoding: HistoryLine.line(of: $0), as: UTF8.self)
            }
        }
    }

    /// Hands over all that waits; returns how many batches that took.
    @discardableResult
    private func drain(
        _ writer: HistoryWriter, to central: inout PretendedCentral, limit: Int = OutboxBatch.limit
    ) throws -> Int {
        for count in 0... {
            let (batch, receipt) = try writer.takeBatch(limit: limit)
            // What was handed over before anything was there to be taken is done as well.
            try writer.receive(receipt)
            if batch.isEmpty { return count }
            central.take(batch)
        }
        return 0
    }

    private func count(_ table: String) throws -> Int64? {
        try Database.openExistingHistory(in: folder.path).number("SELECT count(*) FROM \(table)")
    }

    @Test func `a history that is handed over nowhere notes nothing`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write([Sample.event(.added, Sample.notice(1))])
        _ = try HistoryEditor(in: folder.path).forget(.all)
        try expect(count("unsent WHERE gone < 2"), is: 0)
    }

    @Test(arguments: [1, 2, 3]) func `a file of an earlier form is handed over whole`(
        form: Int
    ) throws {
        let old = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Schema/history-\(min(form, 2)).db")
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: old, to: URL(filePath: folder.path).appending(path: HistoryFile.name))
        _ = try Database.openHistory(
            in: folder.path, durability: .normal,
            migrations: Array(Schema.migrations.prefix(form)))
        let writer = HistoryWriter(in: folder.path)
        var central = PretendedCentral()
        try drain(writer, to: &central, limit: 4)
        expect(central.handed, is: 11)
        try expect(central.lines, is: lines)
        try expect(writer.identify().history.count, is: 32)
    }

    @Test func `a history that is separated is another one, of which everything waits`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((1...25).map { Sample.event(.added, Sample.notice($0)) })
        let before = try writer.identify()
        var first = PretendedCentral()
        try drain(writer, to: &first)
        try writer.agree(afterTurn: first.last)
        _ = try HistoryEditor(in: folder.path).forget(.match(SearchWords("nothing")))
        #expect(throws: HistoryError.taken) { try HistoryEditor.separate(in: folder.path) }
        try expect(writer.identify().history, is: before.history, "a bridge has it")
        writer.close()
        try HistoryEditor.separate(in: folder.path)
        let after = try writer.identify()
        #expect(after.history != before.history && after.history.count == 32)
        expect(after.meeting, is: 0)
        expect(after.token, is: "")
        var second = PretendedCentral()
        try drain(writer, to: &second, limit: 10)
        try expect(second.lines, is: lines)
        expect(second.handed, is: 25)
    }

    @Test func `where there is no history none is separated, and none is begun`() throws {
        #expect(throws: HistoryError.missing) { try HistoryEditor.separate(in: folder.path) }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/" + HistoryFile.name))
    }

    @Test func `what was there before goes once, the newest first`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((1...25).map { Sample.event(.added, Sample.notice($0)) })
        var central = PretendedCentral()
        let (first, receipt) = try writer.takeBatch(limit: 10)
        expect(first.items.map(\.number), is: (16...25).reversed().map { Sample.number($0) })
        expect(first.waiting, is: 25)
        try expect(HistoryReader(in: folder.path).unsent(), is: 25)
        // Somebody who was killed before it arrived takes it again.
        let again = try writer.takeBatch(limit: 10)
        expect(again.batch.items, is: first.items)
        #expect(again.batch.turn > first.turn)
        central.take(first)
        try writer.receive(receipt)
        try expect(drain(writer, to: &central, limit: 10), is: 2)
        expect(central.handed, is: 25)
        try expect(central.lines, is: lines)
        try expect(writer.takeBatch().batch.waiting, is: 0)
        try expect(HistoryReader(in: folder.path).unsent(), is: 0)
    }

    @Test func `a notice that changed five times meanwhile goes once`() throws {
        let writer = HistoryWriter(in: folder.path)
        var central = PretendedCentral()
        try drain(writer, to: &central)
        var notice = Sample.notice(1)
        _ = try writer.write([Sample.event(.added, notice)])
        for change in 1...5 {
            notice.message = Text("version \(change)")
            _ = try writer.write([Sample.event(.modified, notice, at: 1 + change)])
        }
        try drain(writer, to: &central)
        expect(central.handed, is: 1)
        try expect(central.lines, is: lines)
        // What changes while it is on its way is not taken for what has arrived.
        notice.message = Text("on its way")
        _ = try writer.write([Sample.event(.modified, notice, at: 8)])
        let (batch, receipt) = try writer.takeBatch()
        notice.message = Text("and changed")
        _ = try writer.write([Sample.event(.modified, notice, at: 9)])
        central.take(batch)
        try writer.receive(receipt)
        try drain(writer, to: &central)
        expect(central.handed, is: 3)
        try expect(central.lines, is: lines)
    }

    @Test func `what is forgotten is told, also of what nobody has had yet`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((1...5).map { Sample.event(.added, Sample.notice($0)) })
        var central = PretendedCentral()
        try drain(writer, to: &central)
        _ = try writer.write([Sample.event(.added, Sample.notice(6))])
        try expect(HistoryEditor(in: folder.path).forget(.all).count, is: 6)
        let (batch, receipt) = try writer.takeBatch()
        expect(batch.items.map { $0.record == nil }, is: Array(repeating: true, count: 6))
        central.take(batch)
        try writer.receive(receipt)
        expect(central.lines, is: [])
        // What is still on the phone is kept again.
        _ = try writer.write([Sample.event(.modified, Sample.notice(6, message: Text("again")))])
        try drain(writer, to: &central)
        try expect(central.lines, is: lines)
        expect(central.lines.count, is: 1)
    }

    @Test func `what had to go before it was handed over is counted, what was handed over is not`()
        throws
    {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((1...30).map { Sample.event(.added, Sample.notice($0)) })
        let (first, receipt) = try writer.takeBatch(limit: 10)
        try writer.receive(receipt)
        expect(first.lost, is: 0)
        while try writer.keep(Retention(age: nil, rows: 5), at: Sample.at(40)).isMoreToDo {}
        let next = try writer.takeBatch()
        // Of those that stay all had been handed over.
        expect(next.batch.lost, is: 20)
        expect(next.batch.waiting, is: 0)
        #expect(next.batch.isEmpty)
        _ = try writer.write((31...40).map { Sample.event(.added, Sample.notice($0)) })
        while try writer.keep(Retention(age: nil, rows: 5), at: Sample.at(41)).isMoreToDo {}
        try expect(writer.takeBatch().batch.lost, is: 25)
    }

    @Test func `a phone's new name is told before what goes by it`() throws {
        let writer = HistoryWriter(in: folder.path)
        var central = PretendedCentral()
        _ = try writer.write([Sample.event(.added, Sample.notice(1, phone: "iPhone"))])
        try drain(writer, to: &central)
        let renamed = try #require(
            HistoryEvent(
                .renamed(PhoneName("Mara", bond: Sample.bond), was: "iPhone", at: Sample.at(2)),
                bond: Sample.bond))
        _ = try writer.write([renamed, Sample.event(.added, Sample.notice(3, phone: "Mara"))])
        try drain(writer, to: &central)
        expect(central.handed, is: 2, "what is otherwise about the first is its phone's name alone")
        try expect(central.lines, is: lines)
        try expect(count("renaming"), is: 0)
    }

    @Test func `the names of a phone that is forgotten are not kept for a centre`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write([Sample.event(.added, Sample.notice(1, phone: "Old Quince"))])
        _ = try writer.takeBatch()
        let renamed = try #require(
            HistoryEvent(
                .renamed(
                    PhoneName("New Quince", bond: Sample.bond), was: "Old Quince", at: Sample.at(2)),
                bond: Sample.bond))
        _ = try writer.write([renamed])
        #expect(try folder.hasBytes(of: "Quince"))
        let forgotten = try HistoryEditor(in: folder.path).forget(.phone("New Quince"))
        #expect(forgotten.count == 1 && forgotten.isPurged)
        #expect(try !folder.hasBytes(of: "Quince"))
        try expect(writer.takeBatch().batch.items.map { $0.record == nil }, is: [true])
    }

    @Test func `a history and its centre agree on something new whenever they meet`() throws {
        let writer = HistoryWriter(in: folder.path)
        let first = try writer.identify()
        #expect(first.history.count == 32 && first.next.count == 32)
        #expect(first.token.isEmpty && first.meeting == 0)
        // One who was interrupted asks again.
        try expect(writer.identify(), is: first)
        try writer.agree(afterTurn: 40)
        let second = try writer.identify()
        expect(second.history, is: first.history)
        expect(second.token, is: first.next)
        expect(second.meeting, is: 1)
        #expect(second.next != first.next)
        _ = try writer.write([Sample.event(.added, Sample.notice(1))])
        try expect(writer.takeBatch().batch.turn, is: 41)
        // One that agrees twice on the same has met once.
        try writer.agree(afterTurn: 3)
        try writer.agree(afterTurn: 3)
        try expect(writer.identify().meeting, is: 2)
        try expect(writer.takeBatch().batch.turn, is: 42, "what the centre had is never had again")
        let other = HistoryWriter(in: TemporaryFolder().path)
        #expect(try other.identify().history != first.history)
    }

    @Test func `a centre that was begun anew, or from a copy, gets everything once more`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((1...9).map { Sample.event(.added, Sample.notice($0)) })
        var central = PretendedCentral()
        try drain(writer, to: &central, limit: 4)
        try writer.agree(afterTurn: central.last)
        try drain(writer, to: &central)
        expect(central.handed, is: 9, "it has lost nothing")
        var anew = PretendedCentral()
        try writer.agree(afterTurn: anew.last)
        try drain(writer, to: &anew)
        try expect(anew.lines, is: lines)
    }

    @Test func `a centre that was set back is told again of what was forgotten since`() throws {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((1...9).map { Sample.event(.added, Sample.notice($0)) })
        var central = PretendedCentral()
        try drain(writer, to: &central)
        let backup = central
        let gone = Sample.notice(4)
        _ = try HistoryEditor(in: folder.path).forget(
            .before(gone.received.advanced(by: .milliseconds(1))))
        try drain(writer, to: &central)
        try expect(central.lines, is: lines)
        let handed = central.handed
        try writer.agree(afterTurn: central.last)
        try expect(writer.takeBatch().batch.waiting, is: 0, "who was told is not told again")
        expect(central.handed, is: handed)
        central = backup
        for _ in 1...2 {
            try writer.agree(afterTurn: central.last)
            try drain(writer, to: &central)
            try expect(central.lines, is: lines)
            // Set back once more, to the same backup.
            central = backup
        }
    }

    @Test func `what a centre did not take is offered again, after all else, when they next meet`()
        throws
    {
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((1...3).map { Sample.event(.added, Sample.notice($0)) })
        // One that was there before anything was handed over, and one that came later.
        for number in [3, 4] {
            let (batch, receipt) = try writer.takeBatch(limit: 1)
            expect(batch.items.map(\.number), is: [Sample.notice(number).number])
            try writer.receive(receipt, isRefused: true)
            _ = try writer.write([Sample.event(.added, Sample.notice(number + 1))])
        }
        var central = PretendedCentral()
        try drain(writer, to: &central)
        expect(central.records.count, is: 3)
        try expect(writer.takeBatch().batch.refused, is: 2)
        try expect(writer.takeBatch().batch.waiting, is: 0, "they do not wait")

        try writer.agree(afterTurn: central.last)
        _ = try writer.write([Sample.event(.added, Sample.notice(6))])
        let first = try writer.takeBatch()
        expect(first.batch.items.map(\.number), is: [Sample.notice(6).number], "news come first")
        try writer.receive(first.receipt)
        central.take(first.batch)
        let (again, receipt) = try writer.takeBatch()
        #expect(again.isAgain)
        expect(again.items.map(\.number), is: [4, 3].map { Sample.notice($0).number })
        try writer.receive(receipt, isRefused: true)
        #expect(try writer.takeBatch().batch.isEmpty, "once at each meeting")

        // A change is news; what is forgotten is not offered any more.
        _ = try writer.write([Sample.event(.modified, Sample.notice(4))])
        try drain(writer, to: &central)
        try expect(writer.takeBatch().batch.refused, is: 1)
        _ = try HistoryEditor(in: folder.path).forget(.all)
        try drain(writer, to: &central)
        try expect(writer.takeBatch().batch.refused, is: 0)
        try writer.agree(afterTurn: central.last)
        #expect(try writer.takeBatch().batch.isEmpty)
    }

    @Test func `no more forgotten notices are remembered than there is a use for`() throws {
        let writer = HistoryWriter(in: folder.path)
        let count = OutboxTable.toldLimit + 30
        _ = try writer.write((1...count).map { Sample.event(.added, Sample.notice($0)) })
        var central = PretendedCentral()
        try drain(writer, to: &central)
        _ = try HistoryEditor(in: folder.path).forget(.all)
        try drain(writer, to: &central)
        expect(central.lines, is: [])
        try writer.agree(afterTurn: 0)
        try expect(writer.takeBatch().batch.waiting, is: OutboxTable.toldLimit)
    }

    @Test func `a file whose row somebody took out goes on as another history`() throws {
        let writer = HistoryWriter(in: folder.path)
        let before = try writer.identify()
        _ = try writer.write([Sample.event(.added, Sample.notice(1))])
        try Database.openExistingHistory(in: folder.path).script("DELETE FROM outbox")
        _ = try writer.write([Sample.event(.added, Sample.notice(2))])
        let after = try writer.identify()
        #expect(after.history != before.history && after.history.count == 32)
        var central = PretendedCentral()
        try drain(writer, to: &central)
        try expect(central.lines, is: lines)
    }

    @Test func `a record that no line has room for loses the words that it had before`() throws {
        let writer = HistoryWriter(in: folder.path)
        var notice = Sample.notice(1, message: Text(String(repeating: "\u{1}", count: 60_000)))
        _ = try writer.write([Sample.event(.added, notice)])
        for change in 1...12 {
            notice.message = Text(String(repeating: "\u{2}", count: 60_000) + "\(change)")
            _ = try writer.write([Sample.event(.modified, notice, at: change)])
        }
        let record = try #require(try writer.takeBatch().batch.items.first?.record)
        #expect(record.count < OutboxBatch.recordLimit)
        guard case .notice(let stored) = try HistoryLine.read(record) else { return }
        expect(stored.notice.message, is: notice.message)
        expect(stored.life.count, is: 13)
    }

    @Test(arguments: 0..<12)
    func `whatever happens meanwhile, in the end the centre has what the history has`(
        seed: UInt64
    ) throws {
        var dice = RepeatableRandom(seed: seed)
        let writer = HistoryWriter(in: folder.path)
        var central = PretendedCentral()
        var pending: (batch: OutboxBatch, receipt: OutboxReceipt)?
        var notices: [Int: Notice] = [:]
        _ = try writer.write([Sample.link(.ready, 0)])
        for second in 1...400 {
            switch dice.next() % 12 {
            case 0...4:
                notices[second] = Sample.notice(
                    second, title: Text("Zoe \(dice.next() % 5)"),
                    phone: dice.next() % 2 == 0 ? "Anna" : "Berta")
                _ = try writer.write([Sample.event(.added, notices[second]!)])
            case 5, 6:
                guard let key = notices.keys.sorted().randomElement(using: &dice) else { continue }
                notices[key]?.message = Text("changed \(second)")
                _ = try writer.write([Sample.event(.modified, notices[key]!, at: second)])
            case 7:
                guard let key = notices.keys.sorted().randomElement(using: &dice) else { continue }
                _ = try writer.write([Sample.event(.removed, notices[key]!, at: second)])
                notices[key] = nil
            case 8:
                let what: [Forgetting] = [
                    .match(SearchWords("\"Zoe 3\"")), .phone("Berta"),
                    .before(Sample.at(second / 3)),
                ]
                _ = try HistoryEditor(in: folder.path).forget(what[Int(dice.next() % 3)])
            case 9:
                // Taken, perhaps arrived, perhaps never heard of again.
                pending = try writer.takeBatch(limit: Int(dice.next() % 40) + 1)
                if dice.next() % 2 == 0, let pending { central.take(pending.batch) }
            case 10:
                guard let arrived = pending, central.take(arrived.batch) else { continue }
                try writer.receive(arrived.receipt)
                if dice.next() % 2 == 0 { pending = nil }
            default:
                // A kill in between: nothing but the file is left.
                writer.close()
            }
        }
        try drain(writer, to: &central, limit: 7)
        try expect(central.lines, is: lines)
        try expect(count("unsent WHERE gone < 2"), is: 0)
        try expect(writer.takeBatch().batch.waiting, is: 0)
    }
}

extension Sample {
    /// The number of a notice of some second.
    static func number(_ seconds: Int) -> Int64 { Int64(bitPattern: id(seconds).rawValue) }
}

extension Notice {
    /// By what a centre knows it.
    fileprivate var number: Int64 { Int64(bitPattern: id.rawValue) }
}
