import ANCS
import Expecting
import Linux
import Notices
import Testing
import Waiting

@testable import History

/// What somebody wants to be gone is gone: from the lists, from the index, and from the files.
struct ForgettingTests {
    private let folder = TemporaryFolder()
    private static let count = 600

    /// A history in many pieces: notices of two apps and two phones, some with words of before.
    private func fill() throws -> HistoryWriter {
        let writer = HistoryWriter(in: folder.path)
        for second in 1...Self.count {
            let isSecret = second % 3 == 0
            var notice = Sample.notice(
                second, title: Text(isSecret ? "Bankgeheimnis \(second)" : "Zoe"),
                message: Text("Vorher zwielicht\(second)"),
                app: isSecret ? "com.example.bank" : "com.apple.MobileSMS",
                appName: isSecret ? "Sparkasse" : "Messages",
                phone: second % 2 == 0 ? "Anna's iPhone" : "Berta")
            let bond = second % 2 == 0 ? "AA" : "BB"
            var events = [Sample.event(.added, notice, bond: bond)]
            if isSecret {
                notice.message = Text("Nachher morgenrot\(second)")
                events.append(Sample.event(.modified, notice, at: second, bond: bond))
            }
            // Each in a transaction of its own, so that the index has many parts.
            try expect(writer.write(events), is: [])
        }
        try expect(writer.write([Sample.link(.ready, 10), Sample.link(.disconnected, 20)]), is: [])
        return writer
    }

    private func forget(_ what: Forgetting) throws -> Forgotten {
        try HistoryEditor(in: folder.path).forget(what)
    }

    @Test func `no words of a sender are left in a file whose rows have moved about`() throws {
        let writer = HistoryWriter(in: folder.path)
        let end = WallTime(milliseconds: 1_790_000_000_000)
        let year = BelievableYear(seed: 7, end: end, days: 60)
        var waiting: [HistoryEvent] = []
        for event in year {
            if let event = HistoryEvent(event, bond: "AA") { waiting.append(event) }
            guard waiting.count >= 100 else { continue }
            try expect(writer.write(waiting), is: [])
            waiting = []
        }
        for sender in ["Büro Ahrens", "Oma Gerlinde", "Zoë Müller"] {
            #expect(try folder.hasBytes(of: sender), "\(sender) is there before")
            let forgotten = try forget(.match(SearchWords("\"\(sender)\"")))
            #expect(forgotten.count > 0 && forgotten.isPurged)
            #expect(try !folder.hasBytes(of: sender), "\(sender) is gone")
        }
        #expect(try HistoryReader(in: folder.path).isIndexSound())
    }

    @Test func `nothing of an app is left in any file`() throws {
        let writer = try fill()
        for word in ["Bankgeheimnis", "Sparkasse", "morgenrot3", "zwielicht3"] {
            #expect(try folder.hasBytes(of: word), "\(word) is there before")
        }
        try expect(forget(.app("sparkasse")), is: Forgotten(count: 200, isPurged: true))
        for word in [
            "Bankgeheimnis", "bankgeheimnis", "ankgeheim", "Sparkasse", "sparkasse",
            "com.example.bank", "morgenrot", "zwielicht3 ", "zwielicht600",
        ] {
            #expect(try !folder.hasBytes(of: word), "\(word) is gone")
        }
        #expect(try folder.hasBytes(of: "zwielicht1"))
        try expect(Sample.all(in: folder).count, is: 400)
        let reader = try HistoryReader(in: folder.path)
        try expect(reader.count(of: SearchWords("bankgeheimnis")).count, is: 0)
        try expect(reader.count(of: SearchWords("zoe"), within: Patience.limit).count, is: 400)
        #expect(try reader.isIndexSound())
        // The bridge goes on.
        let more = Sample.notice(1000, app: "com.example.new", appName: "Sparkasse")
        try expect(writer.write([Sample.event(.added, more)]), is: [])
        let newest = try #require(try Sample.all(in: folder).first)
        expect(newest.notice, is: more)
    }

    @Test func `a phone, what came before, what a search finds, and all`() throws {
        let writer = try fill()
        defer { writer.close() }
        try expect(forget(.match(SearchWords("zwielicht1"))).count, is: 111)
        let reader = try HistoryReader(in: folder.path)
        try expect(reader.count(of: SearchWords("zwielicht1")).count, is: 0)
        try expect(forget(.before(Sample.at(301))).count, is: 300 - 111)
        try expect(forget(.phone("aa")).count, is: 150)
        try expect(reader.count(), is: 150)
        try expect(forget(.all).count, is: 150)
        try expect(reader.count(), is: 0)
        for word in ["zwielicht", "morgenrot", "Berta", "Sparkasse"] {
            #expect(try !folder.hasBytes(of: word), "\(word) is gone")
        }
        try expect(forget(.all), is: Forgotten(count: 0, isPurged: true))
    }

    @Test func `somebody who still reads is told of`() throws {
        let writer = try fill()
        defer { writer.close() }
        let reader = try HistoryReader(in: folder.path)
        var result: Forgotten?
        try reader.notices { _ in
            result = try? forget(.app("Sparkasse"))
            return false
        }
        expect(result, is: Forgotten(count: 200, isPurged: false))
        try expect(forget(.app("Sparkasse")), is: Forgotten(count: 0, isPurged: true))
        #expect(try !folder.hasBytes(of: "Bankgeheimnis"))
    }

    @Test func `there is nothing to forget where there is no history`() {
        #expect(throws: HistoryError.missing) { try forget(.all) }
        expect(FileInspection(at: folder.path), is: nil)
    }
}
