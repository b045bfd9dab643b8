import ANCS
import Expecting
import Linux
import Notices
import Testing
import Waiting

@testable import History

/// Places in a list as texts, and what is interrupted.
struct ListPositionTests {
    @Test(
        arguments: [
            (0, 0), (1_772_442_242_375, 1), (-1, .max), (.max, 0x9E37_79B9_7F4A_7C15), (.min, 2),
        ] as [(Int64, UInt64)])
    func `a place is read as it was written`(_ moment: Int64, _ number: UInt64) {
        let place = ListPosition(moment: moment, id: NoticeID(rawValue: number))
        expect(ListPosition(text: place.text), is: place)
    }

    @Test(arguments: [
        "", "-", "1m892yptgfwy1", "1m892yptgfwy1-", "-1772442242375", "1m892yptgfwy1-x",
        "1m892yptgfwy1-+1", "1m892yptgfwy1-01", "1M892YPTGFWY1-1", "1m892yptgfwy1-1 ",
        "1m892yptgfwy-1", "1m892yptgfwy11-1", "1m892yptgfwy1-9223372036854775808",
        "1m892yptgfwy1-1-1", "1m892yptgfwy1-\u{661}", "zzzzzzzzzzzzz-1",
    ])
    func `anything else is no place`(_ text: String) {
        expect(ListPosition(text: text), is: nil)
    }

    @Test func `what takes too long is interrupted, and the next thing is not`() throws {
        let folder = TemporaryFolder()
        let writer = HistoryWriter(in: folder.path)
        _ = try writer.write((0..<500).map { Sample.event(.added, Sample.notice($0)) })
        let reader = try HistoryReader(in: folder.path)
        var interruption: HistoryError?
        do throws(HistoryError) {
            try reader.within(.zero) { () throws(HistoryError) in
                _ = try reader.figures(HistoryFilter())
            }
        } catch {
            interruption = error
        }
        expect(interruption?.isInterruption, is: true)
        let count = try reader.within(Patience.limit) { () throws(HistoryError) in
            try reader.count()
        }
        expect(count, is: 500)
        expect(HistoryError.missing.isInterruption, is: false)
    }
}
