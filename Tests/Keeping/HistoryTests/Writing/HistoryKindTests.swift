import Expecting
import Notices
import Testing

@testable import History

/// Notifications of simulated phones and of real ones are never in one history.
struct HistoryKindTests {
    private let folder = TemporaryFolder()

    private func write(
        _ kind: HistoryKind, _ second: Int, bond: String = "AA:BB:CC:DD:EE:FF"
    ) throws {
        let event = try #require(
            HistoryEvent(
                .notice(.added, Sample.notice(second), at: Sample.at(second)), bond: bond))
        _ = try HistoryWriter(in: folder.path, kind: kind).write([event])
    }

    private func count() throws -> Int { try HistoryReader(in: folder.path).count() }

    @Test func `a simulation writes nothing into a history of real phones`() throws {
        try write(.real, 1)
        #expect(throws: HistoryError.otherKind(.real)) { try write(.simulated, 2) }
        #expect(throws: HistoryError.otherKind(.real)) {
            try HistoryKind.simulated.claim(folder.path)
        }
        try write(.real, 3)
        try expect(count(), is: 2)
    }

    @Test func `real phones write nothing into a history of simulated ones`() throws {
        try write(.simulated, 1)
        #expect(throws: HistoryError.otherKind(.simulated)) { try write(.real, 2) }
        #expect(throws: HistoryError.otherKind(.simulated)) {
            try HistoryKind.real.claim(folder.path)
        }
        try write(.simulated, 3)
        try expect(count(), is: 2)
    }

    @Test func `a history has its kind before it has a notice, and after all are forgotten`() throws
    {
        try HistoryKind.simulated.claim(folder.path)
        try HistoryKind.simulated.claim(folder.path)
        #expect(throws: HistoryError.otherKind(.simulated)) { try write(.real, 1) }
        try write(.simulated, 1)
        _ = try HistoryEditor(in: folder.path).forget(.all)
        try expect(count(), is: 0)
        #expect(throws: HistoryError.otherKind(.simulated)) { try write(.real, 2) }

        let other = TemporaryFolder()
        try HistoryKind.real.claim(other.path)
        #expect(throws: HistoryError.otherKind(.real)) {
            try HistoryKind.simulated.claim(other.path)
        }
    }

    @Test func `a history that is only imported counts as real`() throws {
        let history = try HistoryImport(into: folder.path)
        try history.finish()
        #expect(throws: HistoryError.otherKind(.real)) { try write(.simulated, 1) }
    }

    @Test(
        "a history from before there was a mark is a simulation's if no phone has an address",
        arguments: [
            ("mara", true), ("callboard demo, a believable year", true),
            ("AA:BB:CC:DD:EE:FF", false), ("aa:bb:cc:dd:ee:ff", false),
        ])
    func older(bond: String, isAdopted: Bool) throws {
        try write(.real, 1, bond: bond)
        if isAdopted {
            try HistoryKind.simulated.claim(folder.path, adoptsOlder: true)
            try write(.simulated, 2, bond: bond)
            #expect(throws: HistoryError.otherKind(.simulated)) { try write(.real, 3) }
        } else {
            #expect(throws: HistoryError.otherKind(.real)) {
                try HistoryKind.simulated.claim(folder.path, adoptsOlder: true)
            }
            try write(.real, 2, bond: bond)
        }
        try expect(count(), is: 2)
    }

    @Test func `a damaged history gives way to one of the same kind`() throws {
        try write(.simulated, 1)
        try folder.damage(HistoryFile.name, with: Array(repeating: 7, count: 4096))
        try write(.simulated, 2)
        try expect(folder.names.contains("history.db.corrupt-1"), is: true)
        #expect(throws: HistoryError.otherKind(.simulated)) { try write(.real, 3) }
    }
}
