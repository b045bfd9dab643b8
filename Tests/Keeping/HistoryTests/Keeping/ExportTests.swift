import ANCS
import Expecting
import JSON
import Linux
import Notices
import Testing

@testable import History

/// What is exported and imported is the same afterwards.
struct ExportTests {
    private let folder = TemporaryFolder()
    private let other = TemporaryFolder()

    private func fill() throws {
        var plain = Sample.notice(1)
        var strange = Sample.notice(
            2, title: Text(bytes: [0x5A, 0xFF]), message: Text("\"\\\u{0}\u{2028}\u{202E}😀\n"),
            subtitle: Text(bytes: [0xED, 0xA0, 0x80]), appName: nil,
            category: CategoryID(rawValue: 200), flags: EventFlags(rawValue: 0xFF), date: "",
            isIncomplete: true)
        strange.hidden = .text
        var call = Sample.notice(3, category: .incomingCall, call: Call(state: .ringing))
        var events = [
            Sample.link(.ready, 0), Sample.event(.added, plain),
            Sample.event(.added, strange, at: 7), Sample.event(.ringing, call),
        ]
        plain.message = Text("another text")
        plain.appName = Text("iMessage")
        events.append(Sample.event(.modified, plain, at: 8))
        plain.removal = .away
        events.append(Sample.event(.removed, plain, at: 9))
        call.call = Call(state: .ended, ringTime: .milliseconds(5250), isDeclined: true)
        events += [Sample.event(.ended, call, at: 10), Sample.link(.disconnected, 11)]
        try expect(HistoryWriter(in: folder.path).write(events), is: [])
        let meta = HistoryWriter(in: folder.path, policy: StorePolicy(standard: .meta))
        try expect(meta.write([Sample.event(.added, Sample.notice(20))]), is: [])
        meta.close()
        let back = Sample.notice(30, message: Text("another text"), flags: .preExisting)
        try expect(HistoryWriter(in: folder.path).write([Sample.event(.added, back)]), is: [])
    }

    private func lines(of folder: TemporaryFolder) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try HistoryReader(in: folder.path).export { line in
            lines.append(line)
            return true
        }
        return lines
    }

    private func take(_ lines: [[UInt8]]) throws -> Imported {
        let importing = try HistoryImport(into: other.path)
        for line in lines { try importing.take(line) }
        try importing.finish()
        return importing.imported
    }

    @Test func `nothing is lost on the way`() throws {
        try fill()
        let lines = try lines(of: folder)
        expect(lines.count, is: 1 + 1 + 4)
        #expect(lines.allSatisfy { $0.last == 0x0A && $0.dropLast().allSatisfy { $0 >= 0x20 } })
        try expect(take(lines), is: Imported(added: 4, known: 0))
        try expect(self.lines(of: other), is: lines)
        try expect(Sample.all(in: other), is: Sample.all(in: folder))
        let reader = try HistoryReader(in: other.path)
        for word in ["eight", "another", "messages"] {
            let found = try HistoryReader(in: folder.path).count(of: SearchWords(word)).count
            #expect(try reader.count(of: SearchWords(word)).count == found && found > 0)
        }
    }

    @Test func `a link is exported with its beginning and its end`() throws {
        try fill()
        let links = try lines(of: folder).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0.hasPrefix(#"{"link":"#) }
        let began = Sample.at(0).milliseconds
        let ended = Sample.at(11).milliseconds
        expect(
            links,
            is: [
                #"{"link":{"phone":"Anna's iPhone","bond":"AA:BB","began":\#(began),"ended":\#(ended)}}"#
                    + "\n"
            ])
    }

    @Test(arguments: [
        (0, false, "there was no such form"), (1, true, "the form of today"),
        (2, false, "a later form"),
    ])
    func `only a form that is known is imported`(
        _ form: Int, _ isKnown: Bool, _ why: String
    ) throws {
        let importing = try HistoryImport(into: other.path)
        let line = Array(#"{"callboard_history":\#(form)}"#.utf8)
        let isTaken = (try? importing.take(line)) != nil
        expect(isTaken, is: isKnown, "\(why)")
        try importing.finish()
    }

    @Test func `what is there already stays as it is`() throws {
        try fill()
        let lines = try lines(of: folder)
        _ = try take(lines)
        try expect(take(lines), is: Imported(added: 0, known: 4))
        try expect(self.lines(of: other), is: lines)
    }

    @Test func `what was imported is recognised when a phone announces it again`() throws {
        try expect(
            HistoryWriter(in: folder.path).write([Sample.event(.added, Sample.notice(1))]), is: [])
        _ = try take(try lines(of: folder))
        let again = Sample.notice(50, flags: .preExisting)
        try expect(HistoryWriter(in: other.path).write([Sample.event(.added, again)]), is: [])
        try expect(Sample.all(in: other).map(\.notice.id), is: [Sample.id(1)])
    }

    @Test func `a line that is damaged anywhere is refused in words without content`() throws {
        try fill()
        let importing = try HistoryImport(into: other.path)
        for line in try lines(of: folder).dropFirst() {
            for cut in 1..<line.count - 1 {
                let error = #expect(throws: ImportError.self) {
                    try importing.take(Array(line.prefix(cut)))
                }
                guard case .line(let error) = error else { continue }
                #expect(!error.description.contains("eight"))
            }
        }
        try importing.finish()
        expect(importing.imported, is: Imported())
    }

    @Test(arguments: [
        (#""uid":1"#, #""uid":4294967296"#, "a number that is too large"),
        (#""uid":1"#, #""uid":-1"#, "a number below zero"),
        (#""category":"social""#, #""category":"nonsense""#, "no category"),
        (#""change":"added""#, #""change":"vanished""#, "no change"),
        (#""date":20260302100400"#, #""date":20260230100400"#, "no date"),
        (#""message":"#, #""massage":"#, "a field that is missing"),
        (#""title":"Zoe Müller""#, #""title":{"hex":"5"}"#, "half a byte"),
        (#""received":1790000001000"#, #""received":9e18"#, "a moment nobody lives to see"),
    ])
    func `what means nothing is refused`(
        _ text: String, _ other: String, _ why: String
    ) throws {
        try expect(
            HistoryWriter(in: folder.path).write([Sample.event(.added, Sample.notice(1))]), is: [])
        let line = String(decoding: try lines(of: folder)[1], as: UTF8.self)
        #expect(line.contains(text))
        let wrong = Array(line.replacing(text, with: other).utf8)
        #expect(throws: ImportError.self, "\(why)") { try take([wrong]) }
    }

    @Test(arguments: [
        (#""uid":1"#, #""uid":0"#, "the first number"),
        (#""uid":1"#, #""uid":4294967295"#, "the last number"),
    ])
    func `what is at a limit is taken as it is`(
        _ text: String, _ other: String, _ why: String
    ) throws {
        try expect(
            HistoryWriter(in: folder.path).write([Sample.event(.added, Sample.notice(1))]), is: [])
        var lines = try lines(of: folder)
        let line = String(decoding: lines[1], as: UTF8.self)
        #expect(line.contains(text), "\(line)")
        lines[1] = Array(line.replacing(text, with: other).utf8)
        try expect(take(lines), is: Imported(added: 1, known: 0), "\(why)")
        try expect(self.lines(of: self.other), is: lines, "\(why)")
    }
}
