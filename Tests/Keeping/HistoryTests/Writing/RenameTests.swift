import Expecting
import Linux
import Notices
import Testing

@testable import History

/// The rows of a phone go by the name that it has now.
struct RenameTests {
    private let folder = TemporaryFolder()

    private static func renamed(
        _ old: String, _ new: String, _ seconds: Int, bond: String = Sample.bond
    ) throws -> HistoryEvent {
        try #require(
            HistoryEvent(
                .renamed(PhoneName(new, bond: bond), was: old, at: Sample.at(seconds)), bond: bond))
    }

    @Test func `what came before the name was known goes by it, and other phones keep theirs`()
        throws
    {
        let other = Sample.notice(2, phone: "4C:57")
        try expect(
            HistoryWriter(in: folder.path).write([
                Sample.link(.ready, 0, phone: "4C:57"),
                Sample.event(.added, Sample.notice(1, phone: "4C:57")),
                Sample.event(.added, other, bond: "another bond"),
                Self.renamed("4C:57", "Mara's iPhone", 3),
                Sample.event(.added, Sample.notice(4, phone: "Mara's iPhone")),
                Sample.link(.disconnected, 9, phone: "Mara's iPhone"),
            ]), is: [])
        try expect(
            Sample.all(in: folder).map(\.notice.phone),
            is: ["Mara's iPhone", "4C:57", "Mara's iPhone"])
        var filter = HistoryFilter()
        filter.phones = ["Mara's iPhone"]
        try expect(Sample.all(in: folder, filter).count, is: 2)
    }

    @Test func `a phone that got another name while nothing was written stays one phone`() throws {
        try expect(
            HistoryWriter(in: folder.path).write([
                Sample.link(.ready, 0, phone: "iPhone"),
                Sample.event(.added, Sample.notice(1, phone: "iPhone")),
                Sample.event(.added, Sample.notice(2, phone: "iPhone"), bond: "another bond"),
                Sample.link(.disconnected, 3, phone: "iPhone"),
            ]), is: [])
        let later = HistoryWriter(in: folder.path)
        try expect(
            later.write([
                Sample.link(.ready, 10, phone: "Mara's iPhone"),
                Sample.event(.added, Sample.notice(4, phone: "Mara's iPhone")),
            ]), is: [])
        try expect(
            Sample.all(in: folder).map(\.notice.phone),
            is: ["Mara's iPhone", "iPhone", "Mara's iPhone"])
        // What it is called in between is the matter of whoever writes.
        try expect(later.write([Sample.event(.added, Sample.notice(5, phone: "other"))]), is: [])
        try expect(
            Sample.all(in: folder).map(\.notice.phone),
            is: ["other", "Mara's iPhone", "iPhone", "Mara's iPhone"])
    }

    @Test func `a name that the phone had before is not given away`() throws {
        try expect(
            HistoryWriter(in: folder.path).write([
                Sample.event(.added, Sample.notice(1, phone: "Old")),
                Sample.event(.added, Sample.notice(2, phone: "New")),
                Self.renamed("Old", "New", 3),
                Sample.event(.added, Sample.notice(4, phone: "New")),
            ]), is: [])
        try expect(Sample.all(in: folder).map(\.notice.phone), is: ["New", "New", "Old"])
    }
}
