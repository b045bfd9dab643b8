import Expecting
import Notices
import Testing

@testable import History

/// One history has one writer at a time.
struct TwoWritersTests {
    private let folder = TemporaryFolder()

    @Test func `a second writer is refused until the first has let go`() throws {
        let first = HistoryWriter(in: folder.path)
        let second = HistoryWriter(in: folder.path)
        try expect(first.write([Sample.event(.added, Sample.notice(1))]), is: [])
        for _ in 1...2 {
            #expect(throws: HistoryError.taken) {
                try second.write([Sample.event(.added, Sample.notice(2))])
            }
        }
        expect(HistoryError.taken.description, is: "another callboard process is writing it")
        try expect(first.write([Sample.event(.added, Sample.notice(3))]), is: [])
        first.close()
        try expect(second.write([Sample.event(.added, Sample.notice(2))]), is: [])
        #expect(throws: HistoryError.taken) { try first.write([]) }
        try expect(Sample.all(in: folder).count, is: 3)
    }

    @Test func `a writer that is gone holds nothing`() throws {
        for second in 1...3 {
            let event = Sample.event(.added, Sample.notice(second))
            try expect(HistoryWriter(in: folder.path).write([event]), is: [])
        }
    }

    @Test func `who reads, takes in, and forgets works beside the writer`() throws {
        let writer = HistoryWriter(in: folder.path)
        try expect(writer.write([Sample.event(.added, Sample.notice(1))]), is: [])
        var lines: [[UInt8]] = []
        try HistoryReader(in: folder.path).export { line in
            lines.append(line)
            return true
        }
        let other = try HistoryImport(into: folder.path)
        for line in lines { try other.take(line) }
        try other.finish()
        expect(other.imported.known, is: 1)
        try expect(HistoryEditor(in: folder.path).forget(.all).count, is: 1)
        try expect(writer.write([Sample.event(.added, Sample.notice(2))]), is: [])
    }
}
